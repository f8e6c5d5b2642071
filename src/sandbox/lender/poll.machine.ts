/** Polls the lender once a second and reports when it does not answer. */
import { assign, fromPromise, setup } from 'xstate';
import type { SandboxState } from '#src/api/sandbox.ts';

interface Context {
  /** The last answer; kept while the lender is unreachable. */
  state: SandboxState | null;
  /** Why the last command failed, one sentence; null when it succeeded. */
  refusal: string | null;
}

type Event = { type: 'command.done' } | { type: 'command.failed'; reason: string } | { type: 'refusal.dismissed' };

export const pollMachine = setup({
  types: { context: {} as Context, events: {} as Event },
  actors: { load: fromPromise<SandboxState>(() => Promise.reject(new Error('load is not bound'))) },
  delays: { POLL: 1_000, AGAIN: 2_000 },
}).createMachine({
  id: 'lender',
  context: { state: null, refusal: null },
  initial: 'connecting',
  on: {
    // Polls at once, so that the effect of a command is visible without delay.
    'command.done': { target: '.looking', actions: assign({ refusal: null }) },
    'command.failed': { target: '.looking', actions: assign(({ event }) => ({ refusal: event.reason })) },
    'refusal.dismissed': { actions: assign({ refusal: null }) },
  },
  states: {
    connecting: { always: 'looking' },
    looking: {
      invoke: {
        src: 'load',
        onDone: { target: 'waiting', actions: assign(({ event }) => ({ state: event.output })) },
        onError: 'unreachable',
      },
    },
    waiting: { after: { POLL: 'looking' } },
    unreachable: { after: { AGAIN: 'lookingAgain' } },
    /** Keeps the error while polling again, so that the message does not flicker. */
    lookingAgain: {
      invoke: {
        src: 'load',
        onDone: { target: 'waiting', actions: assign(({ event }) => ({ state: event.output })) },
        onError: 'unreachable',
      },
    },
  },
});
