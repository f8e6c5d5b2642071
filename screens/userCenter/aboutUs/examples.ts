import { LOCAL } from '#machines/model/codes.ts';
import { FAILED, loaded } from '#machines/model/loadable.ts';
import { example } from '../../example.ts';
import { support, visitor } from '../../samples.ts';

const place = (at: 'loading' | 'shown') => ({ places: { userCenter: { aboutUs: at } } }) as const;

export const examples = {
  loading: example(place('loading'), visitor),
  shown: example(place('shown'), { ...visitor, support: loaded(support) }),
  networkFailed: example(place('shown'), { ...visitor, support: FAILED, problem: { code: LOCAL.networkFailed, message: '' } }),
};
