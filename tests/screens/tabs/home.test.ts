/** What home says where a mistake would cost money or worry. */
import { describe, expect, it } from 'vitest';
import Home from '#screens/tabs/home/screen.tsx';
import { examples } from '#screens/tabs/home/examples.ts';
import VisitorHome from '#screens/tabs/home/visitor.tsx';
import { markupOf, wordsOf } from '../drawnText.tsx';

describe('When there is no order', () => {
  it.each(Object.entries(examples).filter(([, { context }]) => context.order === null))(
    'what a visitor fetches draws the same home (%s)',
    (_, snapshot) => {
      expect(markupOf(VisitorHome, snapshot)).toBe(markupOf(Home, snapshot));
    },
  );
});

describe('When the lender did not answer home', () => {
  it('what was read before stays, and the question can be asked again there', () => {
    expect(wordsOf(Home, examples.offline)).toMatch(/ Try again .* Pay /);
    expect(wordsOf(Home, examples.repaying)).not.toContain('Try again');
  });
});

describe('When the session was ended from outside', () => {
  it('home says that it does not know of a loan, and leads to signing in', () => {
    const words = wordsOf(Home, examples.signedOut);
    expect(words).toContain('You were signed out');
    expect(words).toContain('Sign in to see your loan.');
    expect(wordsOf(Home, examples.visitor)).not.toContain('signed out');
  });
});

describe('When an application was not approved', () => {
  it('there is a way to apply again from the day it is allowed, not before', () => {
    expect(wordsOf(Home, examples.rejected)).not.toMatch(/ Apply /);
    expect(wordsOf(Home, examples.rejectedLongAgo)).toMatch(/ Apply /);
  });
});

describe('When a payment request is open', () => {
  it.each(['paymentOpen', 'overduePaymentOpen'] as const)(
    'home says so, and its button leads there and not to another payment (%s)',
    (name) => {
      const words = wordsOf(Home, examples[name]);
      expect(words).toContain('Your payment of KSh 3,374 is not confirmed yet. Please do not pay again before it is.');
      expect(words).toContain('See your payment');
      expect(words).not.toMatch(/ Pay( KSh [\d,]+)? (Your loan|Can)/);
    },
  );
});
