import { CODE, LOCAL } from '#machines/model/codes.ts';
import { FAILED, loaded } from '#machines/model/loadable.ts';
import { example } from '../../example.ts';
import { amina, repaying, sentProofs, twelveDaysBefore } from '../../samples.ts';

const at = (place: 'loading' | 'failed' | 'listing' | 'refreshing' | 'uploading' | 'sending') =>
  ({ places: { repay: { proofs: place } } }) as const;
const inTime = { ...amina, order: repaying, now: twelveDaysBefore };
const pictures = [{ handle: 'photo-1', picture: 'picture-1' }];

export const examples = {
  loading: example(at('loading'), inTime),
  failed: example(at('failed'), { ...inTime, proofs: FAILED, problem: { code: LOCAL.networkFailed, message: '' } }),
  first: example(at('listing'), { ...inTime, proofs: loaded([]) }),
  incomplete: example(at('listing'), { ...inTime, proofs: loaded([]), problem: { code: LOCAL.incomplete, message: '' } }),
  'read anew': example(at('refreshing'), { ...inTime, proofs: loaded(sentProofs) }),
  uploading: example(at('uploading'), { ...inTime, proofs: loaded([]) }),
  sending: example(at('sending'), { ...inTime, proofs: loaded([]), pictures }),
  used: example(at('listing'), {
    ...inTime,
    proofs: loaded([]),
    pictures,
    problem: { code: CODE.receiptUsed, message: 'This receipt was sent in already, or its payment is counted' },
  }),
  sent: example(at('listing'), { ...inTime, proofs: loaded(sentProofs) }),
};
