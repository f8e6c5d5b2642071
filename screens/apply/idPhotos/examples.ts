import type { JourneyContext } from '#machines/context.ts';
import { NO_PHOTOS } from '#machines/model/idPhotos.ts';
import { CODE, LOCAL } from '#machines/model/codes.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { example } from '../../example.ts';
import { amina, order } from '../../samples.ts';

const at = (step: 'waiting' | 'uploading' | 'finishing') => ({ places: { apply: { idPhotos: step } } });
const base: Partial<JourneyContext> = { ...amina, order: order(STATUS.identityOcr) };
const clear = { is: 'clear', handle: null } as const;
const all = { front: clear, back: clear, face: clear };

export const examples = {
  'nothing taken': example(at('waiting'), base),
  'sending the front': example(at('uploading'), { ...base, photos: { ...NO_PHOTOS, front: { is: 'uploading', handle: 'photo-0' } } }),
  'half of the front is sent': example(at('uploading'), {
    ...base,
    photos: { ...NO_PHOTOS, front: { is: 'uploading', handle: 'photo-0' } },
    uploaded: { sent: 180_000, total: 360_000 },
  }),
  'all of the front is sent': example(at('uploading'), {
    ...base,
    photos: { ...NO_PHOTOS, front: { is: 'uploading', handle: 'photo-0' } },
    uploaded: { sent: 360_000, total: 360_000 },
  }),
  'front is clear': example(at('waiting'), { ...base, photos: { ...NO_PHOTOS, front: clear } }),
  'back is blurred': example(at('waiting'), {
    ...base,
    photos: {
      ...NO_PHOTOS,
      front: clear,
      back: {
        is: 'failed',
        handle: null,
        problem: { code: CODE.photoUnreadable, message: 'The photo is blurred. Take it again in better light.' },
      },
    },
  }),
  'face was no picture': example(at('waiting'), {
    ...base,
    photos: { ...all, face: { is: 'failed', handle: null, problem: { code: LOCAL.photoUnreadable, message: '' } } },
  }),
  'all clear': example(at('waiting'), { ...base, photos: all }),
  'not sent': example(at('waiting'), { ...base, photos: all, problem: { code: LOCAL.networkFailed, message: '' } }),
  finishing: example(at('finishing'), { ...base, photos: all }),
};
