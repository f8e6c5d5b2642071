/** Texts of home where a mistake would cost the borrower money or worry. */
import { describe, expect, it } from 'vitest';
import Home from '#screens/tabs/home/screen.tsx';
import { examples } from '#screens/tabs/home/examples.ts';
import VisitorHome from '#screens/tabs/home/visitor.tsx';
import { LANGUAGES } from '#machines/model/device.ts';
import * as startPage from '#src/app/startPage.tsx';
import { example } from '#screens/example.ts';
import { home as facts, NOW } from '#screens/samples.ts';
import { markupOf, wordsOf } from '../drawnText.tsx';

describe('home without an order', () => {
  it.each(Object.entries(examples).filter(([, { context }]) => context.order === null))(
    'home without an order, example %s: the small first home draws the same as the complete one',
    (_, snapshot) => {
      expect(markupOf(VisitorHome, snapshot)).toBe(markupOf(Home, snapshot));
    },
  );
});

describe('home as the start page shows it', () => {
  const { homeHtml, pageWithHomes } = startPage;
  /** Without the ids that React generates at every rendering. */
  const withoutIds = (html: string): string => html.replace(/_R_\w+_/g, '');
  const answer = { ...facts, serverTime: NOW, firstName: null, order: null };

  it.each(LANGUAGES)('home of a visitor in %s, answer of the lender: is the home that the app draws', (language) => {
    const drawn = markupOf(VisitorHome, example({ places: { tabs: { home: 'shown' } } }, { ...examples.visitor.context, language }));
    expect(withoutIds(homeHtml(language, answer))).toContain(withoutIds(drawn));
  });
  it('home as the start page shows it, no answer: is the loading home, without a figure', () => {
    const html = homeHtml('en', null);
    expect(html).toContain('aria-busy="true"');
    expect(html).not.toContain('KSh');
  });
  it('home as the start page shows it: it has no script and no style, which the policy of the page would drop', () => {
    for (const html of [homeHtml('en', answer), homeHtml('en', null)]) expect(html).not.toMatch(/\s(style|on\w+)=|<script/);
  });
  it('home in the built page: there is one for each language, behind the loading one', () => {
    const page = pageWithHomes('<p>before</p><template id="homes"><div>loading</div></template><p>after</p>', () => answer);
    expect([...page.matchAll(/<div lang="(\w+)">/g)].map(([, language]) => language)).toEqual([...LANGUAGES]);
    expect(page).toMatch(/^<p>before<\/p><template id="homes"><div>loading<\/div><div lang="en">.*KSh.*<\/div><\/template><p>after<\/p>$/s);
  });
});

describe('home, application sent', () => {
  it('application, time of the promise has passed: says that the answer is late, and promises no past moment', () => {
    expect(wordsOf(Home, examples.assessingLate)).toContain('Your answer By Fri 21 Nov, 17:00');
    expect(wordsOf(Home, examples.answerLate)).toContain('Your answer We are late: you were to have it by Fri 21 Nov, 17:00');
  });
});

describe('home, refresh failed', () => {
  it('home, refresh failed: earlier data stays, with a retry', () => {
    expect(wordsOf(Home, examples.offline)).toMatch(/ Try again .* Pay /);
    expect(wordsOf(Home, examples.repaying)).not.toContain('Try again');
  });
});

describe('home, session ended by the lender', () => {
  it('home, session ended by the lender: it says that loans are unknown, leads to signing in, and offers no loan', () => {
    const words = wordsOf(Home, examples.signedOut);
    expect(words).toContain('You were signed out');
    expect(words).toContain('Sign in to see your loan.');
    // A borrower whose session has ended may owe a loan, so home must not offer another.
    expect(words).not.toContain('You can borrow');
    expect(wordsOf(Home, examples.visitor)).toContain('You can borrow');
    expect(wordsOf(Home, examples.visitor)).not.toContain('signed out');
  });
});

describe('home, application being checked', () => {
  it("application just sent, clock of the phone behind the lender's: not more than the usual time is left", () => {
    const { context } = examples.assessing;
    const behind = {
      ...examples.assessing,
      context: { ...context, now: (context.order?.submittedAt ?? 0) - 400 },
    } as typeof examples.assessing;
    expect(wordsOf(Home, behind)).toContain('About 10 minutes left');
  });
  it('application, usual time over: the usual time is not promised any more', () => {
    expect(wordsOf(Home, examples.assessing)).toContain('Most answers come within 10 minutes');
    const late = wordsOf(Home, examples.assessingLate);
    expect(late).toContain('We will send you an SMS; you do not have to do anything, and you owe nothing.');
    expect(late).not.toContain('10 minutes');
  });
});

describe('home, application rejected', () => {
  it('home, application rejected: applying again is offered from the allowed date, not before', () => {
    expect(wordsOf(Home, examples.rejected)).not.toMatch(/ Apply /);
    expect(wordsOf(Home, examples.rejectedLongAgo)).toMatch(/ Apply /);
  });
});

describe('home, payment request open', () => {
  it.each(['paymentOpen', 'overduePaymentOpen'] as const)(
    'home, payment request open, example %s: home names the request, and its button leads to it',
    (name) => {
      const words = wordsOf(Home, examples[name]);
      expect(words).toContain('Your payment of KSh 3,374 is not confirmed yet. Please do not pay again until it is.');
      expect(words).toContain('See your payment');
      expect(words).not.toMatch(/ Pay( KSh [\d,]+)? (Your loan|Can)/);
    },
  );
});
