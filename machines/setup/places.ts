/** Navigation between places, problems and notices. */
import {
  dataOf,
  withData,
  type Country,
  type JourneyContext,
  type NoticeKey,
  type PageData,
  type Query,
  type Support,
} from '../context.ts';
import { channelOf } from '../model/channel.ts';
import { isOffline, isOrderStale, isOutcomeUnknown, LOCAL, toProblem } from '../model/codes.ts';
import { FAILED, loaded, LOADING } from '../model/loadable.ts';
import type { PortName, OutputOf } from '../ports/index.ts';
import type { RouteName } from '../routes.ts';
import { assign, assignAnswer, enqueueActions, part } from './base.ts';

export const places = part({
  guards: {
    hasOrigin: ({ context }) => context.origin !== null,
    isOnline: (_, p: { online: boolean }) => p.online,
    /** The phone is online, and the page is shown without data that could not be loaded. */
    canReadAgain: ({ context }, p: { online: boolean; data: PageData }) => p.online && dataOf(context, p.data).is === 'failed',
    isOrderStale: (_, p: { error: unknown }) => isOrderStale(toProblem(p.error).code),
    isOutcomeUnknown: (_, p: { error: unknown }) => isOutcomeUnknown(toProblem(p.error)),
  },
  actions: {
    startLoading: assign(({ context }, p: { data: PageData }) => withData(context, p.data, LOADING)),
    /** Keeps loaded data while they are loaded again. */
    reload: assign(({ context }, p: { data: PageData }) =>
      dataOf(context, p.data).is === 'loaded' ? {} : withData(context, p.data, LOADING),
    ),
    failLoading: assign(({ context }, p: { data: PageData }) =>
      dataOf(context, p.data).is === 'loading' ? withData(context, p.data, FAILED) : {},
    ),
    setAppearance: assign((_, p: { appearance: JourneyContext['appearance'] }) => ({ appearance: p.appearance })),
    setLanguage: assign((_, p: { language: JourneyContext['language'] }) => ({ language: p.language })),
    /** Clears a problem that was caused by being offline. */
    setOnline: assign(({ context: { problem } }, p: { online: boolean }) => ({
      online: p.online,
      problem: p.online && problem && isOffline(problem) ? null : problem,
    })),
    /** Loads again at a place that shows a load error, as if the borrower had pressed "Try again". */
    retryRead: enqueueActions(({ enqueue }) => enqueue.raise({ type: 'retry.requested' })),
    reconcileSoon: assign({ timesReconciled: 0 }),
    countReconciling: assign(({ context }) => ({ timesReconciled: context.timesReconciled + 1 })),
    setNow: assign((_, p: { now: number }) => ({ now: p.now })),
    rememberRoute: assign(({ context, event }) =>
      event.type === 'xstate.route' ? { pendingRoute: { to: event.to, query: event.query ?? {} } } : { pendingRoute: context.pendingRoute },
    ),
    /** A loan was asked for before signing in. */
    rememberApplying: assign(({ context }) => ({
      pendingRoute: { to: '#toBorrow' as const, query: context.query, wish: 'apply' as const },
    })),
    /** The same, on the page of a promotion: the registration sends its channel. */
    rememberPromotion: assign(({ context: { query } }) => ({
      pendingRoute: { to: '#toBorrow' as const, query: { ...query, channelId: channelOf(query) }, wish: 'apply' as const },
    })),
    rememberOrigin: assign(({ event }) => ({ origin: event.type === 'xstate.route' ? (event.from ?? null) : null })),
    /** Navigates to the origin once. If the origin refuses, the next press leads to the parent place. */
    returnToOrigin: enqueueActions(({ context: { origin, query }, enqueue }) => {
      enqueue.assign({ origin: null });
      if (origin) enqueue.raise({ type: 'xstate.route', to: origin, query });
    }),
    setCountry: assignAnswer((_, p: { country: Country }) => ({ country: loaded(p.country) })),
    setSupport: assignAnswer((_, p: { support: Support }) => ({ support: loaded(p.support) })),
    /** Stores the answer of a port that only one page shows. */
    setAnswer: assignAnswer(({ context }, p: { [P in PortName]?: OutputOf<P> }) => {
      const answers = Object.entries(p).map(([port, answer]) => [port, loaded(answer)]);
      return { answers: { ...context.answers, ...Object.fromEntries(answers) } };
    }),
    setVacancies: assign((_, p: { vacancies: number | null }) => ({ vacancies: loaded(p.vacancies) })),
    /** Remembers a screen that a button asked for, to open it after login. */
    rememberPlace: assign((_, p: { to: RouteName }) => ({ pendingRoute: { to: `#${p.to}` as const, query: {} } })),
    rememberQuery: assign(({ event }) => ({ query: event.type === 'xstate.route' ? (event.query ?? {}) : ({} as Query) })),
    /** The borrower navigated elsewhere. */
    forgetRoute: assign({ pendingRoute: null }),
    resumeRoute: enqueueActions(({ context, enqueue }) => {
      const pending = context.pendingRoute;
      if (!pending) return;
      enqueue.assign({ pendingRoute: null });
      // Home continues an open application.
      enqueue.raise(
        pending.wish === 'apply' ? { type: 'application.opened' } : { type: 'xstate.route', to: pending.to, query: pending.query },
      );
    }),
    setRecording: assign((_, p: Pick<JourneyContext, 'recording'>) => p),
    setProblem: assign((_, p: { error: unknown }) => ({ problem: toProblem(p.error) })),
    setLocalProblem: assign((_, p: { problem: keyof typeof LOCAL }) => ({ problem: { code: LOCAL[p.problem], message: '' } })),
    /** Also resets the pause between queries: after a press, a lost outcome is queried soon. */
    clearProblem: assign({ problem: null, timesReconciled: 0 }),
    notify: assign((_, p: { key: NoticeKey; message?: string }) => ({ notice: { key: p.key, message: p.message ?? '' } })),
    clearNotice: assign({ notice: null }),
  },
});
