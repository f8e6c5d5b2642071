import type { Values } from '#machines/model/application.ts';
import { LOCAL } from '#machines/model/codes.ts';
import { CONTACT_TIMES, FEEDBACK_LIMITS, FEEDBACK_TYPES, wrongFields, type FeedbackField } from '#machines/model/feedback.ts';
import { formatMsisdn } from '#machines/model/phone.ts';
import { ROUTES } from '#machines/routes.ts';
import { valueOf } from '#machines/model/loadable.ts';
import { sessionOf } from '#machines/required.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button, ButtonLink } from '#src/ui/button/Button.tsx';
import { freshRequestId } from '#src/ui/requestId.ts';
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

/** A new message. Every key press is kept by the phone: what was typed survives a closed web view. */
export default function AddFeedback({ state, send }: ScreenProps) {
  const { language, unsent, problem } = state.context;
  const feedbackCheck = valueOf(state.context.feedbackCheck);
  const t = text(language);
  const f = feedbackText(language);
  const at = (step: 'uploading' | 'sending') => state.matches({ places: { feedback: { addFeedback: step } } });
  const draft = unsent[ABOUT];
  const values: Values = { contact: formatMsisdn(sessionOf(state.context).mobile), ...draft };
  const { type = '', description = '', receiverAccount = '', contact = '', contactTime = '' } = values;
  const change = (name: string, value: string) => send({ type: 'message.changed', about: ABOUT, values: { ...values, [name]: value } });

  const isMarked = problem?.code === LOCAL.incomplete;
  const words = (field: FeedbackField) => t(`missing_${field}`, { num: FEEDBACK_LIMITS.description.min });
  const wrong = isMarked ? wrongFields(values) : [];
  const errorOf = (field: FeedbackField) => problem?.fields?.[field] ?? (wrong.indexOf(field) >= 0 ? words(field) : undefined);
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
          <ProblemNote language={language} problem={isMarked || wrongPicture !== undefined ? null : problem} />
          <Button
            busy={at('sending') && t('sending')}
            onPress={() => {
              // One name for every try of this message: sent twice, it is still one ticket.
              const requestId = values['requestId'] || freshRequestId();
              send({ type: 'feedback.submitted', values: { ...values, requestId } });
            }}
          >
            {t('send')}
          </Button>
        </Actions>
      }
    >
      <WrongFields refusal={problem} title={t('check')} errors={wrong.map((field) => ({ id: idOf(field), message: words(field) }))} />
      {feedbackCheck?.can === false && (
        <Note tone="assessing">
          <p>{t('tooMany', { most: feedbackCheck.most })}</p>
          <a href={`#${ROUTES.feedbackList}`}>{t('see')}</a>
        </Note>
      )}
      <RadioGroup
        id={idOf('type')}
        name="type"
        language={language}
        label={t('type')}
        error={errorOf('type')}
        value={type}
        choices={TYPE_NAMES.map((name) => ({ id: String(FEEDBACK_TYPES[name]), label: f(name) }))}
        onChange={change}
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
        id={idOf('description')}
        name="description"
        language={language}
        label={t('description')}
        hint={t('descriptionHint')}
        error={errorOf('description')}
        value={description}
        maxLength={FEEDBACK_LIMITS.description.max}
        required
        onChange={change}
      />
      {WITH_ACCOUNT.indexOf(type) >= 0 && (
        <TextField
          id={idOf('receiverAccount')}
          name="receiverAccount"
          language={language}
          label={t('account')}
          optional
          value={receiverAccount}
          maxLength={FEEDBACK_LIMITS.account.max}
          enterKey="next"
          onChange={change}
        />
      )}
      <FeedbackPictures
        state={state}
        send={send}
        id={idOf('pictures')}
        about={ABOUT}
        values={values}
        error={wrongPicture}
        sending={at('uploading')}
      />
      <TextField
        id={idOf('contact')}
        name="contact"
        language={language}
        label={t('contact')}
        hint={t('contactHint')}
        error={errorOf('contact')}
        value={contact}
        maxLength={FEEDBACK_LIMITS.contact.max}
        mode="email"
        autocomplete="email"
        capitalise="none"
        enterKey="done"
        required
        onChange={change}
      />
      <RadioGroup
        id={idOf('contactTime')}
        name="contactTime"
        language={language}
        label={t('time')}
        error={errorOf('contactTime')}
        value={contactTime}
        choices={CONTACT_TIMES.map((time) => ({ id: time, label: timeLabel(f, time) }))}
        onChange={change}
      />
    </Screen>
  );
}
