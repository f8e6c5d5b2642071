/** Amounts as they are typed and pasted. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupDigits, shillings } from '#machines/model/money.ts';
import { mayBecomeShillings, wholeShillings } from '#src/ui/form/wholeShillings.ts';

describe('An amount', () => {
  it.each([
    ['500', 500],
    ['500.00', 500],
    ['500.', 500],
    ['1,200', 1200],
    ['1 200', 1200],
    [' 1,200,000.00 ', 1_200_000],
    ['0500', 500],
  ])('"%s" is read as %i', (text, amount) => {
    expect(wholeShillings(text)).toBe(amount);
    expect(mayBecomeShillings(text)).toBe(true);
  });
  it.each(['12.5', '-5', '1e3', '12,5', '1,20,0', '1.200', '500.50', '+5', '5/-', '٥٠٠', 'abc'])(
    '"%s" is refused, never read as another',
    (text) => {
      expect(wholeShillings(text)).toBeNull();
    },
  );
  it.each(['12.5', '-5', '1e3', '500.50', 'abc'])('"%s" is called wrong at once', (text) => {
    expect(mayBecomeShillings(text)).toBe(false);
  });
  it('is not called wrong while it is being typed', () => {
    const text = '12,345.00';
    for (let keys = 0; keys <= text.length; keys++) expect(mayBecomeShillings(text.slice(0, keys)), text.slice(0, keys)).toBe(true);
  });
  it('is read as it is shown', () => {
    fc.assert(fc.property(fc.nat(), (amount) => wholeShillings(groupDigits(shillings(amount))) === amount));
  });
});
