/** The playback controls: which step is shown, and whether it is being played or scrubbed. */
import { assign, setup } from 'xstate';

export const SPEEDS = [0.5, 1, 2, 4, 8] as const;
export type Speed = (typeof SPEEDS)[number];

/** Limits of the wait between two steps, so that long pauses are shortened. ms. */
const WAIT = { least: 60, most: 2_000 };

/** A drag along the track that pauses this long shows its step whole. ms. */
const REST = 200;

/** The panels that take turns while steps pass quickly, because one frame has no time for both. */
export type TurnPanel = 'events' | 'screen';

interface Context {
  index: number;
  /** Time of each step. ms. */
  times: readonly number[];
  speed: Speed;
  /** The panel that draws the last scrubbed step. */
  turn: TurnPanel;
}

type Event =
  | { type: 'journey.opened'; times: readonly number[]; index?: number }
  /** Steps were added to a running journey. */
  | { type: 'journey.grew'; times: readonly number[]; follow: boolean }
  | { type: 'step.chosen'; index: number }
  /** A step was passed while the track was dragged. */
  | { type: 'step.scrubbed'; index: number }
  | { type: 'stepped'; by: number }
  | { type: 'play.toggled' }
  | { type: 'speed.chosen'; speed: Speed };

const last = ({ times }: Pick<Context, 'times'>): number => Math.max(0, times.length - 1);
const within = (index: number, context: Pick<Context, 'times'>): number => Math.min(Math.max(0, index), last(context));

export const playerMachine = setup({
  types: { context: {} as Context, events: {} as Event },
  guards: { hasMore: ({ context }) => context.index < last(context) },
  delays: {
    REST,
    UNTIL_NEXT: ({ context: { index, times, speed } }) => {
      const wait = (times[index + 1] ?? 0) - (times[index] ?? 0);
      return Math.min(WAIT.most, Math.max(WAIT.least, wait)) / speed;
    },
  },
  actions: {
    showStep: assign(({ context }, { index }: { index: number }) => ({ index: within(index, context) })),
    passTurn: assign(({ context: { turn } }) => ({ turn: turn === 'events' ? 'screen' : 'events' })),
    stepBy: assign(({ context }, { by }: { by: number }) => ({ index: within(context.index + by, context) })),
  },
}).createMachine({
  id: 'player',
  context: { index: 0, times: [0], speed: 1, turn: 'screen' },
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
    'step.chosen': { target: '.paused', actions: { type: 'showStep', params: ({ event }) => event } },
    // Entered again with every step, so that the wait for a rest begins again.
    'step.scrubbed': { target: '.scrubbing', actions: [{ type: 'showStep', params: ({ event }) => event }, 'passTurn'] },
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
    scrubbing: { after: { REST: 'paused' } },
    playing: {
      on: { 'play.toggled': 'paused' },
      always: { guard: ({ context }) => context.index >= last(context), target: 'paused' },
      after: { UNTIL_NEXT: { target: 'playing', reenter: true, actions: { type: 'stepBy', params: { by: 1 } } } },
    },
  },
});
