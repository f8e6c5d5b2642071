import { CONTACT_TIMES, FEEDBACK_LIMITS, FEEDBACK_TYPES, wrongFields, type FeedbackField } from '#machines/model/feedback.ts';
import { formatMsisdn, onItsOwn } from '#machines/model/phoneNumber.ts';
import { ROUTES } from '#machines/routes.ts';
import { valueOf } from '#machines/model/loadable.ts';
import { sessionOf } from '#machines/required.ts';
import type { Entered } from '#src/forms/useShortForm.ts';
import { useUnsentForm } from '#src/forms/useUnsentForm.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button, ButtonLink } from '#src/ui/button/Button.tsx';
import { newRequestId } from '#src/ui/requestId.ts';
import { RadioGroup } from '#src/ui/form/RadioGroup.tsx';
import { SavedMark } from '#src/ui/form/SavedMark.tsx';
import { TextArea } from '#src/ui/form/TextArea.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import type { ScreenProps } from '../../props.ts';
import { FeedbackPictures, pictureError } from '../shared/attachedPictures.tsx';
import { feedbackText, TYPE_NAMES, timeLabel } from '../shared/strings.ts';
import { WrongFields } from '#src/ui/form/WrongFields.tsx';
import { text } from './strings.ts';

const ABOUT = 'feedback';
const idOf = (field: string): string => `feedback-${field}`;

/** Subjects where it matters which account the money went to. */
const WITH_ACCOUNT: readonly string[] = [FEEDBACK_TYPES.loanNotReceived, FEEDBACK_TYPES.loanFailure].map(String);

type Name = FeedbackField | 'receiverAccount';
const FIELDS: readonly FeedbackField[] = ['type', 'description', 'contact', 'contactTime'];

/** A new message. The phone keeps every letter: what was typed survives a closed web view. */
export default function AddFeedback({ state, send }: ScreenProps) {
  const { language, unsent, problem } = state.context;
  const feedbackCheck = valueOf(state.context.feedbackCheck);
  const t = text(language);
  const f = feedbackText(language);
  const at = (step: 'uploading' | 'sending') => state.matches({ places: { feedback: { addFeedback: step } } });
  const draft = unsent[ABOUT];
  const ruleOf =
    (field: FeedbackField) =>
    (_: string, { values }: Entered<Name>) =>
      wrongFields(values).includes(field) ? t(`missing_${field}`, { num: FEEDBACK_LIMITS.description.min }) : null;
  const form = useUnsentForm<Name>({
    state,
    send,
    about: ABOUT,
    initial: {
      type: '',
      description: '',
      receiverAccount: '',
      contact: onItsOwn(formatMsisdn(sessionOf(state.context).mobile)),
      contactTime: '',
    },
    rules: { type: ruleOf('type'), description: ruleOf('description'), contact: ruleOf('contact'), contactTime: ruleOf('contactTime') },
  });
  const type = form.value('type');
  const wrong = FIELDS.flatMap((field) => {
    const message = form.isAtFields ? form.error(field) : undefined;
    return message === undefined ? [] : [{ id: idOf(field), message }];
  });
  const wrongPicture = pictureError(language, problem);
  const same = feedbackCheck?.open.find((ticket) => String(ticket.type) === type);

  return (
    <Screen
      language={language}
      title={f('write')}
      onBack={() => send({ type: 'back.requested' })}
      aside={<SavedMark language={language} saved={draft !== undefined} />}
      actions={
        <Actions>
          <ProblemNote language={language} problem={wrongPicture === undefined ? form.note : null} />
          <Button
            busy={at('sending') && t('sending')}
            onPress={() => {
              // Every try to send this message has the same request id, so that sending it twice makes one ticket.
              const requestId = draft?.['requestId'] || newRequestId();
              send({ type: 'feedback.submitted', values: { ...draft, ...form.submit().values, requestId } });
            }}
          >
            {t('send')}
          </Button>
        </Actions>
      }
    >
      <WrongFields refusal={problem} title={t('check')} errors={wrong} />
      {feedbackCheck?.can === false && (
        <Note tone="assessing">
          <p>{t('tooMany', { most: feedbackCheck.most })}</p>
          <a href={`#${ROUTES.feedbackList}`}>{t('see')}</a>
        </Note>
      )}
      <RadioGroup
        {...form.choice('type')}
        id={idOf('type')}
        language={language}
        label={t('type')}
        error={form.error('type')}
        choices={TYPE_NAMES.map((name) => ({ id: String(FEEDBACK_TYPES[name]), label: f(name) }))}
      />
      {same && (
        <Note tone="brand">
          <p>{t('same')}</p>
          <ButtonLink kind="secondary" size="small" href={`#${ROUTES.feedbackDetail}?ticketNo=${same.ticketNo}`}>
            {t('openSame')}
          </ButtonLink>
        </Note>
      )}
      <TextArea
        {...form.field('description')}
        id={idOf('description')}
        language={language}
        label={t('description')}
        hint={t('descriptionHint')}
        error={form.error('description')}
        maxLength={FEEDBACK_LIMITS.description.max}
        required
      />
      {WITH_ACCOUNT.includes(type) && (
        <TextField
          {...form.field('receiverAccount')}
          id={idOf('receiverAccount')}
          language={language}
          label={t('account')}
          optional
          maxLength={FEEDBACK_LIMITS.account.max}
          enterKey="next"
        />
      )}
      <FeedbackPictures
        state={state}
        send={send}
        id={idOf('pictures')}
        about={ABOUT}
        values={draft ?? {}}
        error={wrongPicture}
        sending={at('uploading')}
      />
      <TextField
        {...form.field('contact')}
        id={idOf('contact')}
        language={language}
        label={t('contact')}
        hint={t('contactHint')}
        error={form.error('contact')}
        maxLength={FEEDBACK_LIMITS.contact.max}
        mode="email"
        autocomplete="email"
        capitalise="none"
        enterKey="done"
        required
      />
      <RadioGroup
        {...form.choice('contactTime')}
        id={idOf('contactTime')}
        language={language}
        label={t('time')}
        optional
        error={form.error('contactTime')}
        choices={CONTACT_TIMES.map((time) => ({ id: time, label: timeLabel(f, time) }))}
      />
    </Screen>
  );
}
