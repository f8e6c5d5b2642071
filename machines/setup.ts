/**
 * Every guard, action, port and delay that a state of the chart may name. The parts in `setup/` define guards and actions by
 * subject, and are merged here once.
 */
import { type EventObject, setup } from 'xstate';
import type { JourneyContext, PageData } from './context.ts';
import type { JourneyEvent } from './events.ts';
import { toProblem } from './model/codes.ts';
import { valueOf } from './model/loadable.ts';
import type { HomeData } from './model/order.ts';
import { nextQuestionIn } from './model/pollDelay.ts';
import type { PortActors } from './ports/index.ts';
import { unboundPorts } from './ports/unbound.ts';
import { orderOf } from './required.ts';
import { ROUTES, type RouteName } from './routes.ts';
import { application } from './setup/application.ts';
import { type JourneyMeta, type JourneyTag, merge, type ParamsByName } from './setup/base.ts';
import { borrow } from './setup/borrow.ts';
import { feedback } from './setup/feedback.ts';
import { order } from './setup/order.ts';
import { places } from './setup/places.ts';
import { repay } from './setup/repay.ts';
import { session } from './setup/session.ts';

export type { JourneyMeta } from './setup/base.ts';

const { guards, actions } = merge([places, session, order, application, borrow, repay, feedback]);

export type GuardName = keyof typeof guards;

const delays = {
  /** The pause between two polls of an order that the lender or the rail is working on, in milliseconds. See `pollDelay.ts`. */
  POLL: ({ context: { order, home, timesReconciled } }: { context: JourneyContext }) =>
    nextQuestionIn(order, valueOf(home)?.readAt ?? null, timesReconciled),
  /** Poll interval of a payment whose prompt is open, in milliseconds. */
  PAYMENT_POLL: 3_000,
  /** The pause between two queries of a lost outcome, in milliseconds. Each pause is twice the one before, up to a minute. */
  RECONCILE: ({ context }: { context: JourneyContext }) => Math.min(5_000 * 2 ** context.timesReconciled, 60_000),
  /** How long the four steps of a promotion are shown, all together, in milliseconds. The stylesheet divides the time. */
  FOUR_STEPS: 4_800,
};

/** Length of the timer with this name, ms; undefined: no timer has this name. */
export function timerLength(name: unknown, context: JourneyContext): number | undefined {
  const delay = Object.entries(delays).find(([known]) => known === name)?.[1];
  return typeof delay === 'function' ? delay({ context }) : delay;
}

/** The type arguments are written out, because inferring them from every guard and action doubles the compiler's work here. */
export const journeySetupWith = (actors: PortActors) =>
  setup<
    JourneyContext,
    JourneyEvent,
    PortActors,
    {},
    ParamsByName<typeof actions>,
    ParamsByName<typeof guards>,
    keyof typeof delays,
    JourneyTag,
    unknown,
    unknown,
    EventObject,
    JourneyMeta
  >({ actors, guards, actions, delays });

export const journeySetup = journeySetupWith(unboundPorts);

type CreatedStateConfig = Parameters<typeof journeySetup.createStateConfig>[0];
/** An interface, because the compiler relates a state to it by name instead of taking the whole type apart again. */
interface JourneyStateConfig extends CreatedStateConfig {}

/**
 * `createStateConfig` with a `const` type parameter: ids stay literal, so routes and `getMeta` stay
 * typed, and a misspelt key at the top is an error.
 */
export const stateConfig = <const T extends JourneyStateConfig>(
  config: T & { [K in Exclude<keyof T, keyof JourneyStateConfig>]: never },
): T => config;

type Failed = { event: { error: unknown } };
export const error = ({ event }: Failed) => ({ error: event.error });

/** A session code in any answer ends the session. */
export const onSessionLost = {
  guard: { type: 'endsSession', params: error },
  target: '#sessionEnded',
  actions: { type: 'setProblem', params: error },
} as const;

/** The lender's order differs from the one on this phone. Home is loaded again, and the lender's message is shown there. */
export const onOrderStale = {
  guard: { type: 'isOrderStale', params: error },
  target: '#loadingHome',
  actions: [
    'forgetPayment',
    { type: 'notify', params: ({ event }: Failed) => ({ key: 'orderMoved' as const, message: toProblem(event.error).message }) },
  ],
} as const;

/** The entry of a state that loads a page's data from the beginning. */
export const startLoading = (data: PageData) => ({ type: 'startLoading', params: { data } }) as const;

/** The entry of a state that loads a page's data again. The page shows the old data meanwhile. */
export const reload = (data: PageData) => ({ type: 'reload', params: { data } }) as const;

/** The page's data could not be loaded. */
export const failLoading = (data: PageData) => ({ type: 'failLoading', params: { data } }) as const;

const setProblem = { type: 'setProblem', params: error } as const;
const refused = (data?: PageData) => (data === undefined ? setProblem : ([setProblem, failLoading(data)] as const));

/**
 * `onError` of an invoke: a session code ends the session, any other failure leads to `target` with the problem in context.
 * @param data the data that the call loads, which are marked as failed.
 */
export const onApiError = <const T extends string>(target: T, data?: PageData) =>
  [onSessionLost, { target, actions: refused(data) }] as const;

/** The same for a call about the order. */
export const onOrderError = <const T extends string>(target: T, data?: PageData) =>
  [onSessionLost, onOrderStale, { target, actions: refused(data) }] as const;

/** The same for a call that moves money. Without an answer the outcome is unknown, and `unknown` names the state that reconciles it. */
export const onMoneyError = <const T extends string, const U extends string>(unknown: U, refused: T) =>
  [
    onSessionLost,
    onOrderStale,
    { guard: { type: 'isOutcomeUnknown', params: error }, target: unknown, actions: { type: 'setProblem', params: error } },
    { target: refused, actions: { type: 'setProblem', params: error } },
  ] as const;

/**
 * The query for the outcome of a call that moves money failed. It is repeated after a pause, when the borrower returns to the
 * page, on a press, and when the phone is online again. @param reconciling the state that runs the query.
 */
export const outcomeUnknown = <const T extends string>(reconciling: T) =>
  stateConfig({
    tags: ['stable', 'unknown'],
    after: { RECONCILE: { target: reconciling, actions: 'countReconciling' } },
    on: { 'refresh.requested': reconciling, 'retry.requested': { target: reconciling, actions: 'reconcileSoon' } },
  });

/** A refresh during a read restarts the read: its answer may be older than the change. @param reading the state itself. */
export const reenterOnRefresh = <const T extends string>(reading: T) =>
  ({ 'refresh.requested': { target: reading, reenter: true } }) as const;

type NetworkChanged = { event: { online: boolean } };

/**
 * For a page that is shown without some of its data. When the phone is online again, data that could not be loaded are loaded
 * again. A place that shows a load error does not need this, because it accepts `retry.requested`.
 * @param reading the state that loads the data.
 */
export const readWhenOnline = <const T extends string>(data: PageData, reading: T) =>
  ({
    'network.changed': {
      guard: { type: 'canReadAgain', params: ({ event }: NetworkChanged) => ({ online: event.online, data }) },
      target: reading,
      actions: { type: 'setOnline', params: ({ event }: NetworkChanged) => ({ online: event.online }) },
    },
  }) as const;

/** Ignores navigation while a call runs that must not be interrupted. */
export const blockNavigation = { 'xstate.route': {}, 'back.requested': {}, 'application.sentElsewhere': {} } as const;

export const meta = <const N extends RouteName>(name: N, title: string, options: Pick<JourneyMeta, 'replace' | 'query'> = {}) =>
  ({ route: ROUTES[name], title, ...options }) as const;

/** A place: a state that a link leads to, with its page. */
export const place = <const N extends RouteName>(name: N, title: string, options: Pick<JourneyMeta, 'replace' | 'query'> = {}) =>
  ({ id: name, meta: meta(name, title, options) }) as const;

const homeIn = ({ event }: { event: { output: HomeData } }) => ({ home: event.output });

/** The answer of home, for a place that shows the order. Without an order the borrower sees home. */
export const onHomeAnswer = <const T extends string>(target: T) =>
  [
    { guard: { type: 'isOrderGone', params: homeIn }, target: '#home', actions: { type: 'setHome', params: homeIn } },
    { target, actions: { type: 'setHome', params: homeIn } },
  ] as const;

/** The input of a call about the order alone. */
export const ofOrder = ({ context }: { context: JourneyContext }) => ({ orderNo: orderOf(context).orderNo });

export const output = <T>({ event }: { event: { output: T } }): T => event.output;
