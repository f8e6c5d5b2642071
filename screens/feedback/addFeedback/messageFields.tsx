import { CONTACT_TIMES, FEEDBACK_LIMITS, FEEDBACK_TYPES, type FeedbackField } from '#machines/model/feedback.ts';
import { valueOf } from '#machines/model/loadable.ts';
import { ROUTES } from '#machines/routes.ts';
import type { ShortForm } from '#src/forms/useShortForm.ts';
import { ButtonLink } from '#src/ui/button/Button.tsx';
import { RadioGroup } from '#src/ui/form/RadioGroup.tsx';
import { TextArea } from '#src/ui/form/TextArea.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import type { ScreenProps } from '../../props.ts';
import { FeedbackPictures } from '../shared/attachedPictures.tsx';
import { feedbackText, TYPE_NAMES, timeLabel } from '../shared/strings.ts';
import { text } from './strings.ts';
import { ABOUT, type Name } from './useMessageForm.ts';

const idOf = (field: string): string => `feedback-${field}`;

/** Fields that can be wrong, in the order of the page. */
const CHECKED: readonly FeedbackField[] = ['type', 'description', 'contact', 'contactTime'];

/** Subjects that need the account to which the money was sent. */
const WITH_ACCOUNT: readonly string[] = [FEEDBACK_TYPES.loanNotReceived, FEEDBACK_TYPES.loanFailure].map(String);

export const errorsIn = (form: ShortForm<Name>): { id: string; message: string }[] =>
  CHECKED.flatMap((field) => {
    const message = form.isAtFields ? form.error(field) : undefined;
    return message === undefined ? [] : [{ id: idOf(field), message }];
  });

interface Props extends ScreenProps {
  form: ShortForm<Name>;
  /** The error at the pictures. */
  wrongPicture: string | undefined;
}

export function MessageFields({ state, send, form, wrongPicture }: Props) {
  const { language, unsent } = state.context;
  const t = text(language);
  const f = feedbackText(language);
  const type = form.value('type');
  const same = valueOf(state.context.feedbackCheck)?.open.find((ticket) => String(ticket.type) === type);
  return (
    <>
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
        values={unsent[ABOUT] ?? {}}
        error={wrongPicture}
        sending={state.matches({ places: { feedback: { addFeedback: 'uploading' } } })}
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
    </>
  );
}
