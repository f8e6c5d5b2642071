import { error, place, stateConfig } from '../../setup.ts';

/** The recorder is fetched or not, the file is handed over or not: no lender answers here, so no session can end. */
const onRefused = { target: 'shown', actions: { type: 'setProblem', params: error } } as const;

/** The borrower's own yes to a recording of what happens in the app, and what becomes of it. It leaves the phone only as a file of theirs. */
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
