import { LOCAL } from '#machines/model/codes.ts';
import { FAILED, loaded } from '#machines/model/loadable.ts';
import { example } from '../../example.ts';
import { visitor } from '../../samples.ts';

const nation = (place: 'loading' | 'shown') => ({ places: { user: { nation: place } } }) as const;

export const examples = {
  loading: example(nation('loading'), visitor),
  shown: example(nation('shown'), { ...visitor, country: loaded({ code: 'KE', name: 'Kenya', callingCode: '254', currency: 'KES' }) }),
  networkFailed: example(nation('shown'), { ...visitor, country: FAILED, problem: { code: LOCAL.networkFailed, message: '' } }),
};
