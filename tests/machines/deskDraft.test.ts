/** The values that a clerk types for an act. */
import { describe, expect, it } from 'vitest';
import { actOf, EMPTY_DRAFT, FIELDS_OF, isUnsent, mistakesIn, toCents, type Draft } from '#machines/desk/draft.ts';
import { MOST_LETTERS, type DeskActName } from '#src/api/desk.ts';

const WHOLE: Omit<Draft, 'act'> = {
  words: ' Asante ',
  reason: 'identity',
  amount: '1,234.50',
  orderNo: ' LN1 ',
  receipt: 'qk12ab34cd',
  mobile: '0712 345 678',
  sides: ['front'],
  next: 'solve',
};

describe('amount as typed', () => {
  it.each([
    ['1,500', 150_000],
    ['KSh 1500', 150_000],
    ['12.5', 1_250],
    ['0.05', 5],
    ['999999999', 99_999_999_900],
  ])('typed amount %s: is %i cents', (typed, cents) => expect(toCents(typed)).toBe(cents));

  it.each(['', '0', '-5', '1,50', '1.234', '1e3', '12,34,567', 'ten', '1000000000'])('amount as typed, "%s": is no amount', (typed) =>
    expect(toCents(typed)).toBeNull(),
  );
});

describe('act of a draft', () => {
  it('act with every field typed: is made, with trimmed texts and numbers in their stored form', () => {
    const acts = (Object.keys(FIELDS_OF) as DeskActName[]).map((act) =>
      actOf({ ...EMPTY_DRAFT, ...WHOLE, act, ...(act === 'refuseProof' ? { reason: 'notFound' } : {}) }),
    );
    expect(acts).toEqual([
      { name: 'approve' },
      { name: 'reject', reason: 'identity', words: 'Asante' },
      { name: 'askPhoto', sides: ['front'], words: 'Asante' },
      { name: 'countProof', amount: 123_450 },
      { name: 'refuseProof', reason: 'notFound', words: 'Asante' },
      { name: 'answer', words: 'Asante', next: 'solve' },
      { name: 'place', orderNo: 'LN1' },
      { name: 'refusePayment', reason: 'identity' },
      { name: 'refund', amount: 123_450, words: 'Asante' },
      { name: 'returnPayment' },
      { name: 'payoutArrived', receipt: 'QK12AB34CD' },
      { name: 'payoutFailed' },
      { name: 'writeOff', amount: 123_450, reason: 'identity' },
      { name: 'correct', receipt: 'QK12AB34CD', orderNo: 'LN1', reason: 'identity' },
      { name: 'closeAccount' },
      { name: 'keepAccount', words: 'Asante' },
      { name: 'blockNumber', mobile: '254712345678', reason: 'identity' },
      { name: 'unblockNumber', mobile: '254712345678', reason: 'identity' },
    ]);
  });

  it('act with no field typed: is not made, and every required field is named', () => {
    for (const act of Object.keys(FIELDS_OF) as DeskActName[]) {
      const draft = { ...EMPTY_DRAFT, act };
      const needed = FIELDS_OF[act].filter((field) => !(act === 'payoutArrived' && field === 'receipt'));
      expect(Object.keys(mistakesIn(draft)), act).toEqual(needed);
      expect(actOf(draft) === null, act).toBe(needed.length > 0);
    }
  });

  it('text that is too long, or a reason of another list: is refused with a sentence', () => {
    expect(mistakesIn({ ...EMPTY_DRAFT, ...WHOLE, act: 'reject', words: 'a'.repeat(MOST_LETTERS + 1) })).toEqual({
      words: 'Shorten the text to 600 characters.',
    });
    expect(mistakesIn({ ...EMPTY_DRAFT, ...WHOLE, act: 'refuseProof' })).toEqual({ reason: 'Choose a reason.' });
    expect(mistakesIn({ ...EMPTY_DRAFT, ...WHOLE, act: 'payoutArrived', receipt: '123' })).toHaveProperty('receipt');
  });

  it('draft of the desk, act chosen and nothing typed: is not unsent; one letter typed: is unsent', () => {
    expect(isUnsent({ ...EMPTY_DRAFT, act: 'approve' })).toBe(false);
    expect(isUnsent({ ...EMPTY_DRAFT, words: 'a' })).toBe(true);
    expect(isUnsent(undefined)).toBe(false);
  });
});
