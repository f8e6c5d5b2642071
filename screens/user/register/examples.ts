import { CODE, LOCAL } from '#machines/model/codes.ts';
import { initialContext } from '#machines/context.ts';
import { example } from '../../example.ts';
import { NOW, visitor } from '../../samples.ts';

type Place =
  | 'enteringMobile'
  | 'sendingCode'
  | 'enteringReceivedCode'
  | 'askingCaptcha'
  | 'solvingCaptcha'
  | 'waitingCaptcha'
  | 'enteringCode'
  | 'verifying';
const register = (place: Place) => ({ places: { user: { register: place } } }) as const;
const signIn = { ...initialContext.signIn, mobile: '0712 345 678' };
const typed = { ...visitor, signIn };
const asked = { ...visitor, signIn: { ...signIn, captcha: { token: 'task', parts: 16, bits: 15, waitUntil: NOW + 227_000 } } };

export const examples = {
  enteringMobile: example(register('enteringMobile'), visitor),
  unknownNumber: example(register('enteringMobile'), { ...visitor, signIn: { ...signIn, unknownMobile: signIn.mobile } }),
  filledIn: example(register('enteringMobile'), { ...visitor, signIn: { ...signIn, acceptedTerms: true } }),
  mobileInvalid: example(register('enteringMobile'), { ...visitor, problem: { code: LOCAL.mobileInvalid, message: '' } }),
  termsNotAccepted: example(register('enteringMobile'), { ...typed, problem: { code: LOCAL.termsNotAccepted, message: '' } }),
  tooManyCodes: example(register('enteringMobile'), {
    ...typed,
    problem: { code: CODE.tooManyRequests, message: 'Too many tries. Please wait 10 minutes and try again' },
  }),
  sendingCode: example(register('sendingCode'), typed),
  enteringReceivedCode: example(register('enteringReceivedCode'), {
    ...typed,
    problem: {
      code: CODE.receivedCodeRequired,
      message: 'Many codes were requested for this number. To get one now, show that you read its SMS. Or try again in 54 minutes',
    },
  }),
  askingCaptcha: example(register('askingCaptcha'), typed),
  solvingCaptcha: example(register('solvingCaptcha'), asked),
  waitingCaptcha: example(register('waitingCaptcha'), asked),
  enteringCode: example(register('enteringCode'), { ...visitor, signIn: { ...signIn, codeAgainAt: NOW + 42_000 } }),
  verifying: example(register('verifying'), { ...visitor, signIn: { ...signIn, codeAgainAt: NOW + 42_000 } }),
};
