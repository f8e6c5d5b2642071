/**
 * The chart's vocabulary, put together from its parts in `setup/`: each adds the guards and actions of one
 * subject to those before it. The regions use nothing else.
 */
import { toProblem } from './model/codes.ts';
import { ROUTES, type RouteName } from './routes.ts';
import type { JourneyMeta } from './setup/base.ts';
import { feedback } from './setup/feedback.ts';

export type { JourneyMeta } from './setup/base.ts';

/** Every part: the last one carries all those before it. */
export const journeySetup = feedback;

type JourneyStateConfig = Parameters<typeof journeySetup.createStateConfig>[0];

/**
 * `createStateConfig` with a `const` type parameter: ids stay literal, so routes and `getMeta` stay
 * typed, and a misspelt key at the top is an error.
 */
export const region = <const T extends JourneyStateConfig>(config: T & { [K in Exclude<keyof T, keyof JourneyStateConfig>]: never }): T =>
  config;

type Failed = { event: { error: unknown } };
export const error = ({ event }: Failed) => ({ error: event.error });

/** A session code ends the session, whatever was being done. */
export const onSessionLost = {
  guard: { type: 'endsSession', params: error },
  target: '#sessionEnded',
  actions: { type: 'setProblem', params: error },
} as const;

/** The order is not what this phone takes it for: the lender's words are shown, and home as it really is. */
export const onOrderMoved = {
  guard: { type: 'isOrderMoved', params: error },
  target: '#syncing',
  actions: [
    'forgetPayment',
    { type: 'notify', params: ({ event }: Failed) => ({ key: 'orderMoved' as const, message: toProblem(event.error).message }) },
  ],
} as const;

/** Tail of every invoke: a session code ends the session, anything else leads to `target` with the problem in context. */
export const onApiError = <const T extends string>(target: T) =>
  [onSessionLost, { target, actions: { type: 'setProblem', params: error } }] as const;

/** The same for a call about the order. */
export const onOrderError = <const T extends string>(target: T) =>
  [onSessionLost, onOrderMoved, { target, actions: { type: 'setProblem', params: error } }] as const;

/** The same for a call that moves money: when no answer came, the lender is asked before anything is said. */
export const onMoneyError = <const T extends string, const U extends string>(unknown: U, refused: T) =>
  [
    onSessionLost,
    onOrderMoved,
    { guard: { type: 'isOutcomeUnknown', params: error }, target: unknown, actions: { type: 'setProblem', params: error } },
    { target: refused, actions: { type: 'setProblem', params: error } },
  ] as const;

/** What is being read may be older than what changed just now: it is read anew. @param reading the state itself. */
export const readsAnew = <const T extends string>(reading: T) => ({ 'refresh.requested': { target: reading, reenter: true } }) as const;

/** While a call that must not repeat is under way, nothing leads away from it. */
export const heldInPlace = { 'xstate.route': {}, 'back.requested': {}, 'application.sentElsewhere': {} } as const;

export const meta = <const N extends RouteName>(name: N, title: string, options: Pick<JourneyMeta, 'replace' | 'query'> = {}) =>
  ({ route: ROUTES[name], title, ...options }) as const;

export const output = <T>({ event }: { event: { output: T } }): T => event.output;
