import { example } from '../example.ts';
import { amina, repaying, twelveDaysBefore } from '../samples.ts';

const place = { places: { userCenter: 'customerServices' } } as const;

export const examples = {
  withoutLoan: example(place, amina),
  repaying: example(place, { ...amina, order: repaying, now: twelveDaysBefore }),
};
