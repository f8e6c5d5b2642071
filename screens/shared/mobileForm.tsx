import type { ReactNode } from 'react';
import { LOCAL } from '#machines/model/codes.ts';
import { groupDigits, toMsisdn } from '#machines/model/phoneNumber.ts';
import { ShortFormBody } from '#src/forms/ShortFormBody.tsx';
import { useShortForm } from '#src/forms/useShortForm.ts';
import { problemText } from '#src/i18n/problems.ts';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { PhoneField } from '#src/ui/form/PhoneField.tsx';
import type { ScreenProps } from '../props.ts';
import { mobileText } from './mobileStrings.ts';

/** The first two problems are shown at the number, the third at the box below it, and none of them elsewhere. */
const JUDGED_BY = [LOCAL.mobileInvalid, LOCAL.mobileMissing, LOCAL.termsNotAccepted];

/** The text behind the fixed +254: any pasted form of a Kenyan number becomes its nine digits; any other text stays as typed. */
const localPart = (typed: string): string => toMsisdn(typed)?.slice(3) ?? (/^[\d ]*$/.test(typed) ? typed.replace(/ /g, '') : typed);

const inGroups = (typed: string): string => {
  const local = localPart(typed);
  return /^\d*$/.test(local) ? groupDigits(local) : local;
};

/**
 * The number for signing in, registering or applying. The chart keeps the number when its field is left, so that the number
 * is still there when the borrower returns from another page.
 * @param id of the form, for the button that submits it. @param prefix the fixed text before the number. @param children
 * more fields.
 */
export function MobileForm({
  state,
  send,
  id,
  prefix = '+254',
  onSubmit,
  children,
}: ScreenProps & { id: string; prefix?: ReactNode; onSubmit: (mobile: string) => void; children?: ReactNode }) {
  const { language, signIn, problem } = state.context;
  const t = mobileText(language);
  const wrong = (code: number): string => problemText(language, { code, message: '' });
  const form = useShortForm({
    initial: { mobile: localPart(signIn.mobile) },
    settle: { mobile: localPart },
    rules: {
      mobile: (typed) => (typed.trim() === '' ? wrong(LOCAL.mobileMissing) : toMsisdn(typed) === null ? wrong(LOCAL.mobileInvalid) : null),
    },
    problem,
    judgedBy: JUDGED_BY,
    onDraft: ({ mobile: typed = '' }) => send({ type: 'mobile.typed', mobile: typed }),
  });
  const field = form.field('mobile');
  return (
    <>
      <ProblemNote language={language} problem={form.note} />
      <ShortFormBody id={id} form={form} announced="mobile" spacing="loose" onSubmit={({ value }) => onSubmit(value('mobile'))}>
        <PhoneField
          {...field}
          value={inGroups(field.value)}
          settle={inGroups}
          id="mobile"
          language={language}
          label={t('mobile')}
          hint={t('hint')}
          error={form.error('mobile')}
          affix={prefix}
          autocomplete="tel-national"
          enterKey="send"
          required
        />
        {children}
      </ShortFormBody>
    </>
  );
}
