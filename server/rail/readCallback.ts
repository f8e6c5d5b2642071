/** Parses Daraja's callbacks. Every field of a body is checked before it is used. */
import type { Cents } from '#machines/model/money.ts';
import { FAILURE, type CallbackRoute, type CallbackContent, type RailResult } from './rail.ts';
import { fromDarajaTime } from './darajaTime.ts';

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]);
const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null;

/** Shillings, as number or text, maybe with cents. */
export function toCents(value: unknown): Cents | null {
  const amount = Math.round(Number(text(value) ?? NaN) * 100);
  return Number.isSafeInteger(amount) && amount > 0 ? amount : null;
}

/** A whole number, also as text; null for anything else. */
export function toCode(value: unknown): number | null {
  const digits = text(value);
  return digits !== null && /^-?\d{1,9}$/.test(digits) ? Number(digits) : null;
}

const NOTHING: CallbackContent = { is: 'nothing' };

const resultContent = (result: RailResult): CallbackContent => ({ is: 'result', result });

function readStk(body: unknown): CallbackContent {
  const callback = fieldsOf(fieldsOf(fieldsOf(body)['Body'])['stkCallback']);
  const providerRef = text(callback['CheckoutRequestID']);
  const code = toCode(callback['ResultCode']);
  if (code === null || providerRef === null) return NOTHING;
  if (code !== 0) return resultContent({ ok: false, code, text: text(callback['ResultDesc']) ?? '', providerRef });
  const items = list(fieldsOf(callback['CallbackMetadata'])['Item']).map(fieldsOf);
  const item = (name: string): unknown => items.find((i) => i['Name'] === name)?.['Value'];
  return resultContent({
    ok: true,
    amount: toCents(item('Amount')),
    receipt: text(item('MpesaReceiptNumber')),
    at: fromDarajaTime(item('TransactionDate')),
    providerRef,
  });
}

const parametersOf = (result: Fields): ((key: string) => unknown) => {
  const parameters = list(fieldsOf(result['ResultParameters'])['ResultParameter']).map(fieldsOf);
  return (key) => parameters.find((p) => p['Key'] === key)?.['Value'];
};

/** The name in "254708374149 - John Doe", as Daraja writes a party of a transaction; null without one. */
const holderIn = (party: unknown): string | null => /^\s*\S+\s+-\s+(\S.*?)\s*$/.exec(text(party) ?? '')?.[1] ?? null;

function readPayout(body: unknown): CallbackContent {
  const result = fieldsOf(fieldsOf(body)['Result']);
  const providerRef = text(result['OriginatorConversationID']);
  const given = text(result['ResultCode']);
  if (given === null || providerRef === null) return NOTHING;
  const parameter = parametersOf(result);
  if (given === '0')
    return resultContent({
      ok: true,
      amount: toCents(parameter('TransactionAmount')),
      receipt: text(result['TransactionID']),
      at: null,
      providerRef,
      holder: holderIn(parameter('ReceiverPartyPublicName')),
    });
  return resultContent({ ok: false, code: toCode(given) ?? FAILURE.unnamed, text: text(result['ResultDesc']) ?? given, providerRef });
}

const ENDED_BADLY = ['Failed', 'Declined', 'Cancelled', 'Expired', 'Reversed'];

/** The answer to a status query. Its own ids are the query's; the payout's are among the parameters. */
function readStatus(body: unknown): CallbackContent {
  const result = fieldsOf(fieldsOf(body)['Result']);
  if (text(result['ResultCode']) !== '0') return NOTHING;
  const parameter = parametersOf(result);
  const providerRef = text(parameter('OriginatorConversationID'));
  const status = text(parameter('TransactionStatus'));
  if (providerRef === null || status === null) return NOTHING;
  if (status === 'Completed')
    return resultContent({
      ok: true,
      amount: toCents(parameter('Amount')),
      receipt: text(parameter('ReceiptNo')),
      at: null,
      providerRef,
      holder: holderIn(parameter('CreditPartyName')),
    });
  return ENDED_BADLY.includes(status)
    ? resultContent({ ok: false, code: status === 'Expired' ? FAILURE.expired : FAILURE.unnamed, text: status, providerRef })
    : NOTHING;
}

function readPaybill(body: unknown): CallbackContent {
  const fields = fieldsOf(body);
  const [receipt, amount, account] = [text(fields['TransID']), toCents(fields['TransAmount']), text(fields['BillRefNumber']) ?? ''];
  return receipt === null || amount === null
    ? NOTHING
    : { is: 'paybill', payment: { receipt, amount, account, at: fromDarajaTime(fields['TransTime']) } };
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
    case 'payoutTimeout':
      return { is: 'dropped' };
  }
}
