import { Card } from '#src/ui/card/Card.tsx';
import { ConsentCard } from '#src/ui/consentCard/ConsentCard.tsx';
import { KIND_ICONS, kindText } from '#src/ui/consentCard/dataKinds.ts';
import { camera, contact, shield } from '#src/ui/icon/secondaryIcons.ts';
import { Note } from '#src/ui/note/Note.tsx';
import type { ScreenProps } from '../../props.ts';
import { Article } from '../../shared/article.tsx';
import { askedKinds } from '../../shared/productTerms.ts';
import { text } from './strings.ts';

/** Explains the permissions in advance. The phone asks for each one when it is needed. */
export default function Pop({ state, send }: ScreenProps) {
  const { language, order } = state.context;
  const t = text(language);
  const kinds = askedKinds(order);
  return (
    <Article state={state} send={send} title={t('title')} intro={t('intro')}>
      <ConsentCard icon={camera} title={t('camera')} purpose={t('cameraFor')} onNo={t('cameraNo')} />
      <ConsentCard icon={contact} title={t('contact')} purpose={t('contactFor')} onNo={t('contactNo')} />
      {kinds.map((kind) => (
        <ConsentCard key={kind} icon={KIND_ICONS[kind]} title={kindText(language)(kind)} purpose={t('askedFor')} onNo={t('askedNo')} />
      ))}
      {kinds.length === 0 && (
        <Card title={t('not')} spacing="snug">
          <p>{t('notText')}</p>
        </Card>
      )}
      <Note icon={shield}>{t('later')}</Note>
    </Article>
  );
}
