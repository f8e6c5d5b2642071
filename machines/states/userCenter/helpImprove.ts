import { RECORDING_CONSENT } from '../../model/sentRecording.ts';
import { blockNavigation, error, onApiError, place, stateConfig } from '../../setup.ts';

/** The lender answers none of these calls, so no session code can come. */
const onRefused = { target: 'shown', actions: { type: 'setProblem', params: error } } as const;

/**
 * Consent to recordings of the app: for the lender, who deletes them when it is taken back, or, where none are sent, for a
 * file of the borrower's own.
 */
export const helpImprove = stateConfig({
  ...place('helpImprove', 'Help improve'),
  route: {},
  initial: 'shown',
  states: {
    shown: {
      tags: ['stable'],
      on: {
        'recordings.agreed': { guard: 'hasSession', target: 'agreeing' },
        'recordings.withdrawn': { guard: 'hasSession', target: 'withdrawing' },
        'recording.allowed': 'starting',
        'recording.stopped': { actions: { type: 'setRecording', params: { recording: 'kept' } } },
        'recording.deleted': { actions: { type: 'setRecording', params: { recording: 'off' } } },
        'recording.saveRequested': 'saving',
      },
    },
    agreeing: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'agreeRecordings',
        src: 'agreeRecordings',
        input: { agreed: true, version: RECORDING_CONSENT },
        onDone: { target: 'shown', actions: { type: 'setRecording', params: { recording: 'sent' } } },
        onError: onApiError('shown'),
      },
    },
    withdrawing: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'withdrawRecordings',
        src: 'agreeRecordings',
        input: { agreed: false, version: RECORDING_CONSENT },
        onDone: {
          target: 'shown',
          actions: [
            { type: 'setRecording', params: { recording: 'off' } },
            { type: 'notify', params: { key: 'recordingsDeleted' } },
          ],
        },
        // It may be repeated: what is deleted stays deleted.
        onError: onApiError('shown'),
      },
    },
    starting: {
      tags: ['busy'],
      invoke: {
        id: 'startRecording',
        src: 'startRecording',
        onDone: { target: 'shown', actions: { type: 'setRecording', params: { recording: 'on' } } },
        onError: onRefused,
      },
    },
    saving: {
      tags: ['busy'],
      invoke: {
        id: 'saveRecording',
        src: 'saveRecording',
        onDone: 'shown',
        onError: onRefused,
      },
    },
  },
});
