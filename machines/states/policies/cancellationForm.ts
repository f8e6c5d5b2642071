import type { JourneyEvent } from '../../events.ts';
import { required } from '../../required.ts';
import { blockNavigation, error, onApiError, onSessionLost, output, place, startLoading, stateConfig } from '../../setup.ts';
import { forgetting } from '../forgetting.ts';
import { drafting } from '../feedback/pictures.ts';

type Submitted = { event: Extract<JourneyEvent, { type: 'cancellation.submitted' }> };

const ABOUT = 'cancellation';

/** Closing the account: its consequences, one reason, a confirmation, then the call. */
export const cancellationForm = stateConfig({
  ...place('cancellationForm', 'Close my account'),
  route: {},
  initial: 'loading',
  on: { 'back.requested': '#settings' },
  states: {
    loading: {
      tags: ['busy'],
      entry: startLoading('cancellation'),
      invoke: {
        id: 'loadCancellation',
        src: 'loadCancellation',
        onDone: [
          {
            guard: { type: 'isBarred', params: ({ event }) => output({ event }) },
            target: 'barred',
            actions: { type: 'setCancellation', params: ({ event }) => output({ event }) },
          },
          { target: 'choosing', actions: { type: 'setCancellation', params: ({ event }) => output({ event }) } },
        ],
        onError: onApiError('failed', 'cancellation'),
      },
    },
    failed: { tags: ['stable'], on: { 'retry.requested': 'loading' } },
    /** An open loan or application forbids closing the account. */
    barred: { tags: ['stable'], on: { 'refresh.requested': 'loading' } },
    choosing: {
      tags: ['form', 'stable'],
      on: {
        ...drafting,
        'cancellation.submitted': [
          {
            guard: { type: 'hasReason', params: ({ event }: Submitted) => event },
            target: 'confirming',
            actions: ['clearProblem', { type: 'keepUnsent', params: ({ event }: Submitted) => ({ about: ABOUT, values: event.values }) }],
          },
          { actions: { type: 'setLocalProblem', params: { problem: 'incomplete' } } },
        ],
      },
    },
    confirming: { on: { 'cancellation.confirmed': 'closing', 'cancellation.withdrawn': 'choosing', 'back.requested': 'choosing' } },
    closing: {
      tags: ['busy', 'overlay'],
      on: blockNavigation,
      invoke: {
        id: 'closeAccount',
        src: 'closeAccount',
        input: ({ context }) => ({ reason: required('reason', context.unsent[ABOUT]?.['reason']) }),
        onDone: 'forgetting',
        onError: [
          onSessionLost,
          // The outcome is unknown. If the account is closed, loading answers with a session code.
          { guard: { type: 'isOutcomeUnknown', params: error }, target: 'loading', actions: { type: 'setProblem', params: error } },
          { target: 'confirming', actions: { type: 'setProblem', params: error } },
        ],
      },
    },
    forgetting: forgetting('forgetClosed', 'forgetSession', 'accountClosed'),
  },
});
