import { LOCAL } from '#machines/model/codes.ts';
import { FAILED, loaded } from '#machines/model/loadable.ts';
import { example } from '../../example.ts';
import { accepted, agreement, amina, approved, repaying, twelveDaysBefore } from '../../samples.ts';

const place = (at: 'loading' | 'shown' | 'failed') => ({ places: { borrow: { agreement: at } } }) as const;
const running = { ...amina, order: repaying, now: twelveDaysBefore };

export const examples = {
  loading: example(place('loading'), { ...amina, order: approved }),
  shown: example(place('shown'), { ...amina, order: approved, agreement: loaded(agreement) }),
  accepted: example(place('shown'), { ...running, agreement: loaded({ ...agreement, accepted }) }),
  acceptedInOtherLanguage: example(place('shown'), {
    ...running,
    language: 'sw',
    agreement: loaded({ ...agreement, accepted }),
  }),
  failed: example(place('failed'), { ...amina, order: approved, agreement: FAILED, problem: { code: LOCAL.timedOut, message: '' } }),
};
