import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shillings } from '#machines/model/money.ts';
import { faultOf } from '#machines/model/repaymentAmount.ts';
import { closingAmount, isRepaymentAllowed } from '#machines/model/terms.ts';

const rule = { minimum: shillings(500), step: shillings(100) };
const balance = { settleToday: shillings(3_340) };

describe('amount of a repayment', () => {
  it.each([
    [0, 'tooLittle'],
    [499, 'tooLittle'],
    [1_250, 'notAStep'],
    [3_341, 'tooMuch'],
    [3_374, 'tooMuch'],
    [500, null],
    [1_200, null],
    [3_340, null],
  ] as const)('amount of a repayment, KSh %i: is %s', (amount, fault) => {
    expect(faultOf(shillings(amount), balance, rule)).toBe(fault);
  });

  it('debt with cents: the next whole shilling closes it, and no larger amount', () => {
    const inCents = { settleToday: shillings(3_340) - 60 };
    expect(closingAmount(inCents)).toBe(shillings(3_340));
    expect(faultOf(shillings(3_340), inCents, rule)).toBe(null);
    expect(faultOf(shillings(3_339), inCents, rule)).toBe('notAStep');
    expect(faultOf(shillings(3_341), inCents, rule)).toBe('tooMuch');
  });

  it('amount of a repayment: every refused amount has a reason, and no accepted one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400_000 }), (amount) => {
        const isTaken = isRepaymentAllowed(amount, balance.settleToday, rule);
        expect(faultOf(amount, balance, rule) === null).toBe(isTaken);
      }),
    );
  });
});
