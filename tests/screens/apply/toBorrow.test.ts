/** Choosing a loan: the page names the next ceiling in figures, and the condition for it. */
import { expect, it } from 'vitest';
import { LANGUAGES } from '#machines/context.ts';
import { shillings } from '#machines/model/money.ts';
import { WISH } from '#machines/model/feedback.ts';
import { FAILED, loaded } from '#machines/model/loadable.ts';
import ToBorrow from '#screens/apply/toBorrow/screen.tsx';
import { example } from '#screens/example.ts';
import { amina, homeWith, market } from '#screens/samples.ts';
import { wordsOf } from '../drawnText.tsx';

const at = { places: { apply: { toBorrow: 'choosing' } } } as const;

it.each(LANGUAGES)('loan choice in %s: names the ceiling now and after a loan paid on time', (language) => {
  const words = wordsOf(ToBorrow, example(at, { ...amina, language, market: loaded(market) }));
  expect(words).toContain('KSh 10,000');
  expect(words).toContain('KSh 20,000');
});

it("loan choice, loan paid late before: the page shows the lender's ceiling and next ceiling", () => {
  const words = wordsOf(
    ToBorrow,
    example(at, { ...amina, ...homeWith({ repaidLoans: 1, limit: shillings(5_000), nextLimit: shillings(10_000) }), market: FAILED }),
  );
  expect(words).toContain(
    'You can choose up to KSh 5,000 now. Pay this loan back by its due date, and the next one can be up to KSh 10,000.',
  );
  expect(words).toContain('A loan that is paid late does not count.');
});

it.each([
  ['is the largest one', { limit: shillings(60_000), nextLimit: shillings(60_000) }],
  ['is not told by the lender', { limit: shillings(5_000), nextLimit: undefined }],
])('loan choice, next ceiling %s: promises nothing', (_, facts) => {
  const words = wordsOf(ToBorrow, example(at, { ...amina, ...homeWith(facts), market: FAILED }));
  expect(words).not.toContain('the next one can be');
});

const withChoice = (choice: Readonly<Record<string, string>>): string =>
  wordsOf(ToBorrow, example(at, { ...amina, market: loaded(market), unsent: { [WISH]: choice } }));
const [first] = market;
const largest = { productId: first!.product.id, amount: '10000', termDays: String(first!.product.termDays.slice(-1)[0]) };

it.each([
  ['of a loan that is not on offer any more', { productId: 'gone' }],
  ['of an amount that cannot be read', { amount: 'ten' }],
])('loan choice, stored choice %s: is ignored as a whole', (_, damage) => {
  const untouched = withChoice({});
  expect(withChoice(largest)).not.toBe(untouched);
  expect(withChoice({ ...largest, ...damage })).toBe(untouched);
});
