import { loaded } from '#machines/model/loadable.ts';
import { firstLoan } from '#src/market/products.ts';
import { example } from '../../example.ts';
import { home, support, visitor } from '../../samples.ts';

const faq = { places: { userCenter: { faq: 'shown' } } } as const;

export const examples = {
  loading: example({ places: { userCenter: { faq: 'loading' } } }, visitor),
  shown: example(faq, { ...visitor, support: loaded(support) }),
  withoutRollover: example(faq, {
    ...visitor,
    support: loaded(support),
    home: loaded({ ...home, product: { ...firstLoan, rollover: { ...firstLoan.rollover, enabled: false } } }),
  }),
};
