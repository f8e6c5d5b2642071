import { FEEDBACK_LIMITS, wrongFields, type FeedbackField } from '#machines/model/feedback.ts';
import { formatMsisdn, onItsOwn } from '#machines/model/phoneNumber.ts';
import { sessionOf } from '#machines/required.ts';
import type { Entered, ShortForm, ShortRule } from '#src/forms/useShortForm.ts';
import { useUnsentForm } from '#src/forms/useUnsentForm.ts';
import type { ScreenProps } from '../../props.ts';
import { text } from './strings.ts';

/** The purpose of the unsent values, a key of `Unsent`. */
export const ABOUT = 'feedback';

export type Name = FeedbackField | 'receiverAccount';

/** The form of a new message. The phone stores every letter, so that typed text survives a closed web view. */
export function useMessageForm({ state, send }: ScreenProps): ShortForm<Name> {
  const t = text(state.context.language);
  const ruleOf =
    (field: FeedbackField): ShortRule<Name> =>
    (_: string, { values }: Entered<Name>) =>
      wrongFields(values).includes(field) ? t(`missing_${field}`, { num: FEEDBACK_LIMITS.description.min }) : null;
  return useUnsentForm<Name>({
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
}
