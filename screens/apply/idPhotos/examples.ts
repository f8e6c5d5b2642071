import type { JourneyContext } from '#machines/context.ts';
import type { FaceTurn } from '#machines/model/faceTurn.ts';
import { NO_PHOTOS } from '#machines/model/idPhotos.ts';
import { CODE, LOCAL } from '#machines/model/codes.ts';
import type { IdentityCheck } from '#machines/model/identityCheck.ts';
import { loaded } from '#machines/model/loadable.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { example } from '../../example.ts';
import { amina, cardLines, identity, order } from '../../samples.ts';

const at = (step: 'waiting' | 'comparing' | 'uploading' | 'finishing') => ({ places: { apply: { idPhotos: step } } });
const base: Partial<JourneyContext> = { ...amina, order: order(STATUS.identityOcr) };
const clear = { is: 'clear', handle: null } as const;
const checked = (change: Partial<IdentityCheck>) => ({ answers: { checkIdentity: loaded({ ...identity, ...change }) } });
const turnAsked = (turn: FaceTurn) => ({ is: 'turnAsked', handle: null, turn, problem: null }) as const;
const all = { front: clear, back: clear, face: clear };

export const examples = {
  'nothing taken': example(at('waiting'), base),
  'a person asks for the front again': example(at('waiting'), {
    ...base,
    order: {
      ...order(STATUS.identityOcr),
      photoRequest: { sides: ['front'], words: 'The number cannot be read. Please lay the card in daylight, without a flash.' },
    },
    photos: { ...all, front: NO_PHOTOS.front },
  }),
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
  'the lender compares': example(at('comparing'), { ...base, photos: { ...NO_PHOTOS, front: clear } }),
  'another number was typed': example(at('waiting'), {
    ...base,
    photos: { ...NO_PHOTOS, front: clear },
    ...checked({ card: { is: 'read', lines: { ...cardLines, number: { read: '12345678', typed: '12345687', agrees: false } } } }),
  }),
  "another person's card": example(at('waiting'), {
    ...base,
    photos: all,
    ...checked({
      card: {
        is: 'read',
        lines: {
          ...cardLines,
          number: { read: '30918264', typed: '12345678', agrees: false },
          name: { read: 'PETER OTIENO', typed: 'Amina Wanjiku', agrees: false },
        },
      },
    }),
  }),
  'read and matches': example(at('waiting'), { ...base, photos: all, ...checked({}) }),
  'a person compares the face': example(at('waiting'), { ...base, photos: all, ...checked({ face: { is: 'undecided' } }) }),
  'a person reads the card': example(at('waiting'), { ...base, photos: all, ...checked({ card: { is: 'unread' } }) }),
  'camera is being opened': example(
    { places: { apply: { idPhotos: { camera: 'opening' } } } },
    { ...base, camera: { is: 'opening', side: 'front' } },
  ),
  'camera for the back': example(
    { places: { apply: { idPhotos: { camera: 'aiming' } } } },
    { ...base, photos: { ...NO_PHOTOS, front: clear }, camera: { is: 'open', side: 'back', handle: 'camera-0' } },
  ),
  'camera for the face': example(
    { places: { apply: { idPhotos: { camera: 'aiming' } } } },
    { ...base, photos: { ...all, face: { is: 'missing' } }, camera: { is: 'open', side: 'face', handle: 'camera-0' } },
  ),
  'head is to be turned left': example(at('waiting'), { ...base, photos: { ...all, face: turnAsked('left') } }),
  'head was turned to the other side': example(at('waiting'), {
    ...base,
    photos: {
      ...all,
      face: {
        ...turnAsked('right'),
        problem: {
          code: CODE.photoUnreadable,
          message: 'Your head was turned to the other side. See which side is asked for now, and take the photo again',
        },
      },
    },
  }),
  'sending the turned face': example(at('uploading'), {
    ...base,
    photos: { ...all, face: { is: 'uploading', handle: 'photo-0', turn: 'left' } },
  }),
  'camera for the turned face': example(
    { places: { apply: { idPhotos: { camera: 'aiming' } } } },
    { ...base, photos: { ...all, face: turnAsked('left') }, camera: { is: 'open', side: 'face', handle: 'camera-0' } },
  ),
  'camera is not allowed': example(at('waiting'), { ...base, camera: { is: 'failed', obstacle: 'refused' } }),
  'all clear': example(at('waiting'), { ...base, photos: all }),
  'not sent': example(at('waiting'), { ...base, photos: all, problem: { code: LOCAL.networkFailed, message: '' } }),
  finishing: example(at('finishing'), { ...base, photos: all }),
};
