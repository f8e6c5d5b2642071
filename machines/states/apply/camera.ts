import { eventOf } from '../../required.ts';
import { output, stateConfig } from '../../setup.ts';
import { takesTurned } from './takesTurned.ts';

const close = { type: 'setCamera', params: { camera: { is: 'closed' } } } as const;
const fail = (obstacle: 'refused' | 'missing') => ({ type: 'setCamera', params: { camera: { is: 'failed', obstacle } } }) as const;
const left = { target: '#idPhotos.waiting' } as const;

/** The live camera covers the page of the photos. If it cannot be opened, the borrower uses the phone's camera app or a file. */
export const camera = stateConfig({
  tags: ['sheet'],
  initial: 'opening',
  exit: close,
  on: { 'camera.closed': left, 'picker.cancelled': left, 'back.requested': left },
  states: {
    opening: {
      tags: ['busy'],
      entry: {
        type: 'setCamera',
        params: ({ event }) => ({ camera: { is: 'opening', side: eventOf(event, 'camera.opened').side } }),
      },
      invoke: {
        id: 'openCamera',
        src: 'openCamera',
        input: ({ event }) => ({ side: eventOf(event, 'camera.opened').side }),
        onDone: [
          {
            guard: { type: 'isCameraOpen', params: ({ event }) => output({ event }) },
            target: 'aiming',
            actions: { type: 'showCamera', params: ({ event }) => output({ event }) },
          },
          { ...left, actions: { type: 'failCamera', params: ({ event }) => output({ event }) } },
        ],
        // The phone answers, not the lender, so the answer is never a session code.
        onError: { ...left, actions: fail('missing') },
      },
    },
    aiming: {
      on: {
        'photo.taken': {
          target: '#idPhotos.uploading',
          actions: { type: 'setPhoto', params: ({ event }) => ({ side: event.side, photo: { is: 'uploading', handle: event.handle } }) },
        },
        'turnedPhoto.taken': { ...takesTurned, target: '#idPhotos.uploading' },
        /** The stream ended, for example because another app opened the camera. */
        'camera.failed': { ...left, actions: fail('missing') },
      },
    },
  },
});
