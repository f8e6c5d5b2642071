/** M-PESA Daraja 3.0: https://developer.safaricom.co.ke. `docs/daraja.md` lists every call with its fields and codes. */
import type { Instant } from '#machines/model/calendar.ts';
import type { Clock } from '#server/store/clock.ts';
import { hasClearingCode } from '#src/market/lists/banks.ts';
import { createOwnTokens, type AccessTokens } from './accessTokens.ts';
import {
  createDarajaClient,
  NothingSent,
  RegisteredBefore,
  textField,
  unknownAnswer,
  wordsOf,
  type DarajaAccess,
  type DarajaAnswer,
  type RailFault,
  type RailFetch,
} from './darajaClient.ts';
import { callbackAddress, validationAddress } from './callbacks.ts';
import { FAILURE, type PulledPage, type Rail, type RailIntent, type RailResult, type Reversal, type SendAnswer } from './rail.ts';
import { readCallback, readPulled, toCode } from './readCallback.ts';
import { toDarajaTime, toPullTime } from './darajaTime.ts';

export interface DarajaOptions {
  /** Called for every call, because the simulator's address is unknown until the server listens. */
  access: () => DarajaAccess;
  clock: Clock;
  /** Paybill number of a bank by its code; null when the rail cannot reach the bank. Default: {@link BANK_PAYBILLS}. */
  bankPaybill?: (bankCode: string) => string | null;
  /** ms before a call counts as unanswered. */
  timeout?: number;
  fetch?: RailFetch;
  /** Keeps the access token; by default this client does, which is enough for one process. */
  tokens?: AccessTokens;
  /** Called with a fault that only the operator can repair. */
  alarm?: (fault: RailFault) => void;
}

export interface Daraja extends Rail {
  /**
   * Registers the address for paybill payments with the rail. Rejects when that failed: with {@link RegisteredBefore} when M-PESA
   * keeps an earlier address, so that another attempt would change nothing.
   * @param secret the secret in that address.
   */
  registerPaybill(secret: string): Promise<void>;
  /**
   * Makes the rail list the payments at the paybill. Repeating it changes nothing. Rejects when that failed.
   * @returns whether the rail lists them; false without {@link DarajaAccess.pullNumber}.
   */
  registerPull(secret: string): Promise<boolean>;
}

/** Business numbers that banks publish for deposits to their accounts. */
const BANK_PAYBILLS: Readonly<Record<string, string>> = {
  '01': '522522',
  '02': '329329',
  '03': '303030',
  '07': '880100',
  '11': '400200',
  '31': '600100',
  '57': '542542',
  '63': '516600',
  '68': '247247',
  '70': '222111',
};

/** The answer for a prompt without a result yet. No document of Safaricom has it; users of the query describe it. */
const NO_RESULT_YET = '4999';

/** The trace id of calls that the lender makes by itself, at its start or by the clock. */
const NO_REQUEST = null;

/** Result codes for a prompt that was never shown, for which `PAYMENT_FAILURES` has texts. */
const NOT_SHOWN = { subscriberLocked: 1001, busy: 26 } as const;

/** Most characters of an account number in Business Pay Bill. A longer one could be cut, and the money go to another account. */
const LONGEST_ACCOUNT = 13;

export function createDaraja({
  access,
  clock,
  bankPaybill = (code) => BANK_PAYBILLS[code] ?? null,
  timeout = 30_000,
  fetch: send = fetch,
  tokens = createOwnTokens(clock),
  alarm = () => {},
}: DarajaOptions): Daraja {
  const { post } = createDarajaClient({ access, clock, tokens, timeout, fetch: send, alarm });
  const password = (timestamp: string): string => Buffer.from(access().shortcode + access().passkey + timestamp).toString('base64');

  const refused = (
    answer: DarajaAnswer,
    code = toCode(answer.body['ResponseCode']) ?? FAILURE.unnamed,
  ): SendAnswer & { is: 'refused' } => ({
    is: 'refused',
    code,
    text: wordsOf(answer),
  });

  /** Judges the answer to a push, which is sent once. A refused prompt was not shown, so the borrower may try again at once. */
  function pushAnswer(path: string, answer: DarajaAnswer): SendAnswer {
    switch (answer.meaning) {
      case 'accepted':
        return { is: 'accepted', ref: textField(answer, 'CheckoutRequestID') || null };
      case 'subscriberLocked':
        return refused(answer, NOT_SHOWN.subscriberLocked);
      case 'busy':
        return { ...refused(answer, NOT_SHOWN.busy), isBusy: true };
      case 'tokenRefused':
        return refused(answer, NOT_SHOWN.busy);
      case 'declined':
      case 'invalid':
      case 'misconfigured':
        return refused(answer);
      case 'duplicate':
      case 'inProgress':
      case 'unknown':
        throw unknownAnswer(path, answer);
    }
  }

  async function push(intent: RailIntent, token: string, account: string | null, traceId: string | null): Promise<SendAnswer> {
    const path = '/mpesa/stkpush/v1/processrequest';
    const { shortcode, callbackBaseUrl } = access();
    const Timestamp = toDarajaTime(clock.now());
    try {
      const prompt = {
        BusinessShortCode: shortcode,
        Password: password(Timestamp),
        Timestamp,
        TransactionType: 'CustomerPayBillOnline',
        Amount: intent.amount / 100,
        PartyA: intent.msisdn,
        PartyB: shortcode,
        PhoneNumber: intent.msisdn,
        CallBackURL: callbackBaseUrl + callbackAddress(token, 'stk'),
        AccountReference: account,
        TransactionDesc: 'Loan payment',
      };
      const answer = await post(path, prompt, traceId);
      return pushAnswer(path, answer);
    } catch (error) {
      if (error instanceof NothingSent) return { is: 'refused', code: NOT_SHOWN.busy, text: error.message };
      throw error;
    }
  }

  /** Judges the answer to a payout or a reversal. Only an invalid request is final; faults of the lender and outages are not. */
  function moneyAnswer(path: string, answer: DarajaAnswer): SendAnswer {
    switch (answer.meaning) {
      case 'accepted':
        return { is: 'accepted', ref: textField(answer, 'OriginatorConversationID') || null };
      // The rail has the request already, under the same id.
      case 'duplicate':
        return { is: 'accepted', ref: null };
      case 'declined':
      case 'invalid':
        return /duplicate/i.test(wordsOf(answer)) ? { is: 'accepted', ref: null } : refused(answer);
      case 'tokenRefused':
      case 'misconfigured':
      case 'busy':
      case 'subscriberLocked':
        return { is: 'notNow', text: wordsOf(answer), isBusy: answer.meaning === 'busy' };
      case 'inProgress':
      case 'unknown':
        throw unknownAnswer(path, answer);
    }
  }

  async function sendMoney(path: string, body: object, traceId: string | null): Promise<SendAnswer> {
    try {
      return moneyAnswer(path, await post(path, body, traceId));
    } catch (error) {
      if (error instanceof NothingSent) return { is: 'notNow', text: error.message };
      throw error;
    }
  }

  const payoutAddresses = (token: string) => {
    const base = access().callbackBaseUrl;
    return {
      ResultURL: base + callbackAddress(token, 'payout'),
      QueueTimeOutURL: base + callbackAddress(token, 'payoutTimeout'),
    };
  };

  const payWallet = (intent: RailIntent, token: string, traceId: string | null): Promise<SendAnswer> => {
    const { initiatorName, securityCredential, b2cShortcode } = access();
    const payout = {
      OriginatorConversationID: intent.id,
      InitiatorName: initiatorName,
      SecurityCredential: securityCredential,
      CommandID: 'BusinessPayment',
      Amount: intent.amount / 100,
      PartyA: b2cShortcode,
      PartyB: intent.msisdn,
      Remarks: 'Loan',
      ...payoutAddresses(token),
    };
    return sendMoney('/mpesa/b2c/v3/paymentrequest', payout, traceId);
  };

  /** A bank account is paid through the bank's paybill number. This call has no idempotency key, so it is made once. */
  async function payBank(intent: RailIntent, token: string, bankAccount: string | null, traceId: string | null): Promise<SendAnswer> {
    const { initiatorName, securityCredential, b2cShortcode } = access();
    const code = intent.bank_code;
    if (code === null) throw new Error(`intent ${intent.id} is a payout to a bank and has no bank code`);
    const bank = hasClearingCode({ code }) ? bankPaybill(code) : null;
    if (bank === null) return { is: 'refused', code: FAILURE.bankUnreachable, text: `bank ${code} has no paybill number` };
    if (bankAccount === null || bankAccount.length > LONGEST_ACCOUNT)
      return { is: 'refused', code: FAILURE.accountTooLong, text: `the account number has more than ${LONGEST_ACCOUNT} characters` };
    const payout = {
      Initiator: initiatorName,
      SecurityCredential: securityCredential,
      CommandID: 'BusinessPayBill',
      SenderIdentifierType: '4',
      RecieverIdentifierType: '4',
      Amount: intent.amount / 100,
      PartyA: b2cShortcode,
      PartyB: bank,
      AccountReference: bankAccount,
      Remarks: 'Loan',
      ...payoutAddresses(token),
    };
    return sendMoney('/mpesa/b2b/v1/paymentrequest', payout, traceId);
  }

  async function queryPush(intent: RailIntent, traceId: string | null): Promise<RailResult | null> {
    const path = '/mpesa/stkpushquery/v1/query';
    const Timestamp = toDarajaTime(clock.now());
    const query = {
      BusinessShortCode: access().shortcode,
      Password: password(Timestamp),
      Timestamp,
      CheckoutRequestID: intent.provider_ref,
    };
    const answer = await post(path, query, traceId);
    if (answer.meaning === 'inProgress') return null;
    const code = textField(answer, 'ResultCode');
    if (answer.status !== 200 || code === '') throw unknownAnswer(path, answer);
    if (code === NO_RESULT_YET) return null;
    if (code === '0') return { ok: true, amount: null, receipt: null, at: null, providerRef: intent.provider_ref };
    return { ok: false, code: toCode(code) ?? FAILURE.unnamed, text: textField(answer, 'ResultDesc'), providerRef: intent.provider_ref };
  }

  /** Sends a query whose answer comes as a callback. @throws RailUnknown when the rail did not accept the query. */
  async function question(path: string, body: object, traceId: string | null): Promise<null> {
    const answer = await post(path, body, traceId);
    if (answer.meaning !== 'accepted') throw unknownAnswer(path, answer);
    return null;
  }

  const statusQuestion = (about: object, asker: object, url: string, traceId: string | null): Promise<null> => {
    const query = {
      ...asker,
      ...about,
      CommandID: 'TransactionStatusQuery',
      IdentifierType: '4',
      Remarks: 'Loan',
      ResultURL: url,
      QueueTimeOutURL: url,
    };
    return question('/mpesa/transactionstatus/v1/query', query, traceId);
  };

  const ofPayouts = () => {
    const { initiatorName, securityCredential, b2cShortcode } = access();
    return { Initiator: initiatorName, SecurityCredential: securityCredential, PartyA: b2cShortcode };
  };

  /** Queries a payout. The answer comes as a callback to the `status` address. */
  async function queryPayout(intent: RailIntent, token: string, traceId: string | null): Promise<null> {
    if (intent.provider_ref === null) return null;
    // Daraja 3.0 documents the first name, Daraja 2.0 the second.
    const about = { OriginalConversationID: intent.provider_ref, OriginatorConversationID: intent.provider_ref };
    return statusQuestion(about, ofPayouts(), access().callbackBaseUrl + callbackAddress(token, 'status'), traceId);
  }

  /** Queries a receipt of the paybill. The answer comes as a callback to the `receipt` address of this token. */
  function confirm({ receipt, token }: { receipt: string; token: string }, traceId: string | null): Promise<null> {
    const { shortcode, paybillInitiatorName, paybillSecurityCredential, callbackBaseUrl } = access();
    const asker = { Initiator: paybillInitiatorName, SecurityCredential: paybillSecurityCredential, PartyA: shortcode };
    return statusQuestion({ TransactionID: receipt }, asker, callbackBaseUrl + callbackAddress(token, 'receipt'), traceId);
  }

  async function askBalances(token: string): Promise<void> {
    const url = access().callbackBaseUrl + callbackAddress(token, 'balance');
    const query = {
      ...ofPayouts(),
      CommandID: 'AccountBalance',
      IdentifierType: '4',
      Remarks: 'Float',
      ResultURL: url,
      QueueTimeOutURL: url,
    };
    await question('/mpesa/accountbalance/v1/query', query, NO_REQUEST);
  }

  function reverse({ receipt, amount }: Reversal, token: string): Promise<SendAnswer> {
    const { shortcode, paybillInitiatorName, paybillSecurityCredential, callbackBaseUrl } = access();
    const url = callbackBaseUrl + callbackAddress(token, 'reversal');
    const reversal = {
      Initiator: paybillInitiatorName,
      SecurityCredential: paybillSecurityCredential,
      CommandID: 'TransactionReversal',
      TransactionID: receipt,
      Amount: amount / 100,
      ReceiverParty: shortcode,
      RecieverIdentifierType: '11',
      Remarks: 'Payment returned',
      ResultURL: url,
      QueueTimeOutURL: url,
    };
    return sendMoney('/mpesa/reversal/v1/request', reversal, NO_REQUEST);
  }

  async function paymentsBetween(from: Instant, to: Instant, skip: number): Promise<PulledPage | null> {
    const { shortcode, pullNumber } = access();
    if (pullNumber === null) return null;
    const path = '/pulltransactions/v1/query';
    const query = { ShortCode: shortcode, StartDate: toPullTime(from), EndDate: toPullTime(to), OffSetValue: String(skip) };
    const answer = await post(path, query, NO_REQUEST);
    if (answer.meaning !== 'accepted') throw unknownAnswer(path, answer);
    return readPulled(answer.body);
  }

  return {
    send(intent, token, account, traceId) {
      if (intent.kind === 'STK') return push(intent, token, account, traceId);
      return intent.kind === 'B2B' ? payBank(intent, token, account, traceId) : payWallet(intent, token, traceId);
    },
    query: (intent, token, traceId) => (intent.kind === 'STK' ? queryPush(intent, traceId) : queryPayout(intent, token, traceId)),
    confirm,
    askBalances,
    reverse,
    paymentsBetween,
    // Daraja documents no lookup of a customer's name. The result of a payout is the first message that contains it.
    holderName: () => Promise.resolve(null),
    read: readCallback,
    async registerPaybill(secret) {
      const path = '/mpesa/c2b/v2/registerurl';
      const base = access().callbackBaseUrl;
      const addresses = {
        ShortCode: access().shortcode,
        ResponseType: 'Completed',
        ConfirmationURL: base + callbackAddress(secret, 'paybill'),
        ValidationURL: base + validationAddress(secret),
      };
      const answer = await post(path, addresses, NO_REQUEST);
      if (answer.meaning === 'duplicate') throw new RegisteredBefore(unknownAnswer(path, answer).message);
      if (answer.meaning !== 'accepted') throw unknownAnswer(path, answer);
    },
    async registerPull(secret) {
      const path = '/pulltransactions/v1/register';
      const { shortcode, pullNumber, callbackBaseUrl } = access();
      if (pullNumber === null) return false;
      const registration = {
        ShortCode: shortcode,
        RequestType: 'Pull',
        NominatedNumber: pullNumber,
        CallBackURL: callbackBaseUrl + callbackAddress(secret, 'paybill'),
      };
      const answer = await post(path, registration, NO_REQUEST);
      if (answer.meaning !== 'accepted') throw unknownAnswer(path, answer);
      return true;
    },
  };
}
