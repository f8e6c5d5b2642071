import type { JourneyContext } from '#machines/context.ts';
import { CODE, LOCAL } from '#machines/model/codes.ts';
import { codeDigits } from '#src/forms/text.ts';
import { type ShortForm, useShortForm } from '#src/forms/useShortForm.ts';
import { problemText } from '#src/i18n/problems.ts';
import { LIMITS } from '#src/market/limits.ts';

const JUDGED_BY = [LOCAL.codeInvalid];
const MESSAGE_FIELD = ['code', [CODE.invalidVerificationCode, CODE.tooManyWrongCodes]] as const;

/** The form for a one-time code of six digits. @param typed the initial value of the field. */
export const useCodeForm = ({ language, problem }: JourneyContext, typed = ''): ShortForm<'code'> =>
  useShortForm({
    initial: { code: typed },
    settle: { code: codeDigits },
    rules: {
      code: (code) => (code.length === LIMITS.verificationCode ? null : problemText(language, { code: LOCAL.codeInvalid, message: '' })),
    },
    problem,
    judgedBy: JUDGED_BY,
    messageField: MESSAGE_FIELD,
  });
