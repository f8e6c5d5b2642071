/** What the cashier says of a payment whose end is not known, and of one that failed. */
import { describe, expect, it } from 'vitest';
import Cashier from '#screens/repay/cashier/screen.tsx';
import { examples } from '#screens/repay/cashier/examples.ts';
import { wordsOf } from '../drawnText.tsx';

describe('When the lender cannot be asked about an open payment', () => {
  const words = wordsOf(Cashier, examples.offline);

  it('it is not known yet, and must not be paid again', () => {
    expect(words).toContain('Whether you paid is not known yet. Please do not pay again before we know.');
  });

  it('nothing is said of "sent" or "try again"', () => {
    expect(words).not.toMatch(/Nothing was sent|[Tt]ry again/);
  });
});

describe('When a payment has failed', () => {
  it.each(['refused', 'nothingSent'] as const)('the numbers stand by as the other way, and no prompt is spoken of (%s)', (name) => {
    const words = wordsOf(Cashier, examples[name]);
    expect(words).toContain('Or send it yourself by paybill');
    expect(words).not.toContain('No request on your phone?');
  });
});
