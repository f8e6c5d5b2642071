import { CODE, LOCAL } from '#machines/model/codes.ts';
import { example } from '../example.ts';
import { NOW, visitor } from '../samples.ts';

const login = (place: 'enteringMobile' | 'findingMobile' | 'sendingCode' | 'enteringCode' | 'verifying') =>
  ({ places: { user: { login: place } } }) as const;
const typed = { ...visitor, mobile: '0712 345 678' };
const codeSent = { ...typed, codeAgainAt: NOW + 42_000 };

export const examples = {
  askingShell: example({ places: 'askingLogin' }, visitor),
  enteringMobile: example(login('enteringMobile'), visitor),
  mobileInvalid: example(login('enteringMobile'), { ...visitor, mobile: '07123', problem: { code: LOCAL.mobileInvalid, message: '' } }),
  networkFailed: example(login('enteringMobile'), { ...typed, problem: { code: LOCAL.networkFailed, message: '' } }),
  findingMobile: example(login('findingMobile'), typed),
  sendingCode: example(login('sendingCode'), typed),
  enteringCode: example(login('enteringCode'), codeSent),
  mayAskAgain: example(login('enteringCode'), { ...typed, codeAgainAt: NOW - 1 }),
  codeWrong: example(login('enteringCode'), {
    ...codeSent,
    problem: { code: CODE.invalidVerificationCode, message: 'Invalid verification code' },
  }),
  codeUsedUp: example(login('enteringCode'), {
    ...codeSent,
    problem: { code: CODE.tooManyWrongCodes, message: 'Too many wrong tries. Ask for a new code.' },
  }),
  verifying: example(login('verifying'), codeSent),
};
