import { LOCAL } from '#machines/model/codes.ts';
import { FAILED, loaded } from '#machines/model/loadable.ts';
import { example } from '../../example.ts';
import { visitor } from '../../samples.ts';

const openApp = (place: 'loading' | 'shown') => ({ places: { userCenter: { openApp: place } } }) as const;

export const examples = {
  loading: example(openApp('loading'), visitor),
  shown: example(openApp('shown'), { ...visitor, answers: { loadDownload: loaded({ address: 'https://example.ke/app' }) } }),
  withoutApp: example(openApp('shown'), { ...visitor, answers: { loadDownload: loaded({ address: null }) } }),
  networkFailed: example(openApp('shown'), {
    ...visitor,
    answers: { loadDownload: FAILED },
    problem: { code: LOCAL.networkFailed, message: '' },
  }),
  inside: example(openApp('shown'), {
    ...visitor,
    app: { appName: 'Example Loan', edition: '3.1' },
    answers: { loadDownload: loaded({ address: null }) },
  }),
};
