/** The texts of the cashier about a payment without a result, and about one that failed. */
import { describe, expect, it } from 'vitest';
import { payingOf, paymentOf } from '#machines/required.ts';
import Cashier from '#screens/repay/cashier/screen.tsx';
import { examples } from '#screens/repay/cashier/examples.ts';
import { markupOf, wordsOf } from '../drawnText.tsx';

describe('cashier, payment unknown and lender silent', () => {
  const words = wordsOf(Cashier, examples.offline);

  it('cashier, payment unknown and lender silent: the page says that the payment is unknown and must not be repeated', () => {
    expect(words).toContain('We do not know yet whether you paid. Please do not pay again until we know.');
  });

  it('cashier, payment unknown and lender silent: the page does not say "sent" or "try again"', () => {
    expect(words).not.toMatch(/Nothing was sent|[Tt]ry again/);
  });
});

describe('cashier, prompt open', () => {
  it('cashier, prompt open: says which account number the phone shows', () => {
    const { orderNo } = paymentOf(examples.waiting.context);
    expect(wordsOf(Cashier, examples.waiting)).toContain(`with account number ${orderNo}.`);
  });
});

describe('cashier, payment failed', () => {
  it.each(['refused', 'nothingSent'] as const)(
    'cashier, payment failed, %s: shows the paybill numbers as the other way, without a prompt',
    (name) => {
      const words = wordsOf(Cashier, examples[name]);
      expect(words).toContain('Or send it yourself by paybill');
      expect(words).not.toContain('No request on your phone?');
    },
  );
});

describe('cashier, reason of the rail with the name of M-PESA', () => {
  it('cashier, reason of the rail with the name of M-PESA: no line ends within the name', () => {
    const { context } = examples.refused;
    const paying = payingOf(context);
    const payment = { ...paymentOf(context), reason: 'The M-PESA PIN was wrong.' };
    const markup = markupOf(Cashier, { ...examples.refused, context: { ...context, paying: { ...paying, payment } } });
    expect(markup).toContain('The M\u2011PESA PIN was wrong.');
  });
});

describe('cashier, payment reported and not confirmed', () => {
  it('cashier, prompt reported as paid and not confirmed: the page says that it is being checked, and offers no second payment', () => {
    const words = wordsOf(Cashier, examples.reported);
    expect(words).toContain('M-PESA told us about a payment of KSh 3,374. We are checking it.');
    expect(words).not.toMatch(/Waiting for your PIN|has not told us|business number/i);
  });

  it('payment by hand that is held: the page names the amount and the person who decides, and does not say that nothing arrived', () => {
    const words = wordsOf(Cashier, examples.reportedByHand);
    expect(words).toContain('M-PESA told us about a payment of KSh 900. A person is checking it.');
    expect(words).not.toMatch(/We see no new payment|business number/i);
  });
});
