import { loaded } from '#machines/model/loadable.ts';
import { firstLoan } from '#src/market/products.ts';
import { example } from '../../example.ts';
import { home, visitor } from '../../samples.ts';

const faq = { places: { userCenter: 'faq' } } as const;

export const examples = {
  shown: example(faq, visitor),
  withoutRollover: example(faq, {
    ...visitor,
    home: loaded({ ...home, product: { ...firstLoan, rollover: { ...firstLoan.rollover, enabled: false } } }),
  }),
};
