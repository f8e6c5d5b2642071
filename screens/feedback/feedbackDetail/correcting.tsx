import { correctionOf, FEEDBACK_LIMITS, lengthOf, type Ticket } from '#machines/model/feedback.ts';
import { useUnsentForm } from '#src/forms/useUnsentForm.ts';
import { NoMessages } from '#src/ui/art/noMessages.tsx';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { TextArea } from '#src/ui/form/TextArea.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import type { ScreenProps } from '../../props.ts';
import { text } from './strings.ts';

/** Corrects the first message, as long as the lender has not opened it. */
export function Correcting({ state, send, ticket }: ScreenProps & { ticket: Ticket }) {
  const { language } = state.context;
  const t = text(language);
  const { min } = FEEDBACK_LIMITS.description;
  const form = useUnsentForm({
    state,
    send,
    about: correctionOf(ticket.ticketNo),
    initial: { description: ticket.description },
    rules: { description: (typed) => (lengthOf(typed) < min ? t('short', { num: min }) : null) },
  });
  return (
    <Screen
      language={language}
      title={t('correct')}
      art={<NoMessages />}
      onBack={() => send({ type: 'back.requested' })}
      actions={
        <Actions>
          <Button onPress={() => send({ type: 'ticket.corrected', values: { description: form.submit().value('description') } })}>
            {t('save')}
          </Button>
        </Actions>
      }
    >
      <TextArea
        {...form.field('description')}
        id="correction"
        language={language}
        label={t('correct')}
        hint={t('correctHint')}
        error={form.error('description')}
        maxLength={FEEDBACK_LIMITS.description.max}
        required
      />
    </Screen>
  );
}
