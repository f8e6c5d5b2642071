import { error, place, stateConfig } from '../../setup.ts';

/** The lender answers none of these calls, so no session code can come. */
const onRefused = { target: 'shown', actions: { type: 'setProblem', params: error } } as const;

/** Consent to a recording of the app, and saving or deleting it. It leaves the phone only as the borrower's own file. */
export const helpImprove = stateConfig({
  ...place('helpImprove', 'Help improve'),
  route: {},
  initial: 'shown',
  states: {
    shown: {
      tags: ['stable'],
      on: {
        'recording.allowed': 'starting',
        'recording.stopped': { actions: { type: 'setRecording', params: { recording: 'kept' } } },
        'recording.deleted': { actions: { type: 'setRecording', params: { recording: 'off' } } },
        'recording.saveRequested': 'saving',
      },
    },
    starting: {
      tags: ['busy'],
      invoke: {
        id: 'startRecording',
        src: 'startRecording',
        onDone: { target: 'shown', actions: ['clearProblem', { type: 'setRecording', params: { recording: 'on' } }] },
        onError: onRefused,
      },
    },
    saving: {
      tags: ['busy'],
      invoke: {
        id: 'saveRecording',
        src: 'saveRecording',
        onDone: { target: 'shown', actions: 'clearProblem' },
        onError: onRefused,
      },
    },
  },
});
