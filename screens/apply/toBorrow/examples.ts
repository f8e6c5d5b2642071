import { CODE, LOCAL } from '#machines/model/codes.ts';
import { WISH } from '#machines/model/feedback.ts';
import { shillings } from '#machines/model/money.ts';
import { FAILED, loaded } from '#machines/model/loadable.ts';
import { firstLoan } from '#src/market/products.ts';
import { example } from '../../example.ts';
import { amina, market, homeWith } from '../../samples.ts';

const toBorrow = (place: 'loadingMarket' | 'choosing' | 'opening') => ({ places: { apply: { toBorrow: place } } }) as const;
const firstTime = market.map((one, i) => (i === 0 ? one : { ...one, availability: { is: 'laterLoan' as const, afterLoans: 1 } }));

/** The products could not be loaded, so home's product is offered. */
const chosen = { ...amina, market: FAILED };

export const examples = {
  loadingMarket: example(toBorrow('loadingMarket'), amina),
  choosing: example(toBorrow('choosing'), chosen),
  chosenBefore: example(toBorrow('choosing'), {
    ...chosen,
    unsent: { [WISH]: { productId: firstLoan.id, amount: '3000', termDays: '91' } },
  }),
  firstTime: example(toBorrow('choosing'), { ...amina, market: loaded(firstTime) }),
  twoProducts: example(toBorrow('choosing'), { ...amina, ...homeWith({ limit: shillings(10_000) }), market: loaded(market) }),
  opening: example(toBorrow('opening'), chosen),
  aboveLimit: example(toBorrow('choosing'), {
    ...chosen,
    ...homeWith({ limit: shillings(500) }),
    problem: { code: LOCAL.amountNotAllowed, message: '' },
  }),
  refused: example(toBorrow('choosing'), {
    ...chosen,
    problem: { code: CODE.oneLoanAtATime, message: 'You already have a loan with us. Only one at a time.' },
  }),
};
