import { LOCAL } from '#machines/model/codes.ts';
import { FAILED, loaded } from '#machines/model/loadable.ts';
import { example } from '../../example.ts';
import { amina, repaying, twelveDaysBefore } from '../../samples.ts';

const place = { places: { userCenter: { customerServices: 'shown' } } } as const;

export const examples = {
  loading: example({ places: { userCenter: { customerServices: 'loading' } } }, amina),
  otherAddress: example(place, { ...amina, support: loaded({ email: 'help@lender.example.ke', hours: { from: '07:00', to: '20:00' } }) }),
  networkFailed: example(place, { ...amina, support: FAILED, problem: { code: LOCAL.networkFailed, message: '' } }),
  withoutLoan: example(place, amina),
  repaying: example(place, { ...amina, order: repaying, now: twelveDaysBefore }),
};
