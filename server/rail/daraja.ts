/** M-Pesa Daraja: https://developer.safaricom.co.ke. The simulator has the same interface. */
import type { Clock } from '#server/store/clock.ts';
import { hasClearingCode } from '#src/market/lists/banks.ts';
import { createDarajaClient, textField, unknownAnswer, type DarajaAccess, type DarajaAnswer } from './darajaClient.ts';
import { callbackAddress, validationAddress } from './callbacks.ts';
import { FAILURE, type Rail, type RailIntent, type RailResult, type SendAnswer } from './rail.ts';
import { readCallback, toCode } from './readCallback.ts';
import { toDarajaTime } from './darajaTime.ts';

export interface DarajaOptions {
  /** Read with every call: the simulator's address is known only once the server listens. */
  access: () => DarajaAccess;
  clock: Clock;
  /** Paybill number of a bank by its code; null when the rail cannot reach it. Defaults to the banks known to have one. */
  bankPaybill?: (bankCode: string) => string | null;
  /** ms before a call counts as unanswered. */
  timeout?: number;
  fetch?: typeof fetch;
}

export interface Daraja extends Rail {
  /** Registers the address for paybill payments with the rail. Rejects when that failed. @param secret the one in that address. */
  registerPaybill(secret: string): Promise<void>;
}

/** Business numbers the banks publish for deposits to their accounts. */
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

/** The push is in progress, or the rail does not know it; neither is final. */
const NOT_FINAL = ['500.001.1001', '4999'];

export function createDaraja({
  access,
  clock,
  bankPaybill = (code) => BANK_PAYBILLS[code] ?? null,
  timeout = 30_000,
  fetch: send = fetch,
}: DarajaOptions): Daraja {
  const { post } = createDarajaClient({ access, clock, timeout, fetch: send });
  const password = (timestamp: string): string => Buffer.from(access().shortcode + access().passkey + timestamp).toString('base64');

  async function push(intent: RailIntent, token: string): Promise<SendAnswer> {
    const path = '/mpesa/stkpush/v1/processrequest';
    const { shortcode, callbackBaseUrl } = access();
    const Timestamp = toDarajaTime(clock.now());
    const answer = await post(path, {
      BusinessShortCode: shortcode,
      Password: password(Timestamp),
      Timestamp,
      TransactionType: 'CustomerPayBillOnline',
      Amount: intent.amount / 100,
      PartyA: intent.msisdn,
      PartyB: shortcode,
      PhoneNumber: intent.msisdn,
      CallBackURL: callbackBaseUrl + callbackAddress(token, 'stk'),
      AccountReference: intent.id,
      TransactionDesc: 'Loan payment',
    });
    if (answer.status === 200 && textField(answer, 'ResponseCode') === '0')
      return { is: 'accepted', ref: textField(answer, 'CheckoutRequestID') || null };
    // Refused before any prompt was shown; the borrower may try again at once.
    if (answer.status === 200 || (answer.status >= 400 && answer.status < 500))
      return {
        is: 'refused',
        code: toCode(answer.body['ResponseCode']) ?? FAILURE.unnamed,
        text: textField(answer, 'errorMessage') || textField(answer, 'ResponseDescription'),
      };
    throw unknownAnswer(path, answer);
  }

  function payoutAnswer(path: string, answer: DarajaAnswer): SendAnswer {
    if (answer.status === 200 && textField(answer, 'ResponseCode') === '0')
      return { is: 'accepted', ref: textField(answer, 'OriginatorConversationID') || null };
    const text = textField(answer, 'errorMessage') || textField(answer, 'ResponseDescription');
    // The payout was sent before under the same id.
    if (/duplicate/i.test(text)) return { is: 'accepted', ref: null };
    // Only an invalid request is final. Credentials, limits and outages are problems of the lender, and the payout is retried.
    if (answer.status === 400 || answer.status === 200)
      return { is: 'refused', code: toCode(answer.body['ResponseCode']) ?? FAILURE.unnamed, text };
    throw unknownAnswer(path, answer);
  }

  const payoutAddresses = (token: string) => {
    const base = access().callbackBaseUrl;
    return {
      ResultURL: base + callbackAddress(token, 'payout'),
      QueueTimeOutURL: base + callbackAddress(token, 'payoutTimeout'),
    };
  };

  async function payWallet(intent: RailIntent, token: string): Promise<SendAnswer> {
    const path = '/mpesa/b2c/v3/paymentrequest';
    const { initiatorName, securityCredential, b2cShortcode } = access();
    const answer = await post(path, {
      OriginatorConversationID: intent.id,
      InitiatorName: initiatorName,
      SecurityCredential: securityCredential,
      CommandID: 'BusinessPayment',
      Amount: intent.amount / 100,
      PartyA: b2cShortcode,
      PartyB: intent.msisdn,
      Remarks: 'Loan',
      Occassion: '',
      ...payoutAddresses(token),
    });
    return payoutAnswer(path, answer);
  }

  /** A bank account is paid through the bank's paybill number. This call has no idempotency key, so it is made once. */
  async function payBank(intent: RailIntent, token: string, bankAccount: string | null): Promise<SendAnswer> {
    const path = '/mpesa/b2b/v1/paymentrequest';
    const { initiatorName, securityCredential, b2cShortcode } = access();
    const code = intent.bank_code;
    if (code === null) throw new Error(`intent ${intent.id} is a payout to a bank and has no bank code`);
    const bank = hasClearingCode({ code }) ? bankPaybill(code) : null;
    if (bank === null) return { is: 'refused', code: FAILURE.bankUnreachable, text: `bank ${code} has no paybill number` };
    const answer = await post(path, {
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
    });
    return payoutAnswer(path, answer);
  }

  async function queryPush(intent: RailIntent): Promise<RailResult | null> {
    const path = '/mpesa/stkpushquery/v1/query';
    const Timestamp = toDarajaTime(clock.now());
    const answer = await post(path, {
      BusinessShortCode: access().shortcode,
      Password: password(Timestamp),
      Timestamp,
      CheckoutRequestID: intent.provider_ref,
    });
    if (NOT_FINAL.includes(textField(answer, 'errorCode')) || NOT_FINAL.includes(textField(answer, 'ResultCode'))) return null;
    const code = toCode(answer.body['ResultCode']);
    if (answer.status !== 200 || code === null) throw unknownAnswer(path, answer);
    if (code === 0) return { ok: true, amount: null, receipt: null, at: null, providerRef: intent.provider_ref };
    return { ok: false, code, text: textField(answer, 'ResultDesc'), providerRef: intent.provider_ref };
  }

  /** The answer comes as a callback to the `status` address. */
  async function queryPayout(intent: RailIntent, token: string): Promise<null> {
    const path = '/mpesa/transactionstatus/v1/query';
    const { initiatorName, securityCredential, b2cShortcode, callbackBaseUrl } = access();
    if (intent.provider_ref === null) return null;
    const answer = await post(path, {
      Initiator: initiatorName,
      SecurityCredential: securityCredential,
      CommandID: 'TransactionStatusQuery',
      TransactionID: '',
      // Daraja 3.0 documents the first name, earlier documents the second.
      OriginalConversationID: intent.provider_ref,
      OriginatorConversationID: intent.provider_ref,
      PartyA: b2cShortcode,
      IdentifierType: '4',
      Remarks: 'Loan',
      Occasion: '',
      ResultURL: callbackBaseUrl + callbackAddress(token, 'status'),
      QueueTimeOutURL: callbackBaseUrl + callbackAddress(token, 'status'),
    });
    if (answer.status !== 200) throw unknownAnswer(path, answer);
    return null;
  }

  /** A receipt of the paybill. The answer comes as a callback to the `receipt` address of this token. */
  async function confirm({ receipt, token }: { receipt: string; token: string }): Promise<null> {
    const path = '/mpesa/transactionstatus/v1/query';
    const { shortcode, paybillInitiatorName, paybillSecurityCredential, callbackBaseUrl } = access();
    const url = callbackBaseUrl + callbackAddress(token, 'receipt');
    const answer = await post(path, {
      Initiator: paybillInitiatorName,
      SecurityCredential: paybillSecurityCredential,
      CommandID: 'TransactionStatusQuery',
      TransactionID: receipt,
      PartyA: shortcode,
      IdentifierType: '4',
      Remarks: 'Loan payment',
      Occasion: '',
      ResultURL: url,
      QueueTimeOutURL: url,
    });
    if (answer.status !== 200) throw unknownAnswer(path, answer);
    return null;
  }

  return {
    send: (intent, token, bankAccount) =>
      intent.kind === 'STK' ? push(intent, token) : intent.kind === 'B2B' ? payBank(intent, token, bankAccount) : payWallet(intent, token),
    query: (intent, token) => (intent.kind === 'STK' ? queryPush(intent) : queryPayout(intent, token)),
    confirm,
    // Daraja documents no lookup of a customer's name: the result of a payout is the first to tell it.
    holderName: () => Promise.resolve(null),
    read: readCallback,
    async registerPaybill(secret) {
      const path = '/mpesa/c2b/v1/registerurl';
      const base = access().callbackBaseUrl;
      const answer = await post(path, {
        ShortCode: access().shortcode,
        ResponseType: 'Completed',
        ConfirmationURL: base + callbackAddress(secret, 'paybill'),
        ValidationURL: base + validationAddress(secret),
      });
      if (answer.status !== 200 || textField(answer, 'ResponseCode') !== '0') throw unknownAnswer(path, answer);
    },
  };
}
