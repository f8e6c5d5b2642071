/** The section was saved from another device since this one read it: both versions, and the choice between them. */
import type { JourneyContext } from '#machines/context.ts';
import type { JourneyEvent } from '#machines/events.ts';
import type { SavedSection } from '#machines/model/application.ts';
import { ownValues } from '#machines/model/drafts.ts';
import { nairobiDate } from '#machines/model/calendar.ts';
import { nowOf } from '#machines/required.ts';
import { formatMoment } from '#src/i18n/dates.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { Card } from '#src/ui/card/Card.tsx';
import { Line, Lines } from '#src/ui/lines/Lines.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { differences } from './review.ts';
import { useFocusOnTitle } from '#src/ui/focus/useFocusOn.ts';
import { versionText } from './versionStrings.ts';

export interface CompareVersionsProps {
  newer: SavedSection;
  context: JourneyContext;
  send: (event: JourneyEvent) => void;
}

export function CompareVersions({ newer, context, send }: CompareVersionsProps) {
  const { language, session } = context;
  const t = versionText(language);
  useFocusOnTitle();
  const check = { today: nairobiDate(nowOf(context)), lang: language, ...(session ? { ownMobile: session.mobile } : {}) };
  const differing = differences(newer.section, ownValues(context, newer.section), newer.values, check);
  return (
    <Screen
      language={language}
      title={t('title')}
      onBack={() => send({ type: 'back.requested' })}
      actions={
        <Actions>
          <Button onPress={() => send({ type: 'newerVersion.taken' })}>{t('takeNewer')}</Button>
          <Button kind="quiet" onPress={() => send({ type: 'ownVersion.kept' })}>
            {t('keepOwn')}
          </Button>
        </Actions>
      }
    >
      <div role="alert">
        <Note tone="assessing">{t('why', { when: formatMoment(language, newer.savedAt) })}</Note>
      </div>
      {differing.map(({ field, label, own, other }) => (
        <Card key={field} title={label} spacing="snug">
          <Lines>
            <Line label={t('there')}>{other || t('nothing')}</Line>
            <Line label={t('here')}>{own || t('nothing')}</Line>
          </Lines>
        </Card>
      ))}
    </Screen>
  );
}
