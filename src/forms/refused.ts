/** What the lender refused, at the fields it is about. */
import { CODE, type Problem } from '#machines/model/codes.ts';
import { fieldNamed } from './scope.ts';
import type { SectionName } from './types.ts';

const ABOUT_THE_CODE: readonly number[] = [CODE.invalidVerificationCode, CODE.tooManyWrongCodes, CODE.verificationCodeRequired];
const CODE_FIELD = 'verificationCode';

/**
 * Field name to the lender's words; undefined when the problem is about no field of this section. The call that
 * checks a code is the same wherever one is asked for, and names no field: a form with one knows where it belongs.
 */
export function refusedFields(section: SectionName, problem: Problem | null): Readonly<Record<string, string>> | undefined {
  if (!problem || problem.fields) return problem?.fields;
  const isAboutCode = ABOUT_THE_CODE.indexOf(problem.code) >= 0 && problem.message !== '' && fieldNamed(section, CODE_FIELD) !== undefined;
  return isAboutCode ? { [CODE_FIELD]: problem.message } : undefined;
}
