/** Signing in: numbers, codes, sessions, countries, and the saved data of the borrower. */
import { MINUTE } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import type { Msisdn } from '#machines/model/phone.ts';
import { maskAccount, payoutAccountOf, readSections, savedSections } from '#server/apply/applicant.ts';
import { payoutCodeHolder } from '#server/apply/payoutAccount.ts';
import { plainText } from '#server/books/textMessages.ts';
import { drawCodeHolder } from '#server/borrow/drawCode.ts';
import { messageText } from '#server/wire/messageText.ts';
import { CODE_LIFE, type CodeHolder } from '#server/identity/oneTimeCodes.ts';
import type { Borrower } from '#server/identity/borrowers.ts';
import type { CodeSent, Country, SessionGrant } from '#src/api/payloads.ts';
import type { CallDeps } from './deps.ts';
import type { Caller, Handlers } from '#server/wire/handler.ts';
import { readChannel } from './promotion.ts';
import { invalidField, readCode, readMobile, readOption, readText } from './read.ts';
import { Refusal, type MessageKey, type Params } from '#server/refusals/refusal.ts';

type UserCalls =
  | 'countryByIp'
  | 'countryByCode'
  | 'existsByMobile'
  | 'isRequiredVerificationCode'
  | 'getVerifyCode'
  | 'login'
  | 'register'
  | 'logOut'
  | 'getUserInfo';

/** ISO code and calling code. */
const COUNTRY_CODES = ['KE', '254'] as const;

/** The only country that is served, whatever the address of the caller. */
const kenya = ({ language }: Caller): Country => ({
  code: 'KE',
  name: messageText(language, 'country.name'),
  callingCode: '254',
  currency: 'KES',
});

const PURPOSES = ['login', 'register', 'bindCard', 'draw'] as const;

export function userCalls({
  store,
  borrowers,
  codes,
  captchas,
  captchaFrom,
  sessions,
  sms,
  lookups,
  appName,
}: CallDeps): Handlers<UserCalls> {
  const namesOf = async (userId: number): Promise<{ firstName: string | null; lastName: string | null }> => {
    const { personalInfo } = await readSections(store.db, userId);
    return { firstName: personalInfo?.['firstName'] || null, lastName: personalInfo?.['lastName'] || null };
  };

  const granted = async (token: string, { id, mobile }: Borrower): Promise<SessionGrant> => ({
    token,
    userId: String(id),
    mobile,
    firstName: (await namesOf(id)).firstName,
  });

  const isCaptchaNeeded = async (mobile: Msisdn, address: string): Promise<boolean> => {
    const sent = await codes.sentWithinHour(mobile, address);
    return sent.toNumber >= captchaFrom.perNumber || sent.fromAddress >= captchaFrom.perAddress;
  };

  const isAnswered = (given: unknown): boolean => {
    const { id, answer } = (typeof given === 'object' && given !== null ? given : {}) as { id?: unknown; answer?: unknown };
    return typeof id === 'string' && typeof answer === 'string' && captchas.check(id, answer);
  };

  return {
    countryByIp: async (_request, caller) => kenya(caller),
    async countryByCode(request, caller) {
      if (request.code !== undefined) readOption(request, 'code', COUNTRY_CODES, caller.language);
      return kenya(caller);
    },

    async existsByMobile(request, { language, address }) {
      lookups.count(address);
      return { exists: (await borrowers.find(readMobile(request, language))) !== null };
    },

    async isRequiredVerificationCode(request, { language, address }) {
      const mobile = readMobile(request, language);
      lookups.count(address);
      // There are no passwords: the code is the only proof of a number, so it is always required.
      if (!(await isCaptchaNeeded(mobile, address))) return { required: true, captcha: null };
      const { id, a, b } = captchas.create();
      return { required: true, captcha: { id, question: messageText(language, 'captcha.question', { a, b }) } };
    },

    async getVerifyCode(request, caller) {
      const { language, address } = caller;
      const mobile = readMobile(request, language);
      const purpose = readOption(request, 'purpose', PURPOSES, language);
      const send = (holder: CodeHolder, key: MessageKey, params: Params = {}): Promise<CodeSent> =>
        codes.send(mobile, holder, address, (code) =>
          sms.send(mobile, messageText(language, key, { code, app: appName, minutes: CODE_LIFE / MINUTE, ...params })),
        );
      if (purpose === 'bindCard') {
        const userId = await caller.signedIn();
        const registered = await borrowers.mobileOf(userId);
        // The text names what the code allows, because its reader need not be the person who requested it.
        return send(payoutCodeHolder(userId, registered), mobile === registered ? 'sms.payoutCode' : 'sms.walletCode');
      }
      if (purpose === 'draw') {
        const userId = await caller.signedIn();
        // A stranger's number is no different from a mistyped one.
        if (mobile !== (await borrowers.mobileOf(userId))) throw invalidField('mobile', 'field.ownMobile', language);
        const account = await payoutAccountOf(store.db, userId);
        if (!account) throw new Refusal(CODE.orderRefused, 'lender.payoutAccountMissing');
        const { holderName, masked } = maskAccount(account);
        // The text names where the money goes: whoever is talked into passing the code on can read it there.
        return send(drawCodeHolder(userId, mobile), 'sms.drawCode', { account: plainText(`${holderName} ${masked}`) });
      }
      lookups.count(address);
      const known = (await borrowers.find(mobile)) !== null;
      if (known && purpose === 'register') throw new Refusal(CODE.mobileExists, 'mobileExists');
      if (!known && purpose === 'login') throw new Refusal(CODE.mobileUnknown, 'mobileUnknown');
      if ((await isCaptchaNeeded(mobile, address)) && !isAnswered(request.captcha))
        throw new Refusal(CODE.captchaRequired, request.captcha ? 'captchaWrong' : 'captchaRequired');
      return send({ purpose, userId: null }, 'sms.code');
    },

    async login(request, caller) {
      const mobile = readMobile(request, caller.language);
      const code = readCode(request, caller.language);
      await codes.use(mobile, { purpose: 'login', userId: null }, code);
      const borrower = await borrowers.find(mobile);
      if (!borrower) throw new Refusal(CODE.mobileUnknown, 'mobileUnknown');
      return granted(await store.tx((tx) => sessions.grant(tx, borrower.id, caller.device)), borrower);
    },

    async register(request, caller) {
      const mobile = readMobile(request, caller.language);
      if (request.acceptedTerms !== true)
        throw new Refusal(
          CODE.invalidField,
          'termsNotAccepted',
          {},
          { fields: { acceptedTerms: messageText(caller.language, 'termsNotAccepted') } },
        );
      const code = readCode(request, caller.language);
      const channelId = readChannel(request, caller);
      await codes.use(mobile, { purpose: 'register', userId: null }, code);
      const { token, borrower } = await store.tx(async (tx) => {
        const registered = await borrowers.register(tx, mobile, channelId);
        return { token: await sessions.grant(tx, registered.id, caller.device), borrower: registered };
      });
      return granted(token, borrower);
    },

    async logOut(request, caller) {
      await sessions.logOut(readText(request, 'token', caller.language));
      return null;
    },

    async getUserInfo(_request, caller) {
      const userId = await caller.signedIn();
      const mobile = await borrowers.mobileOf(userId);
      const saved = await savedSections(store.db, userId);
      return {
        basicInfo: { userId: String(userId), mobile, ...(await namesOf(userId)) },
        sections: Object.fromEntries(saved.map(({ section, values }) => [section, values])),
        savedAt: Object.fromEntries(saved.map(({ section, savedAt }) => [section, savedAt])),
      };
    },
  };
}
