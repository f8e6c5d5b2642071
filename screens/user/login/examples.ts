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
  | 'enteringReceivedCode'
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
  sessionOffered: example(login('enteringMobile'), {
    ...visitor,
    offeredSession: { token: 'of the shell', userId: 'u1', mobile: '254712345678' },
  }),
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
  enteringReceivedCode: example(login('enteringReceivedCode'), {
    ...typed,
    problem: {
      code: CODE.receivedCodeRequired,
      message: 'Many codes were requested for this number. To get one now, show that you read its SMS. Or try again in 54 minutes',
    },
  }),
  receivedCodeShort: example(login('enteringReceivedCode'), { ...typed, problem: { code: LOCAL.codeInvalid, message: '' } }),
  sendingReceivedCode: example(login('sendingCode'), { ...typed, signIn: { ...signIn, receivedCode: '123456', mayNotCome: true } }),
  enteringCodeOfReader: example(login('enteringCode'), { ...codeSent, signIn: { ...codeSent.signIn, mayNotCome: true } }),
  verifying: example(login('verifying'), codeSent),
};
