import type { JourneyContext } from '../../context.ts';
import type { JourneyEvent } from '../../events.ts';
import { required } from '../../required.ts';
import { blockNavigation, error, onApiError, onSessionLost, output, place, startLoading, stateConfig } from '../../setup.ts';
import { forgetting } from '../sessionEnded.ts';
import { drafting } from '../feedback/unsentMessage.ts';

type Submitted = { event: Extract<JourneyEvent, { type: 'cancellation.submitted' }> };

const ABOUT = 'cancellation';

/** The sign-in was recent enough when the terms were loaded, and is too long ago now. The new terms say so. */
const onSignInRequired = { guard: { type: 'isSignInRequired', params: error }, target: 'loading' } as const;

/** Sends the request to close the account, or, without a reason, its withdrawal. Both calls are idempotent. */
const requesting = <Id extends string>(id: Id, reason: (context: JourneyContext) => string | null, before: 'barred' | 'requested') =>
  ({
    tags: ['busy', 'overlay'],
    on: blockNavigation,
    invoke: {
      id,
      src: 'requestClosing',
      input: ({ context }: { context: JourneyContext }) => ({ reason: reason(context) }),
      onDone: 'loading',
      onError: [onSessionLost, onSignInRequired, { target: before, actions: { type: 'setProblem', params: error } }],
    },
  }) as const;

/**
 * Closing the account: its consequences, one reason, a confirmation, then the call. If the account cannot be closed yet, the
 * borrower requests it, and a clerk closes the account later or answers why not.
 */
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
            guard: { type: 'isClosingRequested', params: ({ event }) => output({ event }) },
            target: 'requested',
            actions: { type: 'setCancellation', params: ({ event }) => output({ event }) },
          },
          {
            guard: { type: 'isSignInNeeded', params: ({ event }) => output({ event }) },
            target: 'signInFirst',
            actions: { type: 'setCancellation', params: ({ event }) => output({ event }) },
          },
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
    /** The borrower signed in too long ago, and signs out and in again before the account can be closed. */
    signInFirst: { tags: ['stable'], on: { 'refresh.requested': 'loading' } },
    /** An open loan or application forbids closing the account now. */
    barred: {
      tags: ['form', 'stable'],
      on: {
        ...drafting,
        'refresh.requested': 'loading',
        'cancellation.submitted': [
          {
            guard: { type: 'hasReason', params: ({ event }: Submitted) => event },
            target: 'requesting',
            actions: { type: 'keepUnsent', params: ({ event }: Submitted) => ({ about: ABOUT, values: event.values }) },
          },
          { actions: { type: 'setLocalProblem', params: { problem: 'incomplete' } } },
        ],
      },
    },
    requesting: requesting('requestClosing', (context) => required('reason', context.unsent[ABOUT]?.['reason']), 'barred'),
    /** A request is open. Until it is withdrawn, a clerk closes the account as soon as that is possible. */
    requested: { tags: ['stable'], on: { 'refresh.requested': 'loading', 'cancellation.withdrawn': 'withdrawing' } },
    withdrawing: requesting('withdrawRequest', () => null, 'requested'),
    choosing: {
      tags: ['form', 'stable'],
      on: {
        ...drafting,
        'cancellation.submitted': [
          {
            guard: { type: 'hasReason', params: ({ event }: Submitted) => event },
            target: 'confirming',
            actions: { type: 'keepUnsent', params: ({ event }: Submitted) => ({ about: ABOUT, values: event.values }) },
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
          onSignInRequired,
          // The outcome is unknown. If the account is closed, loading answers with a session code.
          { guard: { type: 'isOutcomeUnknown', params: error }, target: 'loading', actions: { type: 'setProblem', params: error } },
          { target: 'confirming', actions: { type: 'setProblem', params: error } },
        ],
      },
    },
    forgetting: forgetting('forgetClosed', 'forgetSession', 'accountClosed'),
  },
});
