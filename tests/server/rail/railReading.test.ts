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
  expect(says('Completed')).toEqual({ is: 'result', result: { ok: true, amount: 1_000, receipt: 'R1', at: null, providerRef: 'D-1' } });
  expect(says('Failed')).toMatchObject({ is: 'result', result: { ok: false } });
  expect(says('Pending')).toEqual({ is: 'nothing' });
  expect(readCallback('status', { Result: { ResultCode: 2001 } })).toEqual({ is: 'nothing' });
});
