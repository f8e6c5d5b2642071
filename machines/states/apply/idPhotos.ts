import { STATUS } from '../../model/orderStatus.ts';
import { eventOf } from '../../required.ts';
import { blockNavigation, ofOrder, onOrderError, onOrderStale, onSessionLost, output, place, stateConfig } from '../../setup.ts';
import { backTo } from './backTo.ts';
import { toProblem } from '../../model/codes.ts';

/** Photos of the front, the back and the face. The context holds their state; a store outside the chart holds the bytes. */
export const idPhotos = stateConfig({
  ...place('idPhotos', 'Photos of your ID'),
  route: { guard: { type: 'canFill', params: { step: STATUS.identityOcr } } },
  initial: 'waiting',
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
      on: { ...blockNavigation, 'upload.progressed': { actions: { type: 'setUploaded', params: ({ event }) => event } } },
      invoke: {
        id: 'uploadPhoto',
        src: 'uploadPhoto',
        input: ({ context, event }) => {
          const { side, handle } = eventOf(event, 'photo.taken');
          return { ...ofOrder({ context }), side, handle };
        },
        onDone: { target: 'waiting', actions: 'settlePhoto' },
        onError: [
          onSessionLost,
          {
            ...onOrderStale,
            actions: [{ type: 'failPhoto', params: ({ event }) => ({ problem: toProblem(event.error) }) }, ...onOrderStale.actions],
          },
          { target: 'waiting', actions: { type: 'failPhoto', params: ({ event }) => ({ problem: toProblem(event.error) }) } },
        ],
      },
    },
    finishing: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'finishPhotos',
        src: 'finishPhotos',
        input: ofOrder,
        onDone: { target: '#routingByStatus', actions: { type: 'setOrder', params: ({ event }) => ({ order: output({ event }) }) } },
        onError: onOrderError('waiting'),
      },
    },
  },
});
