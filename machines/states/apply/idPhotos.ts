import type { JourneyEvent } from '../../events.ts';
import type { FaceTurn } from '../../model/faceTurn.ts';
import { STATUS } from '../../model/orderStatus.ts';
import { eventOf } from '../../required.ts';
import { blockNavigation, ofOrder, onOrderError, onOrderStale, onSessionLost, output, place, stateConfig } from '../../setup.ts';
import { backToReview } from './loanQuestion.ts';
import { camera } from './camera.ts';
import { takesTurned } from './takesTurned.ts';
import { toProblem } from '../../model/codes.ts';

/** The turn of the answer. Recordings of earlier versions have answers without one. */
const askedBy = ({ event }: { event: { output?: { turn?: FaceTurn | null } } }) => ({ turn: event.output?.turn ?? null });

/** The photo to upload, from the event that started the upload. */
const takenPhoto = (event: JourneyEvent) => {
  if (event.type === 'turnedPhoto.taken') return { side: 'face' as const, handle: event.handle, turn: event.turn };
  const { side, handle } = eventOf(event, 'photo.taken');
  return { side, handle, turn: null };
};

/**
 * Photos of the front, the back and the face. The context holds their state; a store outside the chart holds the bytes.
 * The values that the lender read are shown beside the typed ones. The borrower can correct them, or take the photo again.
 */
export const idPhotos = stateConfig({
  ...place('idPhotos', 'Photos of your ID'),
  route: { guard: { type: 'canFill', params: { step: STATUS.identityOcr } } },
  initial: 'opening',
  on: { 'back.requested': backToReview('additionalInfo') },
  states: {
    /** Without a photo of the front there is nothing to compare. */
    opening: { always: [{ guard: 'isFrontMissing', target: 'waiting' }, { target: 'comparing' }] },
    /** Loads the values that the lender read. The answer compares them with the typed values, so every change loads it again. */
    comparing: {
      tags: ['busy'],
      entry: { type: 'startLoading', params: { data: 'checkIdentity' } },
      invoke: {
        id: 'checkIdentity',
        src: 'checkIdentity',
        input: ofOrder,
        onDone: { target: 'waiting', actions: { type: 'setAnswer', params: ({ event }) => ({ checkIdentity: output({ event }) }) } },
        onError: [onSessionLost, { target: 'waiting', actions: { type: 'failLoading', params: { data: 'checkIdentity' } } }],
      },
    },
    waiting: {
      tags: ['form', 'stable'],
      on: {
        'camera.opened': 'camera',
        'photo.taken': {
          target: 'uploading',
          actions: { type: 'setPhoto', params: ({ event }) => ({ side: event.side, photo: { is: 'uploading', handle: event.handle } }) },
        },
        'turnedPhoto.taken': takesTurned,
        'photo.refused': {
          actions: {
            type: 'refusePhoto',
            params: ({ event: { side, problem } }) => ({ side, problem }),
          },
        },
        /** Opens the form to correct a typed value. After saving, the order's status leads back here. */
        'change.requested': {
          guard: { type: 'isChangeOf', params: ({ event }) => ({ asked: event.section, section: 'personalInfo' as const }) },
          target: '#personalInfo',
          actions: { type: 'setChanging', params: ({ event: { section, field } }) => ({ line: { section, field } }) },
        },
        'identity.submitted': [
          { guard: 'hasAllPhotos', target: 'finishing' },
          { actions: { type: 'setLocalProblem', params: { problem: 'photosMissing' } } },
        ],
      },
    },
    camera,
    uploading: {
      tags: ['busy'],
      exit: 'forgetUploaded',
      on: { ...blockNavigation, 'upload.progressed': { actions: { type: 'setUploaded', params: ({ event }) => event } } },
      invoke: {
        id: 'uploadPhoto',
        src: 'uploadPhoto',
        input: ({ context, event }) => ({ ...ofOrder({ context }), ...takenPhoto(event) }),
        onDone: [
          { guard: { type: 'isTurnAsked', params: askedBy }, target: 'waiting', actions: { type: 'settlePhoto', params: askedBy } },
          { target: 'opening', actions: { type: 'settlePhoto', params: askedBy } },
        ],
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
