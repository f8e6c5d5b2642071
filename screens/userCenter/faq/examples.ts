import { firstLoan } from '#src/market/products.ts';
import { example } from '../../example.ts';
import { visitor } from '../../samples.ts';

const faq = { places: { userCenter: 'faq' } } as const;

export const examples = {
  shown: example(faq, visitor),
  withoutRollover: example(faq, { ...visitor, product: { ...firstLoan, rollover: { ...firstLoan.rollover, enabled: false } } }),
  withoutProduct: example(faq, { ...visitor, product: null }),
};
