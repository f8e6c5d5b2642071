import { CODE, LOCAL } from '#machines/model/codes.ts';
import { initialContext } from '#machines/context.ts';
import { example } from '../../example.ts';
import { NOW, visitor } from '../../samples.ts';

type Place =
  | 'enteringMobile'
  | 'findingMobile'
  | 'sendingCode'
  | 'askingCaptcha'
  | 'solvingCaptcha'
  | 'waitingCaptcha'
  | 'enteringIdNumber'
  | 'enteringCode'
  | 'verifying';
const login = (place: Place) => ({ places: { user: { login: place } } }) as const;
const signIn = { ...initialContext.signIn, mobile: '0712 345 678' };
const typed = { ...visitor, signIn };
const captcha = { token: 'task', parts: 16, bits: 15, waitUntil: NOW + 227_000 };
const asked = { ...visitor, signIn: { ...signIn, captcha, captchaSolved: 6 } };
const codeSent = { ...visitor, signIn: { ...signIn, codeAgainAt: NOW + 42_000 } };

export const examples = {
  askingShell: example({ places: 'askingLogin' }, visitor),
  enteringMobile: example(login('enteringMobile'), visitor),
  mobileMissing: example(login('enteringMobile'), { ...visitor, problem: { code: LOCAL.mobileMissing, message: '' } }),
  mobileInvalid: example(login('enteringMobile'), {
    ...visitor,
    signIn: { ...signIn, mobile: '07123' },
    problem: { code: LOCAL.mobileInvalid, message: '' },
  }),
  networkFailed: example(login('enteringMobile'), { ...typed, problem: { code: LOCAL.networkFailed, message: '' } }),
  findingMobile: example(login('findingMobile'), typed),
  sendingCode: example(login('sendingCode'), typed),
  enteringCode: example(login('enteringCode'), codeSent),
  mayAskAgain: example(login('enteringCode'), { ...visitor, signIn: { ...signIn, codeAgainAt: NOW - 1 } }),
  codeWrong: example(login('enteringCode'), {
    ...codeSent,
    problem: { code: CODE.invalidVerificationCode, message: 'Invalid verification code' },
  }),
  codeUsedUp: example(login('enteringCode'), {
    ...codeSent,
    problem: { code: CODE.tooManyWrongCodes, message: 'Too many wrong tries. Ask for a new code.' },
  }),
  askingCaptcha: example(login('askingCaptcha'), typed),
  solvingCaptcha: example(login('solvingCaptcha'), {
    ...asked,
    problem: { code: CODE.captchaRequired, message: 'Many codes were asked for. A short check of your phone comes first' },
  }),
  waitingCaptcha: example(login('waitingCaptcha'), asked),
  captchaFailed: example(login('waitingCaptcha'), { ...asked, problem: { code: LOCAL.captchaFailed, message: '' } }),
  waitOver: example(login('waitingCaptcha'), { ...asked, signIn: { ...asked.signIn, captcha: { ...captcha, waitUntil: NOW - 1 } } }),
  enteringIdNumber: example(login('enteringIdNumber'), {
    ...typed,
    problem: {
      code: CODE.idNumberRequired,
      message: 'Many codes were requested for this number. To get one now, confirm that the account is yours. Or try again in 54 minutes',
    },
  }),
  idNumberMissing: example(login('enteringIdNumber'), { ...typed, problem: { code: LOCAL.incomplete, message: '' } }),
  sendingIdNumber: example(login('sendingCode'), { ...typed, signIn: { ...signIn, nationalId: '12345678', dependsOnId: true } }),
  enteringCodeOfOwner: example(login('enteringCode'), { ...codeSent, signIn: { ...codeSent.signIn, dependsOnId: true } }),
  verifying: example(login('verifying'), codeSent),
};
