/** The calls for signing in: numbers, codes, sessions, countries. */
import { MINUTE } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import type { Msisdn } from '#machines/model/phoneNumber.ts';
import { maskAccount, payoutAccountOf, typedPersonalInfo } from '#server/apply/applicant.ts';
import { payoutCodeHolder } from '#server/apply/payoutAccount.ts';
import { plainText, queueAccountText } from '#server/books/textMessages.ts';
import { drawCodeHolder } from '#server/borrow/drawCode.ts';
import { messageText } from '#server/wire/messageText.ts';
import { codeRefused } from '#server/identity/codeJudge.ts';
import { CODE_LIFE, type CodeHolder } from '#server/identity/codeRows.ts';
import type { CodeSender } from '#server/identity/oneTimeCodes.ts';
import type { Borrower } from '#server/identity/borrowers.ts';
import { CHALLENGE, DEVICE_NAME_LENGTH, type CodeSent, type Country, type Login, type SessionGrant } from '#src/api/payloads.ts';
import type { Language } from '#machines/context.ts';
import type { SignIn } from '#server/identity/sessionTokens.ts';
import type { Tx } from '#server/store/store.ts';
import type { CallDeps } from './deps.ts';
import type { Caller, Handlers, Unchecked } from '#server/wire/handler.ts';
import { readChannel } from './promotion.ts';
import { invalidField, readCode, readMobile, readOption, readText } from './readRequest.ts';
import { orderRefused, Refusal, type MessageKey, type Params } from '#server/refusals/refusal.ts';

type UserCalls =
  | 'countryByIp'
  | 'countryByCode'
  | 'existsByMobile'
  | 'isRequiredVerificationCode'
  | 'getVerifyCode'
  | 'login'
  | 'register'
  | 'logOut';

/** ISO code and calling code. */
const COUNTRY_CODES = ['KE', '254'] as const;

/** The answer about the country. The lender serves only Kenya, so it does not depend on the caller's address. */
const kenya = ({ language }: Caller): Country => ({
  code: 'KE',
  name: messageText(language, 'country.name'),
  callingCode: '254',
  currency: 'KES',
});

/** The statuses in which the order machine accepts `account.bound` or `account.corrected`. */
const BINDING_STATUSES = [STATUS.bindCard, STATUS.question, STATUS.payFail] as const;

const PURPOSES = ['login', 'register', 'bindCard', 'draw'] as const;

type PhoneDetails = Pick<SignIn, 'challenge' | 'deviceName'>;

/**
 * Reads the challenge and the name of the device, which is cleaned.
 * @throws Refusal invalidField for a malformed challenge, because the phone could never use a token for it.
 */
function readPhoneDetails({ challenge = null, deviceName }: Unchecked<Login>, language: Language): PhoneDetails {
  if (challenge !== null && !(typeof challenge === 'string' && CHALLENGE.test(challenge)))
    throw invalidField('challenge', 'field.text', language);
  return { challenge, deviceName: cleanDeviceName(deviceName) };
}

/** Keeps letters, digits and a few signs on one line. Other characters could rearrange or imitate the page that shows the name. */
const cleanDeviceName = (name: unknown): string =>
  typeof name !== 'string'
    ? ''
    : Array.from(
        name
          .slice(0, 1_000)
          .normalize('NFC')
          .replace(/[^\p{L}\p{N} .,()+_-]+/gu, ' ')
          .replace(/ +/g, ' ')
          .trim(),
      )
        .slice(0, DEVICE_NAME_LENGTH)
        .join('')
        .trim();

export function userCalls({
  store,
  borrowers,
  blocked,
  codes,
  callerLimits,
  sessions,
  sms,
  appName,
  pageHost,
  clock,
  support,
}: CallDeps): Handlers<UserCalls> {
  const firstNameOf = async (userId: number): Promise<string | null> => (await typedPersonalInfo(store.db, userId))['firstName'] || null;

  const granted = async (token: string, { id, mobile }: Borrower, { challenge }: PhoneDetails): Promise<SessionGrant> => ({
    token,
    userId: String(id),
    mobile,
    firstName: await firstNameOf(id),
    ...(challenge === null ? {} : { needsVerifier: true }),
  });

  /** Begins a session. A sign-in on a new device is reported by text to the owner of the number, who may not be the caller. */
  async function signInAgain(tx: Tx, borrower: Borrower, caller: Caller, phone: PhoneDetails): Promise<string> {
    const { token, isNewDevice } = await sessions.grant(tx, borrower.id, { ...phone, device: caller.device, isRegistration: false });
    const reader = { userId: borrower.id, language: caller.language };
    if (isNewDevice) await queueAccountText(tx, reader, 'deviceAdded', { email: support.email }, clock.now());
    return token;
  }

  /** A line that lets the browser fill the code in. The code for another number has no such line: it is read on another phone. */
  const lineForBrowser = (key: MessageKey, code: string): string =>
    pageHost === null || key === 'sms.walletCode' ? '' : `\n\n@${pageHost} #${code}`;

  /** Whether an order of the borrower takes a payout account now. */
  const canBindAccount = async (userId: number): Promise<boolean> =>
    (await store.db
      .selectFrom('loan_order')
      .select('id')
      .where('user_id', '=', userId)
      .where('status', 'in', BINDING_STATUSES)
      .executeTakeFirst()) !== undefined;

  /**
   * A session alone does not suffice for sending a code to another number than the registered one. The caller must also enter
   * the code that was sent to the registered number. That code stays valid.
   * @throws Refusal of the field `verificationCode`.
   */
  async function refuseWithoutOwnCode(
    request: { readonly verificationCode?: unknown },
    caller: Caller,
    userId: number,
    registered: Msisdn,
  ): Promise<void> {
    const { language } = caller;
    const at = (key: MessageKey) => ({ verificationCode: messageText(language, key) });
    const { verificationCode: code } = request;
    if (typeof code !== 'string' || code.trim() === '')
      throw new Refusal(CODE.verificationCodeRequired, 'ownCodeFirst', {}, { fields: at('ownCodeFirst') });
    await callerLimits.codeTry(caller, userId);
    const [verdict] = await codes.judge([{ mobile: registered, code: readCode({ code }, language) }], payoutCodeHolder(userId, registered));
    if (verdict === 'wrong') throw codeRefused(verdict, at('invalidVerificationCode'));
    if (verdict === 'used up') throw codeRefused(verdict, at('tooManyWrongCodes'));
  }

  /** The sender of a request for a code before signing in. */
  const visitor = async (mobile: Msisdn, caller: Caller): Promise<Omit<CodeSender, 'captcha' | 'receivedCode'>> => {
    const { address, device } = caller;
    const account = await callerLimits.knownAs(caller, mobile);
    return { address, device, isKnown: account !== null, owesLoan: account !== null && (await callerLimits.owesLoan(account)) };
  };

  const visitorsHolder = (purpose: 'login' | 'register', caller: Caller): CodeHolder => ({
    purpose,
    userId: null,
    asker: callerLimits.askerOf(caller),
  });

  return {
    countryByIp: async (_request, caller) => kenya(caller),
    async countryByCode(request, caller) {
      if (request.code !== undefined) readOption(request, 'code', COUNTRY_CODES, caller.language);
      return kenya(caller);
    },

    async existsByMobile(request, caller) {
      const mobile = readMobile(request, caller.language);
      await callerLimits.lookup(caller);
      return { exists: (await borrowers.find(mobile)) !== null };
    },

    async isRequiredVerificationCode(request, caller) {
      const mobile = readMobile(request, caller.language);
      await callerLimits.lookup(caller);
      // There are no passwords: the code is the only proof of a number, so it is always required. The work does not
      // depend on whether the code is for signing in or for registering.
      return { required: true, captcha: await codes.captchaFor(mobile, visitorsHolder('login', caller), await visitor(mobile, caller)) };
    },

    async getVerifyCode(request, caller) {
      const { language, address, device } = caller;
      const mobile = readMobile(request, language);
      const purpose = readOption(request, 'purpose', PURPOSES, language);
      const send = (holder: CodeHolder, sender: Omit<CodeSender, 'captcha'>, key: MessageKey, params: Params = {}): Promise<CodeSent> =>
        codes.send(mobile, holder, { ...sender, captcha: request.captcha }, async (code) => {
          const words = messageText(language, key, { code, app: appName, minutes: CODE_LIFE / MINUTE, ...params });
          const sent = await caller.withoutPlace(() => sms.send(mobile, words + lineForBrowser(key, code), { kind: 'code' }));
          if (sent.is === 'refused') {
            // The same text is the message of the refusal and of the field: not every page that requests a code shows the field.
            const why = sent.why === 'number' ? 'field.noTexts' : 'field.textsStopped';
            throw new Refusal(CODE.invalidField, why, {}, { fields: { mobile: messageText(language, why) } });
          }
          if (sent.is === 'notNow') throw new Refusal(CODE.tryLater, 'textsDelayed');
        });
      if (purpose === 'bindCard') {
        const userId = await caller.signedIn();
        const registered = await caller.mobile();
        if (mobile !== registered) {
          if (!(await canBindAccount(userId))) throw orderRefused();
          await refuseWithoutOwnCode(request, caller, userId, registered);
        }
        const borrower = { address, device, isKnown: false, owesLoan: await callerLimits.owesLoan(userId) };
        // The text says what the code is for, because somebody else than its reader may have requested it.
        return send(payoutCodeHolder(userId, registered), borrower, mobile === registered ? 'sms.payoutCode' : 'sms.walletCode');
      }
      if (purpose === 'draw') {
        const userId = await caller.signedIn();
        // Any other number gets the answer for a mistyped number, so the caller does not learn whether it has an account.
        if (mobile !== (await caller.mobile())) throw invalidField('mobile', 'field.ownMobile', language);
        const account = await payoutAccountOf(store.db, userId);
        if (!account) throw new Refusal(CODE.orderRefused, 'lender.payoutAccountMissing');
        const { holderName, masked } = maskAccount(account);
        // The text names the recipient of the money, so that a borrower who is talked into passing the code on can read it.
        const borrower = { address, device, isKnown: false, owesLoan: await callerLimits.owesLoan(userId) };
        return send(drawCodeHolder(userId, mobile), borrower, 'sms.drawCode', { account: plainText(`${holderName} ${masked}`) });
      }
      await callerLimits.lookup(caller);
      const account = await borrowers.find(mobile);
      if (account && purpose === 'register') throw new Refusal(CODE.mobileExists, 'mobileExists');
      if (!account && purpose === 'login') throw new Refusal(CODE.mobileUnknown, 'mobileUnknown');
      const receivedCode = (request.receivedCode ?? null) === null ? null : readText(request, 'receivedCode', language, 30).trim();
      return send(visitorsHolder(purpose, caller), { ...(await visitor(mobile, caller)), receivedCode }, 'sms.code');
    },

    async login(request, caller) {
      const mobile = readMobile(request, caller.language);
      const code = readCode(request, caller.language);
      const phone = readPhoneDetails(request, caller.language);
      await callerLimits.codeTry(caller, null);
      await codes.use(mobile, visitorsHolder('login', caller), code);
      // Checked after the code, so that only a person who reads the number's SMS learns that it is blocked.
      await blocked.refuse(store.db, mobile);
      const borrower = await borrowers.find(mobile);
      if (!borrower) throw new Refusal(CODE.mobileUnknown, 'mobileUnknown');
      return granted(await store.tx((tx) => signInAgain(tx, borrower, caller, phone)), borrower, phone);
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
      const phone = readPhoneDetails(request, caller.language);
      await callerLimits.codeTry(caller, null);
      await codes.use(mobile, visitorsHolder('register', caller), code);
      await blocked.refuse(store.db, mobile);
      const { token, borrower } = await store.tx(async (tx) => {
        const registered = await borrowers.register(tx, mobile, channelId);
        const signIn = { ...phone, device: caller.device, isRegistration: true };
        return { token: (await sessions.grant(tx, registered.id, signIn)).token, borrower: registered };
      });
      return granted(token, borrower, phone);
    },

    async logOut(request, caller) {
      await sessions.logOut(readText(request, 'token', caller.language));
      return null;
    },
  };
}
