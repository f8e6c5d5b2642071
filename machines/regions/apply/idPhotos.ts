import { STATUS } from '../../model/orderStatus.ts';
import { heldInPlace, meta, onOrderError, onOrderMoved, onSessionLost, output, region } from '../../setup.ts';
import { backTo } from './backTo.ts';
import type { PhotoSide } from '../../model/idPhotos.ts';
import { toProblem } from '../../model/codes.ts';

/** Front, back, face. The bytes lie in a store beside the chart; here is only which photo is where. */
export const idPhotos = region({
  id: 'idPhotos',
  route: { guard: { type: 'canFill', params: { step: STATUS.identityOcr } } },
  initial: 'waiting',
  meta: meta('idPhotos', 'Photos of your ID'),
  exit: 'clearProblem',
  on: { 'back.requested': backTo('additionalInfo') },
  states: {
    waiting: {
      tags: ['form', 'stable'],
      on: {
        'photo.taken': {
          target: 'uploading',
          actions: [
            'clearProblem',
            { type: 'setPhoto', params: ({ event }) => ({ side: event.side, photo: { is: 'uploading', handle: event.handle } }) },
          ],
        },
        'photo.refused': {
          actions: {
            type: 'setPhoto',
            params: ({ event }) => ({ side: event.side, photo: { is: 'failed', handle: null, problem: event.problem } }),
          },
        },
        'identity.submitted': [
          { guard: 'hasAllPhotos', target: 'finishing', actions: 'clearProblem' },
          { actions: { type: 'setLocalProblem', params: { problem: 'photosMissing' } } },
        ],
      },
    },
    uploading: {
      tags: ['busy'],
      exit: 'forgetUploaded',
      on: { ...heldInPlace, 'upload.progressed': { actions: { type: 'setUploaded', params: ({ event }) => event } } },
      invoke: {
        id: 'uploadPhoto',
        src: 'uploadPhoto',
        input: ({ context, event }) => {
          const taken: { side: PhotoSide; handle: string } = event.type === 'photo.taken' ? event : { side: 'front', handle: '' };
          return { orderNo: context.order?.orderNo ?? '', side: taken.side, handle: taken.handle };
        },
        onDone: { target: 'waiting', actions: 'settlePhoto' },
        onError: [
          onSessionLost,
          {
            ...onOrderMoved,
            actions: [{ type: 'failPhoto', params: ({ event }) => ({ problem: toProblem(event.error) }) }, ...onOrderMoved.actions],
          },
          { target: 'waiting', actions: { type: 'failPhoto', params: ({ event }) => ({ problem: toProblem(event.error) }) } },
        ],
      },
    },
    finishing: {
      tags: ['busy', 'overlay'],
      on: heldInPlace,
      invoke: {
        id: 'finishPhotos',
        src: 'finishPhotos',
        input: ({ context }) => ({ orderNo: context.order?.orderNo ?? '' }),
        onDone: { target: '#followingStatus', actions: { type: 'setOrder', params: ({ event }) => ({ order: output({ event }) }) } },
        onError: onOrderError('waiting'),
      },
    },
  },
});
