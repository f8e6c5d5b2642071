import type { Captcha, Country, Session } from '../model/device.ts';
import { either } from '../words.ts';
import { port } from './port.ts';

type SignIn = { mobile: string; code: string };

export const user = {
  /** Whether a borrower with this number exists. */
  findMobile: port<{ exists: boolean }, { mobile: string }>().reads({
    call: 'existsByMobile',
    clauses: ['1.account'],
    doing: 'Looking up the mobile number',
    words: either('exists', 'The lender said whether the number has an account', 'The number is known', 'The number is new'),
  }),
  /** @returns when another code may be asked for. */
  requestCode: port<
    { againAt: number },
    {
      mobile: string;
      purpose: 'login' | 'register' | 'bindCard' | 'draw';
      captcha?: { token: string; answer: readonly number[] } | null;
      receivedCode?: string | null;
      verificationCode?: string;
    }
  >().changes({
    clauses: ['1.account', '3.account'],
    doing: 'Asking for a code',
    words: 'The lender sent a code by SMS',
    refusals: ['captchaRequired', 'receivedCodeRequired'],
  }),
  /** The work before another code is sent; null when none is needed any more. */
  askCaptcha: port<{ captcha: Captcha | null }, { mobile: string }>().reads({
    clauses: ['5.mobile'],
    doing: 'Asking for the work before a code',
    words: either(
      'captcha',
      'The lender said whether it wants work of the phone',
      'The lender wants work of the phone first',
      'The lender wants no work',
    ),
  }),
  /** Does the work. @returns the number found for each part. */
  solveCaptcha: port<{ answer: readonly number[] }, Captcha>().reads({
    clauses: ['5.mobile'],
    doing: 'Doing the work before a code',
    words: 'The phone did the work',
    answeredBy: 'phone',
  }),
  logIn: port<Session, SignIn>().changes({ clauses: ['1.account', '7.userInfo'], doing: 'Signing in', words: 'Signed in' }),
  /** `channelId`: of the promotion that led here. */
  registerBorrower: port<Session, SignIn & { channelId?: string | null }>().changes({
    clauses: ['1.account', '7.userInfo'],
    doing: 'Registering',
    words: 'Registered and signed in',
  }),
  /** `code`: of the country; null: the country in which this phone seems to be. */
  loadCountry: port<Country, { code: string | null }>().reads({
    clauses: ['2.nation'],
    doing: 'Opening the country',
    words: 'The country arrived',
  }),
};
