/** A section that was changed in two places: in another tab of this phone, or on another device. */
import { memo } from 'react';
import type { JourneyContext } from '#machines/context.ts';
import { nowOf } from '#machines/required.ts';
import type { JourneyEvent } from '#machines/events.ts';
import type { SavedSection } from '#machines/model/application.ts';
import { nairobiDate } from '#machines/model/calendar.ts';
import { ownValues } from '#machines/model/drafts.ts';
import type { ChangedElsewhere } from '#machines/model/form.ts';
import { formatMoment } from '#src/i18n/dates.ts';
import { defineStrings } from '#src/i18n/index.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { Card } from '#src/ui/card/Card.tsx';
import { Line, Lines } from '#src/ui/lines/Lines.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { differences } from './review.ts';
import type { Scope } from './types.ts';

/** Texts about a section that was changed in two places. */
const versionText = defineStrings('versions', {
  en: {
    title: 'Saved on another phone',
    why: 'This part was saved on another phone on {{when}}. We have sent nothing from here. Which one do you want to use?',
    here: 'On this phone',
    there: 'On the other phone',
    nothing: 'Nothing',
    takeNewer: 'Use what is on the other phone',
    keepOwn: 'Keep what is on this phone',
    updated: 'Updated in another window: {{fields}}',
    kept: 'Changed in another window to “{{value}}”: {{field}}. What you are typing here stays.',
  },
  es: {
    title: 'Guardado en otro teléfono',
    why: 'Esta parte se guardó en otro teléfono el {{when}}. Desde aquí no se envió nada. ¿Cuál quiere usar?',
    here: 'En este teléfono',
    there: 'En el otro teléfono',
    nothing: 'Nada',
    takeNewer: 'Usar lo del otro teléfono',
    keepOwn: 'Conservar lo de este teléfono',
    updated: 'Actualizado en otra ventana: {{fields}}',
    kept: 'Cambiado en otra ventana a “{{value}}”: {{field}}. Lo que escribe aquí se queda.',
  },
  sw: {
    title: 'Imehifadhiwa kwenye simu nyingine',
    why: 'Sehemu hii ilihifadhiwa kwenye simu nyingine {{when}}. Hakuna kilichotumwa kutoka hapa. Unataka kutumia ipi?',
    here: 'Kwenye simu hii',
    there: 'Kwenye simu nyingine',
    nothing: 'Hakuna',
    takeNewer: 'Tumia ya simu nyingine',
    keepOwn: 'Baki na ya simu hii',
    updated: 'Imesasishwa kwenye dirisha lingine: {{fields}}',
    kept: 'Imebadilishwa kwenye dirisha lingine kuwa “{{value}}”: {{field}}. Unachoandika hapa kinabaki.',
  },
});

/** Names the fields that another tab of this phone changes, when it changes them. */
export const ElsewhereNote = memo(function ElsewhereNote({ scope, elsewhere }: { scope: Scope; elsewhere: ChangedElsewhere }) {
  const t = versionText(scope.lang);
  const { taken, kept } = elsewhere;
  return (
    <div role="status">
      {(taken.length > 0 || kept.length > 0) && (
        <Note>
          {taken.length > 0 && <p>{t('updated', { fields: taken.join(', ') })}</p>}
          {kept.map(({ field, label, other }) => (
            <p key={field}>{t('kept', { field: label, value: other || t('nothing') })}</p>
          ))}
        </Note>
      )}
    </div>
  );
});

export interface CompareVersionsProps {
  newer: SavedSection;
  context: JourneyContext;
  send: (event: JourneyEvent) => void;
}

/** Both versions of a section after another device saved a newer one, and the choice between them. */
export function CompareVersions({ newer, context, send }: CompareVersionsProps) {
  const { language, session } = context;
  const t = versionText(language);
  const check = { today: nairobiDate(nowOf(context)), lang: language, ...(session ? { ownMobile: session.mobile } : {}) };
  const differing = differences(newer.section, ownValues(context, newer.section), newer.values, check);
  return (
    <Screen
      language={language}
      title={t('title')}
      placed="middle"
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
