/** The playback controls: which step is shown, and whether playback is running. */
import { assign, setup } from 'xstate';

export const SPEEDS = [0.5, 1, 2, 4, 8] as const;
export type Speed = (typeof SPEEDS)[number];

/** Limits of the wait between two steps, so that long pauses are shortened. ms. */
const WAIT = { least: 60, most: 2_000 };

interface Context {
  index: number;
  /** Time of each step. ms. */
  times: readonly number[];
  speed: Speed;
}

type Event =
  | { type: 'journey.opened'; times: readonly number[]; index?: number }
  /** Steps were added to a running journey. */
  | { type: 'journey.grew'; times: readonly number[]; follow: boolean }
  | { type: 'step.chosen'; index: number }
  | { type: 'stepped'; by: number }
  | { type: 'play.toggled' }
  | { type: 'speed.chosen'; speed: Speed };

const last = ({ times }: Pick<Context, 'times'>): number => Math.max(0, times.length - 1);
const within = (index: number, context: Pick<Context, 'times'>): number => Math.min(Math.max(0, index), last(context));

export const playerMachine = setup({
  types: { context: {} as Context, events: {} as Event },
  guards: { hasMore: ({ context }) => context.index < last(context) },
  delays: {
    UNTIL_NEXT: ({ context: { index, times, speed } }) => {
      const wait = (times[index + 1] ?? 0) - (times[index] ?? 0);
      return Math.min(WAIT.most, Math.max(WAIT.least, wait)) / speed;
    },
  },
  actions: {
    stepBy: assign(({ context }, { by }: { by: number }) => ({ index: within(context.index + by, context) })),
  },
}).createMachine({
  id: 'player',
  context: { index: 0, times: [0], speed: 1 },
  initial: 'paused',
  on: {
    'journey.opened': {
      target: '.paused',
      actions: assign(({ event }) => ({ times: event.times, index: within(event.index ?? 0, event) })),
    },
    'journey.grew': {
      actions: assign(({ context, event }) => ({
        times: event.times,
        index: within(event.follow ? event.times.length - 1 : context.index, event),
      })),
    },
    'speed.chosen': { actions: assign(({ event }) => ({ speed: event.speed })) },
    'step.chosen': { target: '.paused', actions: assign(({ context, event }) => ({ index: within(event.index, context) })) },
    stepped: { target: '.paused', actions: { type: 'stepBy', params: ({ event }) => event } },
  },
  states: {
    paused: {
      on: {
        'play.toggled': [
          { guard: 'hasMore', target: 'playing' },
          { target: 'playing', actions: assign({ index: 0 }) },
        ],
      },
    },
    playing: {
      on: { 'play.toggled': 'paused' },
      always: { guard: ({ context }) => context.index >= last(context), target: 'paused' },
      after: { UNTIL_NEXT: { target: 'playing', reenter: true, actions: { type: 'stepBy', params: { by: 1 } } } },
    },
  },
});
