import { valueOf } from '#machines/model/loadable.ts';
import { ROUTES } from '#machines/routes.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { SavedMark } from '#src/ui/form/SavedMark.tsx';
import { WrongFields } from '#src/ui/form/WrongFields.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { newRequestId } from '#src/ui/requestId.ts';
import { Screen } from '#src/ui/screen/Screen.tsx';
import type { ScreenProps } from '../../props.ts';
import { pictureError } from '../shared/attachedPictures.tsx';
import { feedbackText } from '../shared/strings.ts';
import { errorsIn, MessageFields } from './messageFields.tsx';
import { text } from './strings.ts';
import { ABOUT, useMessageForm } from './useMessageForm.ts';

/** A new message. */
export default function AddFeedback({ state, send }: ScreenProps) {
  const { language, unsent, problem } = state.context;
  const t = text(language);
  const form = useMessageForm({ state, send });
  const draft = unsent[ABOUT];
  const check = valueOf(state.context.feedbackCheck);
  const wrongPicture = pictureError(language, problem);
  const isSending = state.matches({ places: { feedback: { addFeedback: 'sending' } } });
  return (
    <Screen
      language={language}
      title={feedbackText(language)('write')}
      onBack={() => send({ type: 'back.requested' })}
      aside={<SavedMark language={language} saved={draft !== undefined} />}
      actions={
        <Actions>
          <ProblemNote language={language} problem={wrongPicture === undefined ? form.note : null} />
          <Button
            busy={isSending && t('sending')}
            onPress={() => {
              // Every attempt to send this message has the same request id, so that sending it twice makes one ticket.
              const requestId = draft?.['requestId'] || newRequestId();
              const { value } = form.submit();
              send({
                type: 'feedback.submitted',
                values: {
                  ...draft,
                  type: value('type'),
                  description: value('description'),
                  receiverAccount: value('receiverAccount'),
                  contact: value('contact'),
                  contactTime: value('contactTime'),
                  requestId,
                },
              });
            }}
          >
            {t('send')}
          </Button>
        </Actions>
      }
    >
      <WrongFields refusal={problem} title={t('check')} errors={errorsIn(form)} />
      {check?.can === false && (
        <Note tone="assessing">
          <p>{t('tooMany', { most: check.most })}</p>
          <a href={`#${ROUTES.feedbackList}`}>{t('see')}</a>
        </Note>
      )}
      <MessageFields state={state} send={send} form={form} wrongPicture={wrongPicture} />
    </Screen>
  );
}
