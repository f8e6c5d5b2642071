import { LOCAL } from '#machines/model/codes.ts';
import { correctionOf, FEEDBACK_LIMITS, type Ticket } from '#machines/model/feedback.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { TextArea } from '#src/ui/form/TextArea.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import type { ScreenProps } from '../../props.ts';
import { text } from './strings.ts';

/** What was written, before anybody has looked at it. */
export function Correcting({ state, send, ticket }: ScreenProps & { ticket: Ticket }) {
  const { language, unsent, problem } = state.context;
  const t = text(language);
  const about = correctionOf(ticket.ticketNo);
  const description = unsent[about]?.['description'] ?? ticket.description;
  return (
    <Screen
      language={language}
      title={t('correct')}
      onBack={() => send({ type: 'back.requested' })}
      actions={
        <Actions>
          <Button onPress={() => send({ type: 'ticket.corrected', values: { description } })}>{t('save')}</Button>
        </Actions>
      }
    >
      <TextArea
        id="correction"
        name="description"
        language={language}
        label={t('correct')}
        hint={t('correctHint')}
        error={problem?.code === LOCAL.incomplete ? t('short', { num: FEEDBACK_LIMITS.description.min }) : undefined}
        value={description}
        maxLength={FEEDBACK_LIMITS.description.max}
        required
        onChange={(name, value) => send({ type: 'message.changed', about, values: { [name]: value } })}
      />
    </Screen>
  );
}
