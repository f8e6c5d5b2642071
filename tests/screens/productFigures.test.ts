/** Pages to read: every figure is the product's, every answer follows a flag, and no text contains a fixed figure. */
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '#machines/context.ts';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { formatKsh, formatRate, shillings } from '#machines/model/money.ts';
import { termsFor, type LoanProduct } from '#machines/model/terms.ts';
import { loaded } from '#machines/model/loadable.ts';
import AboutUs from '#screens/userCenter/aboutUs/screen.tsx';
import Faq from '#screens/userCenter/faq/screen.tsx';
import { example } from '#screens/example.ts';
import Pop from '#screens/policies/pop/screen.tsx';
import { examples as popExamples } from '#screens/policies/pop/examples.ts';
import PrivacyPolicy from '#screens/policies/privacyPolicy/screen.tsx';
import type { Screen } from '#screens/props.ts';
import { home, visitor } from '#screens/samples.ts';
import TermsOfService from '#screens/policies/termsOfService/screen.tsx';
import Landing from '#screens/promotion/landing/screen.tsx';
import { examples as landing } from '#screens/promotion/landing/examples.ts';
import { firstLoan } from '#src/market/products.ts';
import { wordsOf } from './drawnText.tsx';

/** A product that differs from the shipped one in every figure. */
const other: LoanProduct = {
  ...firstLoan,
  minPrincipal: shillings(2_000),
  maxPrincipal: shillings(44_000),
  firstLoanMax: shillings(7_000),
  termDays: [120],
  interestRate: 2_345,
  fee: { rate: 111, mode: 'flat' },
  tax: { name: 'Excise duty', rate: 2_000 },
  penaltyRate: 137,
  aprCap: 3_300,
  offerHours: 36,
  repayment: { ...firstLoan.repayment, minimum: shillings(700), step: shillings(50) },
  rollover: { enabled: true, feeRatePerDay: 23, days: [5], maxTimes: 3 },
};
const terms = termsFor(other, other.firstLoanMax, 120);
const plain = (text: string): string => text.replace(/\u00A0/g, ' ');

const PLACES = {
  faq: { places: { userCenter: 'faq' } },
  aboutUs: { places: { userCenter: 'aboutUs' } },
  terms: { places: { policies: 'termsOfService' } },
  privacy: { places: { policies: 'privacyPolicy' } },
  yx2ConfirmBorrow: { places: { promotion: { yx2ConfirmBorrow: 'entering' } } },
  yx3: { places: { promotion: { yx3: 'entering' } } },
} as const;
const at = (place: keyof typeof PLACES, product: LoanProduct, language: Language = 'en'): JourneySnapshot =>
  example(PLACES[place], { ...visitor, home: loaded({ ...home, product }), language, query: { channelId: '7' } });

const SAID: [name: keyof typeof PLACES, page: Screen, figures: readonly string[]][] = [
  [
    'faq',
    Faq,
    ['KSh 2,000', 'KSh 44,000', 'KSh 7,000', '120', '23.45%', '1.11%', '20%', '1.37%', '33%', '36', 'KSh 700', 'KSh 50', '0.23%', '3'],
  ],
  ['aboutUs', AboutUs, ['KSh 2,000', 'KSh 44,000', 'KSh 7,000', '120', '23.45%', '1.11%', '20%', '33%']],
  ['terms', TermsOfService, ['KSh 2,000', 'KSh 44,000', '120', '23.45%', '1.11%', '20%', '1.37%', '33%', '36', 'KSh 700']],
  ['yx2ConfirmBorrow', Landing, ['KSh 7,000', '120', '1.37%']],
  ['yx3', Landing, ['KSh 7,000', 'KSh 2,000', '23.45%']],
];

describe.each(LANGUAGES)('figures of the products in %s', (language) => {
  it.each(SAID)('figures in %s: are those of the product', (name, page, figures) => {
    const words = plain(wordsOf(page, at(name, other, language)));
    expect(figures.filter((figure) => !words.includes(figure))).toEqual([]);
  });

  it.each(SAID)('figures in %s: none is of a product that is not offered', (name, page) => {
    const words = plain(wordsOf(page, at(name, other, language)));
    for (const shipped of ['KSh 1,000', 'KSh 60,000', 'KSh 5,000', '91 ', '0.98%', '18%']) expect(words).not.toContain(shipped);
  });

  it('example: is calculated from the product', () => {
    const words = plain(wordsOf(Faq, at('faq', other, language)));
    for (const amount of [terms.sent, terms.owed, terms.totalCost]) expect(words).toContain(plain(formatKsh(amount)));
    expect(words).toContain(formatRate(terms.apr));
  });
});

describe('answer of the FAQ, flag of the market', () => {
  const faq = (change: Partial<LoanProduct>): string => wordsOf(Faq, at('faq', { ...firstLoan, ...change }));

  it('FAQ, rollover offered or not: the answer about more time says so', () => {
    expect(faq({})).toContain('Yes, 2 times at most');
    expect(faq({ rollover: { ...firstLoan.rollover, enabled: false } })).toContain('No. You can pay a part at any time');
  });

  it('FAQ, fee once or per day: the answer about the fee says which', () => {
    expect(faq({})).toContain('0.98% once');
    expect(faq({ fee: { rate: 1, mode: 'daily' } })).toContain('0.01% for each day of the loan');
  });

  it('FAQ, payout after a consent or automatically: the answer about the payout says which', () => {
    expect(faq({})).toContain('We send nothing, and you owe nothing, before you have seen every cost');
    expect(faq({ autoDisburseHours: 12 })).toContain('neither accept nor decline an offer within 12 hours');
  });

  it('FAQ, longer term for a later loan: is named only if one is offered', () => {
    expect(faq({})).toContain('up to 365 days');
    expect(faq({ termDays: [365] })).not.toContain('A later loan');
  });

  it('FAQ, answer about growth: names every ceiling, and is missing without a larger one', () => {
    expect(plain(faq({}))).toContain('to KSh 10,000, KSh 20,000, KSh 40,000, KSh 60,000. A loan that is paid late does not raise it.');
    expect(plain(faq({ firstLoanMax: firstLoan.maxPrincipal }))).not.toContain('raises the most you can borrow');
  });

  it('FAQ, answer about reminders: names their days and hours', () => {
    expect(faq({})).toContain('We send you an SMS 7 days and 2 days before the due date and on its morning');
    expect(faq({})).toContain('between 08:00 and 20:00');
  });

  it('FAQ, data of the phone requested or not: the answer about data says so', () => {
    expect(wordsOf(PrivacyPolicy, at('privacy', firstLoan))).toContain('Not your SMS');
    expect(wordsOf(Pop, popExamples.shown)).toContain('What we do not ask for');
    const asked = wordsOf(Pop, popExamples.askedForMore);
    expect(asked).toContain('Your SMS');
    expect(asked).not.toContain('What we do not ask for');
    expect(wordsOf(PrivacyPolicy, popExamples.askedForMore)).not.toContain('Not your SMS');
  });
});

describe('places of a promotion', () => {
  it('places of a promotion: are shown only if the lender counts them', () => {
    expect(wordsOf(Landing, landing['yx3.entering'])).not.toMatch(/places? (left|of)/);
    expect(wordsOf(Landing, landing['yx3.counted'])).toContain('12 places left in this offer');
    expect(wordsOf(Landing, landing['yx3.noneLeft'])).toContain('All places in this offer are taken. You can still apply');
  });

  it('promotion, link without a channel: a number can be given as on any other', () => {
    expect(wordsOf(Landing, landing['yx3.withoutChannel'])).toBe(wordsOf(Landing, landing['yx3.entering']));
  });

  it('four steps presented: all of them are shown, and the way to skip them', () => {
    const words = wordsOf(Landing, landing['yx3.presenting']);
    for (const step of ['Give your number', 'Tell us about you', 'Get an answer', 'Decide, and receive the money', 'Skip'])
      expect(words).toContain(step);
  });

  it('places of a promotion, marked step: is the present one', () => {
    expect(wordsOf(Landing, landing['yx3.entering'])).not.toContain('Looking up your number');
    expect(wordsOf(Landing, landing['yx3.checking'])).toContain('Give your number Looking up your number');
  });
});

it('promotion page, range of the APR beside its loans: contains the APR of each', () => {
  const { minPrincipal, firstLoanMax, principalStep, termDays } = firstLoan;
  const [, least = '', most = ''] = /(\d+\.\d+)%\u2013(\d+\.\d+)%/.exec(wordsOf(Landing, at('yx3', firstLoan))) ?? [];
  for (let amount = minPrincipal; amount <= firstLoanMax; amount += principalStep) {
    const apr = termsFor(firstLoan, amount, termDays[0] ?? 0).apr / 100;
    expect(apr).toBeGreaterThanOrEqual(Number(least));
    expect(apr).toBeLessThanOrEqual(Number(most));
  }
});
