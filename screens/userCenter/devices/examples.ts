import { LOCAL } from '#machines/model/codes.ts';
import type { SignedInDevice } from '#machines/model/device.ts';
import { FAILED, loaded } from '#machines/model/loadable.ts';
import { example } from '../../example.ts';
import { amina, at } from '../../samples.ts';

type Step = 'loading' | 'failed' | 'listed' | 'removing' | 'confirming' | 'signingOut' | 'forgetting';
const place = (step: Step) => ({ places: { userCenter: { devices: step } } });

const own: SignedInDevice = {
  id: 'd1',
  name: 'Android 10, SM-A107F, Chrome 80',
  firstUsedAt: at('2025-08-02 09:12'),
  lastUsedAt: at('2025-11-20 10:02'),
  isThis: true,
};
const others: readonly SignedInDevice[] = [
  {
    id: 'd2',
    name: 'Android 13, Samsung Internet 23',
    firstUsedAt: at('2025-06-14 18:40'),
    lastUsedAt: at('2025-08-01 21:05'),
    isThis: false,
  },
  { id: 'd3', name: '', firstUsedAt: at('2025-03-30 07:55'), lastUsedAt: at('2025-03-30 07:55'), isThis: false },
];
const listed = { ...amina, answers: { loadDevices: loaded({ devices: [own, ...others] }) } };
const networkFailed = { problem: { code: LOCAL.networkFailed, message: '' } };

export const examples = {
  loading: example(place('loading'), amina),
  failed: example(place('failed'), { ...amina, answers: { loadDevices: FAILED }, ...networkFailed }),
  listed: example(place('listed'), listed),
  onlyThis: example(place('listed'), { ...amina, answers: { loadDevices: loaded({ devices: [own] }) } }),
  longName: example(place('listed'), {
    ...amina,
    answers: { loadDevices: loaded({ devices: [own, { ...own, id: 'd4', name: 'W'.repeat(60), isThis: false }] }) },
  }),
  removing: example(place('removing'), listed),
  removingFailed: example(place('listed'), { ...listed, ...networkFailed }),
  reloadingFailed: example(place('failed'), { ...listed, ...networkFailed }),
  confirming: example(place('confirming'), listed),
  signingOut: example(place('signingOut'), listed),
  signingOutFailed: example(place('confirming'), { ...listed, ...networkFailed }),
  forgetting: example(place('forgetting'), listed),
};
