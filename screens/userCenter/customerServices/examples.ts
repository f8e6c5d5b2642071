import { LOCAL } from '#machines/model/codes.ts';
import { FAILED, loaded } from '#machines/model/loadable.ts';
import { example } from '../../example.ts';
import { amina, repaying, support, twelveDaysBefore } from '../../samples.ts';

const place = { places: { userCenter: { customerServices: 'shown' } } } as const;

export const examples = {
  loading: example({ places: { userCenter: { customerServices: 'loading' } } }, amina),
  emailAlone: example(place, {
    ...amina,
    support: loaded({ ...support, phone: null, whatsapp: null, hours: { days: 'mon-fri', from: '08:00', to: '17:00' } }),
  }),
  networkFailed: example(place, { ...amina, support: FAILED, problem: { code: LOCAL.networkFailed, message: '' } }),
  withoutLoan: example(place, { ...amina, support: loaded(support) }),
  repaying: example(place, { ...amina, support: loaded(support), order: repaying, now: twelveDaysBefore }),
};
