import { eventOf } from '../../required.ts';
import { output, stateConfig } from '../../setup.ts';
import { takesTurned } from './takesTurned.ts';

const close = { type: 'setCamera', params: { camera: { is: 'closed' } } } as const;
const fail = (obstacle: 'refused' | 'missing') => ({ type: 'setCamera', params: { camera: { is: 'failed', obstacle } } }) as const;
const left = { target: '#idPhotos.waiting' } as const;

/** The live camera lies over the photos. Where it cannot be opened, the phone's own camera and its files remain. */
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
        // The phone answers here, not the lender: no session code can come.
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
        /** The stream ended: another app took the camera. */
        'camera.failed': { ...left, actions: fail('missing') },
      },
    },
  },
});
