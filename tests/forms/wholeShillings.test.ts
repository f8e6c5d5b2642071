/** Amounts as they are typed and pasted. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupDigits, shillings } from '#machines/model/money.ts';
import { wholeShillings } from '#src/ui/form/wholeShillings.ts';

describe('amount', () => {
  it.each([
    ['500', 500],
    ['500.00', 500],
    ['500.', 500],
    ['1,200', 1200],
    ['1 200', 1200],
    [' 1,200,000.00 ', 1_200_000],
    ['0500', 500],
  ])('amount, written "%s": is read as %i', (text, amount) => {
    expect(wholeShillings(text)).toBe(amount);
  });
  it.each(['12.5', '-5', '1e3', '12,5', '1,20,0', '1.200', '500.50', '+5', '5/-', '٥٠٠', 'abc'])(
    'amount, written "%s": is refused',
    (text) => {
      expect(wholeShillings(text)).toBeNull();
    },
  );
  it('amount written with separators as the app shows it: is read as the same amount', () => {
    fc.assert(fc.property(fc.nat(), (amount) => wholeShillings(groupDigits(shillings(amount))) === amount));
  });
});
