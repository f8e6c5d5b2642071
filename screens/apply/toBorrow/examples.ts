import { CODE, LOCAL } from '#machines/model/codes.ts';
import { shillings } from '#machines/model/money.ts';
import { example } from '../../example.ts';
import { amina, market } from '../../samples.ts';

const toBorrow = (place: 'loadingMarket' | 'choosing' | 'opening') => ({ places: { apply: { toBorrow: place } } }) as const;
const firstTime = market.map((one, i) => (i === 0 ? one : { ...one, availability: { is: 'laterLoan' as const, afterLoans: 1 } }));

export const examples = {
  loadingMarket: example(toBorrow('loadingMarket'), amina),
  choosing: example(toBorrow('choosing'), amina),
  firstTime: example(toBorrow('choosing'), { ...amina, market: firstTime }),
  twoProducts: example(toBorrow('choosing'), { ...amina, limit: shillings(10_000), market }),
  opening: example(toBorrow('opening'), amina),
  aboveLimit: example(toBorrow('choosing'), {
    ...amina,
    limit: shillings(500),
    problem: { code: LOCAL.amountNotAllowed, message: '' },
  }),
  refused: example(toBorrow('choosing'), {
    ...amina,
    problem: { code: CODE.oneLoanAtATime, message: 'You already have a loan with us. Only one at a time.' },
  }),
};
