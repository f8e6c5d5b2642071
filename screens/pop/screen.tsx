import { Card } from '#src/ui/card/Card.tsx';
import { ConsentCard } from '#src/ui/consentCard/ConsentCard.tsx';
import { camera, contact, shield } from '#src/ui/icon/paths.ts';
import { Note } from '#src/ui/note/Note.tsx';
import type { ScreenProps } from '../props.ts';
import { Article } from '../shared/article.tsx';
import { text } from './strings.ts';

/** Said beforehand; asked at the moment of use, by the phone itself. */
export default function Pop({ state, send }: ScreenProps) {
  const t = text(state.context.language);
  return (
    <Article state={state} send={send} title={t('title')} intro={t('intro')}>
      <ConsentCard icon={camera} title={t('camera')} purpose={t('cameraFor')} onNo={t('cameraNo')} />
      <ConsentCard icon={contact} title={t('contact')} purpose={t('contactFor')} onNo={t('contactNo')} />
      <Card title={t('not')} spacing="snug">
        <p>{t('notText')}</p>
      </Card>
      <Note icon={shield}>{t('later')}</Note>
    </Article>
  );
}
