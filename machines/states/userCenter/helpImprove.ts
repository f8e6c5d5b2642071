import { RECORDING_CONSENT } from '../../model/sentRecording.ts';
import { blockNavigation, error, onApiError, place, stateConfig } from '../../setup.ts';

/** The phone answers these calls, not the lender, so the answer is never a session code. */
const onRefused = { target: 'shown', actions: { type: 'setProblem', params: error } } as const;

/**
 * Consent to recordings of the app. They are sent to the lender, who deletes them when the consent is withdrawn. If the app is
 * set to send none, the borrower can save the recording as a file.
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
        // The call is idempotent, so the borrower can press again.
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
