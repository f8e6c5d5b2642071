/**
 * Asks for consent to one kind of data at a time: its purpose, and the consequence of a refusal. Both answers look equal, and
 * none is preselected.
 */
import type { ScreenProps } from '#screens/props.ts';
import { nairobiDate } from '#machines/model/calendar.ts';
import { DATA_KINDS, nextConsent } from '#machines/model/collection.ts';
import { ROUTES } from '#machines/routes.ts';
import { formatDeadline } from '#src/i18n/dates.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { ConsentCard } from '#src/ui/consentCard/ConsentCard.tsx';
import { KIND_ICONS, kindText } from '#src/ui/consentCard/dataKinds.ts';
import { Note } from '#src/ui/note/Note.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { consentStrings } from './consentStrings.ts';

export function Consent({ state, send }: ScreenProps) {
  const { language, order } = state.context;
  const t = consentStrings(language);
  const collection = order?.collection;
  const kind = collection ? nextConsent(collection) : null;
  const asked = DATA_KINDS.filter((one) => collection?.consents[one] !== undefined);

  return (
    <Screen language={language} title={t('title')} onBack={() => send({ type: 'back.requested' })}>
      <p>{t('intro')}</p>
      {collection && kind && (
        <>
          {asked.length > 1 && <p className="small muted">{t('progress', { at: asked.indexOf(kind) + 1, of: asked.length })}</p>}
          <ConsentCard key={kind} icon={KIND_ICONS[kind]} title={kindText(language)(kind)} purpose={t(kind)} onNo={t('onNo')}>
            <Button kind="secondary" onPress={() => send({ type: 'consent.answered', kind, agreed: false })}>
              {t('no')}
            </Button>
            <Button kind="secondary" onPress={() => send({ type: 'consent.answered', kind, agreed: true })}>
              {t('yes')}
            </Button>
          </ConsentCard>
          <Note>
            <p>{t('deleted', { date: formatDeadline(language, nairobiDate(collection.deletedBy)) })}</p>
            <p>{t('settings')}</p>
          </Note>
          <p className="small">
            <a href={`#${ROUTES.privacyPolicy}`}>{t('policy')}</a>
          </p>
        </>
      )}
    </Screen>
  );
}
