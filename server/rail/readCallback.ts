/** Parses Daraja's callbacks. Every field of a body is checked before it is used. */
import type { Cents } from '#machines/model/money.ts';
import type { FloatAccount } from '#server/store/schema/railTables.ts';
import { ALREADY_REVERSED } from './darajaCodes.ts';
import {
  FAILURE,
  type Balances,
  type CallbackContent,
  type CallbackRoute,
  type NamedAmount,
  type PaybillPayment,
  type PulledPage,
  type RailResult,
} from './rail.ts';
import { fromDarajaTime, fromPullTime } from './darajaTime.ts';

type Fields = Readonly<Record<string, unknown>>;

const MAX_TEXT = 500;

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]);
/** A text that the database can store: without NUL and lone surrogates, and cut at the length of the rail's longest texts. */
const text = (value: unknown): string | null => {
  const given = typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null;
  return given === null ? null : Buffer.from(given.slice(0, MAX_TEXT).replaceAll('\0', '\uFFFD')).toString();
};

/** An id of the rail: printable and short, because it is looked up by an index. */
const reference = (value: unknown): string | null => {
  const given = text(value);
  return given !== null && /^[\x21-\x7e]{1,100}$/.test(given) ? given : null;
};

/** M-PESA's receipts are letters and digits. */
const receiptOf = (value: unknown): string | null => {
  const given = text(value);
  return given !== null && /^[0-9A-Za-z]{1,30}$/.test(given) ? given.toUpperCase() : null;
};

/** Shillings, as number or text, maybe with cents. */
export function toCents(value: unknown): Cents | null {
  const digits = text(value);
  if (digits === null || !/^\d{1,12}(\.\d{1,2}0*)?$/.test(digits)) return null;
  const amount = Math.round(Number(digits) * 100);
  return amount > 0 ? amount : null;
}

const namedAmount = (value: unknown): NamedAmount => toCents(value) ?? 'unclear';

/** A whole number, as number or text; null for any other value. */
export function toCode(value: unknown): number | null {
  const digits = text(value);
  return digits !== null && /^-?\d{1,9}$/.test(digits) ? Number(digits) : null;
}

const NOTHING: CallbackContent = { is: 'nothing' };
const UNREADABLE: CallbackContent = { is: 'unreadable' };

const resultContent = (result: RailResult): CallbackContent => ({ is: 'result', result });

function readStk(body: unknown): CallbackContent {
  const callback = fieldsOf(fieldsOf(fieldsOf(body)['Body'])['stkCallback']);
  const providerRef = reference(callback['CheckoutRequestID']);
  const code = toCode(callback['ResultCode']);
  if (code === null || providerRef === null) return UNREADABLE;
  if (code !== 0) return resultContent({ ok: false, code, text: text(callback['ResultDesc']) ?? '', providerRef });
  const items = list(fieldsOf(callback['CallbackMetadata'])['Item']).map(fieldsOf);
  const item = (name: string): unknown => items.find((i) => i['Name'] === name)?.['Value'];
  const amount = item('Amount');
  return resultContent({
    ok: true,
    amount: amount === undefined ? null : namedAmount(amount),
    receipt: receiptOf(item('MpesaReceiptNumber')),
    at: fromDarajaTime(item('TransactionDate')),
    providerRef,
  });
}

/** @returns the value of a parameter; `nth` of those with the same key, from 0. */
const parametersOf = (result: Fields): ((key: string, nth?: number) => unknown) => {
  const parameters = list(fieldsOf(result['ResultParameters'])['ResultParameter']).map(fieldsOf);
  return (key, nth = 0) => parameters.filter((p) => p['Key'] === key)[nth]?.['Value'];
};

/** The name in Daraja's form of a party, "254708374149 - John Doe"; null without a name. */
const holderIn = (party: unknown): string | null => /^\s*\S+\s+-\s+(\S.*?)\s*$/.exec(text(party) ?? '')?.[1] ?? null;

function readPayout(body: unknown): CallbackContent {
  const result = fieldsOf(fieldsOf(body)['Result']);
  const providerRef = reference(result['OriginatorConversationID']);
  const given = text(result['ResultCode']);
  if (given === null || providerRef === null) return UNREADABLE;
  const parameter = parametersOf(result);
  const amount = parameter('TransactionAmount');
  if (given === '0')
    return resultContent({
      ok: true,
      amount: amount === undefined ? null : namedAmount(amount),
      receipt: receiptOf(result['TransactionID']),
      at: null,
      providerRef,
      holder: holderIn(parameter('ReceiverPartyPublicName')),
    });
  return resultContent({ ok: false, code: toCode(given) ?? FAILURE.unnamed, text: text(result['ResultDesc']) ?? given, providerRef });
}

const ENDED_BADLY = ['Failed', 'Declined', 'Cancelled', 'Expired', 'Reversed'];

/** Reads the answer to a status query. The ids of the answer are those of the query; the payout's are among the parameters. */
function readStatus(body: unknown): CallbackContent {
  const result = fieldsOf(fieldsOf(body)['Result']);
  const code = text(result['ResultCode']);
  if (code === null) return UNREADABLE;
  if (code !== '0') return NOTHING;
  const parameter = parametersOf(result);
  // Earlier versions of the document write the key with spaces.
  const providerRef = reference(parameter('OriginatorConversationID') ?? parameter('Originator Conversation ID'));
  const payee = parameter('CreditPartyName') ?? parameter('DebitPartyName', 1);
  const status = text(parameter('TransactionStatus'));
  if (providerRef === null || status === null) return UNREADABLE;
  if (status === 'Completed')
    return resultContent({
      ok: true,
      amount: namedAmount(parameter('Amount')),
      receipt: receiptOf(parameter('ReceiptNo')),
      at: null,
      providerRef,
      holder: holderIn(payee),
    });
  return ENDED_BADLY.includes(status)
    ? resultContent({ ok: false, code: status === 'Expired' ? FAILURE.expired : FAILURE.unnamed, text: status, providerRef })
    : NOTHING;
}

/** @param party such as `600310 - Safaricom333`. @returns its number. */
const numberOfParty = (party: unknown): string | null => /^(\d+)(?:\s|$)/.exec(text(party) ?? '')?.[1] ?? null;

/**
 * Reads the answer to a query of a receipt (Daraja 3.0, Transaction Status, "Callback payload"). The document's sample names both
 * parties `DebitPartyName`, the payer before the payee. The documents do not list all codes other than 0: each means that the
 * receipt is not confirmed. A message without a code means that the query was not answered in time.
 */
function readReceipt(body: unknown): CallbackContent {
  const result = fieldsOf(fieldsOf(body)['Result']);
  const code = text(result['ResultCode']);
  if (code === null) return fieldsOf(body)['Result'] === undefined ? UNREADABLE : NOTHING;
  if (code !== '0')
    return { is: 'confirmation', confirmation: { is: 'unknown', text: `${code} ${text(result['ResultDesc']) ?? ''}`.trim() } };
  const parameter = parametersOf(result);
  const [receipt, status] = [receiptOf(parameter('ReceiptNo')), text(parameter('TransactionStatus'))];
  if (receipt === null || status === null) return UNREADABLE;
  if (ENDED_BADLY.includes(status)) return { is: 'confirmation', confirmation: { is: 'ended', text: status } };
  if (status !== 'Completed') return NOTHING;
  return {
    is: 'confirmation',
    confirmation: {
      is: 'completed',
      receipt,
      amount: namedAmount(parameter('Amount')),
      to: numberOfParty(parameter('CreditPartyName') ?? parameter('DebitPartyName', 1)),
      at: fromDarajaTime(parameter('FinalisedTime')),
    },
  };
}

function readPaybill(body: unknown): CallbackContent {
  const fields = fieldsOf(body);
  const receipt = receiptOf(fields['TransID']);
  if (receipt === null) return UNREADABLE;
  return {
    is: 'paybill',
    payment: {
      receipt,
      amount: namedAmount(fields['TransAmount']),
      account: text(fields['BillRefNumber']) ?? '',
      at: fromDarajaTime(fields['TransTime']),
    },
  };
}

/** The names of the accounts in Account Balance. */
const ACCOUNTS: Readonly<Record<string, FloatAccount>> = { 'Utility Account': 'utility', 'Working Account': 'working' };

/**
 * `Working Account|KES|346568.83|6186.83|340382.00|0.00&Utility Account|KES|...`: name, currency, balance, available, reserved and
 * uncleared amount. The available amount may be below zero.
 */
export function readBalances(written: unknown): Balances {
  const found: Partial<Record<FloatAccount, Cents>> = {};
  for (const one of typeof written === 'string' ? written.slice(0, 2_000).split('&') : []) {
    const [name = '', currency, , available = ''] = one.split('|');
    const account = ACCOUNTS[name.trim()];
    if (account !== undefined && currency === 'KES' && /^-?\d{1,12}(\.\d{1,2})?$/.test(available))
      found[account] = Math.round(Number(available) * 100);
  }
  return found;
}

function readBalance(body: unknown): CallbackContent {
  const result = fieldsOf(fieldsOf(body)['Result']);
  const code = text(result['ResultCode']);
  if (code === null) return fieldsOf(body)['Result'] === undefined ? UNREADABLE : NOTHING;
  if (code !== '0') return NOTHING;
  const balances = readBalances(parametersOf(result)('AccountBalance'));
  return Object.keys(balances).length === 0 ? UNREADABLE : { is: 'balances', balances };
}

function readReversal(body: unknown): CallbackContent {
  const result = fieldsOf(fieldsOf(body)['Result']);
  const code = text(result['ResultCode']);
  if (code === null) return fieldsOf(body)['Result'] === undefined ? UNREADABLE : NOTHING;
  const words = `${code} ${text(result['ResultDesc']) ?? ''}`.trim();
  // The payment was reversed before: the rail returns a payment only once.
  if (code === ALREADY_REVERSED) return { is: 'reversal', result: { ok: true, receipt: null, amount: null, of: null } };
  if (code !== '0') return { is: 'reversal', result: { ok: false, text: words } };
  const parameter = parametersOf(result);
  const amount = parameter('Amount');
  return {
    is: 'reversal',
    result: {
      ok: true,
      receipt: receiptOf(result['TransactionID']),
      amount: amount === undefined ? null : namedAmount(amount),
      of: receiptOf(parameter('OriginalTransactionID')),
    },
  };
}

function paymentIn(one: Fields): PaybillPayment[] {
  const receipt = receiptOf(one['transactionId']);
  if (receipt === null) return [];
  return [{ receipt, amount: namedAmount(one['amount']), account: text(one['billreference']) ?? '', at: fromPullTime(one['trxDate']) }];
}

/** The payments in an answer of Pull Transactions, a list in a list. Entries that are not paybill payments are left out. */
export function readPulled(body: Fields): PulledPage {
  const listed = list(body['Response'])
    .flatMap(list)
    .filter((one) => typeof one === 'object');
  return { payments: listed.map(fieldsOf).flatMap(paymentIn), listed: listed.length };
}

export function readCallback(route: CallbackRoute, body: unknown): CallbackContent {
  switch (route) {
    case 'stk':
      return readStk(body);
    case 'payout':
      return readPayout(body);
    case 'status':
      return readStatus(body);
    case 'paybill':
      return readPaybill(body);
    case 'receipt':
      return readReceipt(body);
    case 'balance':
      return readBalance(body);
    case 'reversal':
      return readReversal(body);
    case 'payoutTimeout':
      return { is: 'dropped' };
  }
}
