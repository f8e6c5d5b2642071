/** Formats of the rail: moments, amounts, status reports. */
import { expect, test } from 'vitest';
import { readCallback, toCents } from '#server/rail/readCallback.ts';
import { fromDarajaTime, toDarajaTime } from '#server/rail/darajaTime.ts';

test('Daraja time: is written in Nairobi’s clock and parsed back', () => {
  const at = Date.parse('2026-06-01T21:30:05Z');
  expect(toDarajaTime(at)).toBe('20260602003005');
  expect(fromDarajaTime(20260602003005)).toBe(at);
  for (const wrong of ['', '2026', null, undefined, '20261399000000', {}]) expect(fromDarajaTime(wrong)).toBeNull();
});

test('amount of a callback: shillings as number or text; anything else: null', () => {
  expect([1, '1', '1.00', 0.5, '10.10', '1234567.89'].map(toCents)).toEqual([100, 100, 100, 50, 1_010, 123_456_789]);
  expect([0, -1, 'x', '', null, undefined, {}, Number.NaN, Infinity].map(toCents)).toEqual(Array.from({ length: 9 }, () => null));
});

test('status report of a payout, as two versions of the document write it: is read', () => {
  const read = (ResultParameter: object[]) => readCallback('status', { Result: { ResultCode: 0, ResultParameters: { ResultParameter } } });
  const common = [
    { Key: 'TransactionStatus', Value: 'Completed' },
    { Key: 'Amount', Value: '300' },
    { Key: 'ReceiptNo', Value: 'MBN31H462N' },
  ];
  const result = { ok: true, amount: 30_000, receipt: 'MBN31H462N', at: null, holder: 'John Doe', providerRef: '3211-416020-3' };
  const present = [
    { Key: 'DebitPartyName', Value: '600310 - Safaricom333' },
    { Key: 'DebitPartyName', Value: '254708374149 - John Doe' },
    { Key: 'OriginatorConversationID', Value: '3211-416020-3' },
  ];
  const earlier = [
    { Key: 'CreditPartyName', Value: '254708374149 - John Doe' },
    { Key: 'DebitPartyName', Value: '600310 - Safaricom333' },
    { Key: 'Originator Conversation ID', Value: '3211-416020-3' },
  ];
  for (const version of [present, earlier]) expect(read([...version, ...common])).toEqual({ is: 'result', result });
});

test('status report, not final: is ignored', () => {
  const says = (TransactionStatus: string) =>
    readCallback('status', {
      Result: {
        ResultCode: 0,
        ResultParameters: {
          ResultParameter: [
            { Key: 'OriginatorConversationID', Value: 'D-1' },
            { Key: 'TransactionStatus', Value: TransactionStatus },
            { Key: 'Amount', Value: 10 },
            { Key: 'ReceiptNo', Value: 'R1' },
          ],
        },
      },
    });
  expect(says('Completed')).toEqual({
    is: 'result',
    result: { ok: true, amount: 1_000, receipt: 'R1', at: null, holder: null, providerRef: 'D-1' },
  });
  expect(says('Failed')).toMatchObject({ is: 'result', result: { ok: false } });
  expect(says('Pending')).toEqual({ is: 'nothing' });
  expect(readCallback('status', { Result: { ResultCode: 2001 } })).toEqual({ is: 'nothing' });
});

test('result of a payout, as Daraja documents it: names the holder of the number', () => {
  const result = (party: unknown) =>
    readCallback('payout', {
      Result: {
        ResultType: 0,
        ResultCode: 0,
        ResultDesc: 'The service request is processed successfully.',
        OriginatorConversationID: '10571-7910404-1',
        ConversationID: 'AG_20191219_00004e48cf7e3533f581',
        TransactionID: 'NLJ41HAY6Q',
        ResultParameters: {
          ResultParameter: [
            { Key: 'TransactionAmount', Value: 10 },
            { Key: 'TransactionReceipt', Value: 'NLJ41HAY6Q' },
            { Key: 'B2CRecipientIsRegisteredCustomer', Value: 'Y' },
            { Key: 'B2CChargesPaidAccountAvailableFunds', Value: -4510 },
            { Key: 'ReceiverPartyPublicName', Value: party },
            { Key: 'TransactionCompletedDateTime', Value: '19.12.2019 11:45:50' },
          ],
        },
      },
    });
  expect(result('254708374149 - John Doe')).toMatchObject({
    is: 'result',
    result: { ok: true, holder: 'John Doe', receipt: 'NLJ41HAY6Q' },
  });
  expect(result('254708374149 - Otieno - Brian')).toMatchObject({ result: { holder: 'Otieno - Brian' } });
  for (const party of ['254708374149', '254708374149 - ', '', null, 7, {}, ['254708374149 - John Doe']])
    expect(result(party), JSON.stringify(party)).toMatchObject({ result: { ok: true, holder: null } });
});
