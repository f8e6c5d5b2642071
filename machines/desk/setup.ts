/** The guards, actions, ports and delays of the desk's chart, as `machines/setup.ts` has those of the journey. */
import { type ActionFunction, assign as xstateAssign, type EventObject, raise, setup } from 'xstate';
import {
  LOG_PAGE,
  type AuthenticatorSetup,
  type DeskCall,
  type DeskCase,
  type DeskOutput,
  type DeskSession,
  type Queue,
  type RecordingFilter,
} from '#src/api/desk.ts';
import { DESK_CALLS } from '#src/api/deskRights.ts';
import { nairobiDate } from '../model/calendar.ts';
import { FAILED, LOADING, loaded, valueOf } from '../model/loadable.ts';
import { loadedOf, required } from '../required.ts';
import { merge, type ParamsByName } from '../setup/base.ts';
import {
  IDLE_LIFE,
  IDLE_WARNING,
  NOBODYS_WORK,
  NOTHING_LOADED,
  RENEW_AFTER,
  type DeskContext,
  type DeskInputs,
  type OwnChange,
  type Pending,
  type SessionEnd,
} from './context.ts';
import { actOf, EMPTY_DRAFT, isUnsent, mistakesIn, type Draft } from './draft.ts';
import type { DeskEvent, DeskEventOf } from './events.ts';
import { type DeskPorts, unboundDeskPorts } from './ports.ts';
import { toDeskProblem, type DeskProblem } from './problem.ts';

/** busy: an actor runs. changing: its call changes something, so no other act can begin. unknown: the outcome is not known. */
export type DeskTag = 'busy' | 'changing' | 'unknown';

export interface DeskMeta {
  /** Name of the place, for the page's title and the inspector. */
  title: string;
}

interface Args {
  context: DeskContext;
  event: DeskEvent;
}
type Guard = (args: Args, params: never) => boolean;
type Action<P = undefined> = ActionFunction<DeskContext, DeskEvent, DeskEvent, P, never, never, never, never, never>;

const part = <G extends Record<string, Guard>, A extends object>(definitions: { guards: G; actions: A }) => definitions;
const assign = <P = undefined>(change: Partial<DeskContext> | ((args: Args, params: P) => Partial<DeskContext>)): Action<P> =>
  xstateAssign<DeskContext, DeskEvent, P, DeskEvent, never>(change);

type Failure = { error: unknown };
const failedWith = ({ error }: Failure, ...errors: DeskProblem['error'][]): boolean => errors.includes(toDeskProblem(error).error);

/** The draft of the open case. */
export const draftOf = ({ drafts, caseId }: Pick<DeskContext, 'drafts' | 'caseId'>): Draft =>
  (caseId === null ? undefined : drafts[caseId]) ?? EMPTY_DRAFT;

/** When the lender opened or renewed the session; null: the answer contains only the session's end. */
export const openedAt = ({ idleUntil, endsAt }: DeskSession): number | null => (idleUntil < endsAt ? idleUntil - IDLE_LIFE : null);

/** The session ends at this moment if the clerk does nothing before. */
export const idleEndOf = ({ actedAt }: Pick<DeskContext, 'actedAt'>): number => actedAt + IDLE_LIFE;

const mayCall = ({ session }: DeskContext, call: DeskCall): boolean => {
  const roles: readonly string[] | null = DESK_CALLS[call];
  return session !== null && (roles === null || roles.includes(session.role));
};

const withDraft = (context: DeskContext, change: Partial<Draft>): Partial<DeskContext> => {
  const { caseId } = context;
  return caseId === null ? {} : { drafts: { ...context.drafts, [caseId]: { ...draftOf(context), ...change } } };
};

const without = (drafts: DeskContext['drafts'], caseId: string | null): DeskContext['drafts'] =>
  Object.fromEntries(Object.entries(drafts).filter(([key]) => key !== caseId));

const signingIn = part({
  guards: {
    hasInvitation: ({ context }) => context.invitation !== null,
    isSignedOut: ({ context }, p: Failure) => context.session !== null && failedWith(p, 'signedOut'),
    /** The password was given too long ago, so it is asked for again. */
    isSignInOver: (_, p: Failure) => failedWith(p, 'signedOut'),
    isOnline: (_, p: { online: boolean }) => p.online,
    isSessionOver: ({ context: { session } }, p: { now: number }) => session !== null && p.now >= session.endsAt,
    isIdleOver: ({ context }, p: { now: number }) => p.now >= idleEndOf(context),
    isIdleSoon: ({ context }, p: { now: number }) => p.now >= idleEndOf(context) - IDLE_WARNING,
    isRenewalDue: ({ context }, p: { now: number }) => p.now - context.renewedAt >= RENEW_AFTER,
    /** Whether a clerk is at the desk. Otherwise nothing is loaded, because every call keeps the session alive at the lender. */
    isAttended: ({ context }) => context.now - context.actedAt < RENEW_AFTER,
    hasUnsent: ({ context }) => Object.values(context.drafts).some(isUnsent),
  },
  actions: {
    setNow: assign((_, p: { now: number }) => ({ now: p.now })),
    noteActivity: assign((_, p: { now: number }) => ({ now: p.now, actedAt: p.now })),
    stay: assign(({ context }) => ({ actedAt: context.now })),
    setOnline: assign((_, p: { online: boolean }) => ({ isOnline: p.online })),
    setProblem: assign((_, p: Failure) => ({ problem: toDeskProblem(p.error) })),
    clearProblem: assign({ problem: null, mistakes: {} }),
    setInvited: assign((_, p: { invited: NonNullable<DeskContext['invited']> }) => ({ invited: p.invited, problem: null })),
    /** Drops the drafts of another member of staff. The lender's clock is read from the times of the session. */
    openSession: assign(({ context }, p: { session: DeskSession }) => {
      const now = openedAt(p.session) ?? context.now;
      return {
        ...(context.draftsOf === p.session.staffId ? {} : { ...NOBODYS_WORK, day: nairobiDate(now) }),
        draftsOf: p.session.staffId,
        session: p.session,
        ended: null,
        now,
        actedAt: now,
        renewedAt: now,
        invitation: null,
        invited: null,
        problem: null,
      };
    }),
    renewSession: assign(({ context }, p: { session: DeskSession }) => ({ session: p.session, renewedAt: context.now })),
    /** Drops everything that was loaded. Drafts stay, unless their clerk has signed out. */
    endSession: assign((_, p: { by: SessionEnd }) => ({
      ...NOTHING_LOADED,
      ...(p.by === 'left' ? NOBODYS_WORK : {}),
      session: null,
      ended: p.by,
      problem: null,
    })),
  },
});

const queues = part({
  guards: {
    seesQueue: ({ context }, p: { queue: Queue }) => context.session?.queues.includes(p.queue) ?? false,
    hasQueue: ({ context }) => context.queue !== null,
    hasCase: ({ context }) => context.caseId !== null,
    maySeeLog: ({ context }) => mayCall(context, 'log'),
    mayFind: ({ context }) => mayCall(context, 'find'),
    mayReadRecordings: ({ context }) => mayCall(context, 'recordings'),
    hasMoreRecordings: ({ context }) => valueOf(context.recordings)?.more ?? false,
    mayManageStaff: ({ context }) => mayCall(context, 'staff'),
    hasMoreLog: ({ context }) => context.hasMoreLog,
    isSearch: (_, p: { query: string; reason: string }) => p.query.trim() !== '' && p.reason.trim() !== '',
  },
  actions: {
    setSummary: assign((_, p: { summary: DeskOutput<'queues'> }) => ({ summary: loaded(p.summary) })),
    /** Keeps the counts that were loaded before. */
    failSummary: assign(({ context }) => ({ summary: context.summary.is === 'loaded' ? context.summary : FAILED })),
    announceChange: raise<DeskContext, DeskEvent, DeskEvent, undefined>({ type: 'queues.changed' }),
    setQueue: assign((_, p: { queue: Queue }) => ({ queue: p.queue, page: 0, items: LOADING, caseId: null, case: null, values: {} })),
    leaveCase: assign({ caseId: null, case: null, values: {} }),
    leaveQueue: assign({ queue: null, page: 0 }),
    setPage: assign((_, p: { page: number }) => ({ page: Math.max(0, p.page), items: LOADING })),
    setItems: assign((_, p: { items: DeskOutput<'queue'> }) => ({ items: loaded(p.items), problem: null })),
    failItems: assign(({ context }) => ({ items: context.items.is === 'loaded' ? context.items : FAILED })),
    setFound: assign((_, p: { found: DeskOutput<'find'> }) => ({ found: loaded(p.found), problem: null })),
    dropFound: assign({ found: null }),
    noteSearchMistakes: assign((_, p: { query: string; reason: string }) => ({
      mistakes: {
        ...(p.query.trim() === '' ? { query: 'Enter a number of a loan, a mobile number or a receipt.' } : {}),
        ...(p.reason.trim() === '' ? { searchReason: 'Say why you look. It is written to the log.' } : {}),
      },
    })),
    setDay: assign((_, p: { day: string }) => ({ day: p.day, figures: LOADING })),
    setFigures: assign((_, p: { figures: DeskOutput<'figures'> }) => ({ figures: loaded(p.figures), problem: null })),
    failFigures: assign({ figures: FAILED }),
    setLogOf: assign((_, p: { caseId: string | null }) => ({ logOf: p.caseId, log: LOADING, hasMoreLog: false })),
    setLog: assign((_, p: { log: DeskOutput<'log'> }) => ({ log: loaded(p.log), problem: null, hasMoreLog: p.log.length >= LOG_PAGE })),
    addLog: assign(({ context }, p: { log: DeskOutput<'log'> }) => ({
      log: loaded([...loadedOf('log', context.log), ...p.log]),
      hasMoreLog: p.log.length >= LOG_PAGE,
      problem: null,
    })),
    failLog: assign({ log: FAILED }),
    setRecordingFilter: assign((_, p: { filter: RecordingFilter }) => ({ recordingFilter: p.filter, recordings: LOADING })),
    setRecordings: assign((_, p: { list: DeskOutput<'recordings'> }) => ({ recordings: loaded(p.list), problem: null })),
    addRecordings: assign(({ context }, p: { list: DeskOutput<'recordings'> }) => ({
      recordings: loaded({ ...p.list, rows: [...loadedOf('recordings', context.recordings).rows, ...p.list.rows] }),
      problem: null,
    })),
    failRecordings: assign({ recordings: FAILED }),
    setStaff: assign((_, p: { staff: DeskOutput<'staff'> }) => ({ staff: loaded(p.staff) })),
    failStaff: assign(({ context }) => ({ staff: context.staff.is === 'loaded' ? context.staff : FAILED })),
    setLink: assign((_, p: { link: string }) => ({ link: p.link, problem: null })),
    dropLink: assign({ link: null }),
    noteLinkFor: assign((_, p: { name: string }) => ({ linkFor: p.name })),
    setAccount: assign(({ context }, p: { account: DeskOutput<'account'> }) => ({
      account: loaded(p.account),
      session: { ...required('session', context.session), hasPasskey: p.account.passkeys.length > 0 },
    })),
    failAccount: assign(({ context }) => ({ account: context.account.is === 'loaded' ? context.account : FAILED })),
    noteChanged: assign((_, p: { changed: OwnChange }) => ({ changed: p.changed, renewal: null, problem: null })),
    setRenewal: assign((_, p: { authenticator: AuthenticatorSetup }) => ({ renewal: p.authenticator, changed: null, problem: null })),
    dropRenewal: assign({ renewal: null }),
    dropChanged: assign({ changed: null }),
    setMember: assign(({ context }, p: { member: DeskOutput<'changeStaff'> }) => ({
      staff: loaded(loadedOf('staff', context.staff).map((row) => (row.staffId === p.member.staffId ? p.member : row))),
      problem: null,
    })),
  },
});

const cases = part({
  guards: {
    /** Nobody has claimed the case, and it is not about the clerk's own loan. */
    isFree: ({ context: { case: shown } }) => shown !== null && shown.takenBy === null && !shown.isOwn,
    isMine: ({ context: { case: shown, session } }) => shown !== null && shown.takenBy?.staffId === session?.staffId,
    mayAct: ({ context: { case: shown } }, p: { act: Draft['act'] }) => p.act !== null && (shown?.acts.includes(p.act) ?? false),
    /** The form of an act is open, and the act is still possible. */
    isWriting: ({ context }) => {
      const { act } = draftOf(context);
      return act !== null && (context.case?.acts.includes(act) ?? false);
    },
    isActComplete: ({ context }) => actOf(draftOf(context)) !== null,
    isReasonGiven: (_, p: { reason: string }) => p.reason.trim() !== '',
    /** Whoever asked for an act cannot be its second person. */
    isSecondPerson: ({ context }, p: { approvalId: string }) =>
      mayCall(context, 'decideWaiting') &&
      waitingIn(context.case).some(({ approvalId, by }) => approvalId === p.approvalId && by.staffId !== context.session?.staffId),
    isGone: (_, p: Failure) => failedWith(p, 'unknownCase'),
    isClosedToMe: (_, p: Failure) => failedWith(p, 'ownCase', 'notAllowed'),
    /** Another clerk has claimed the case, or it has changed, so the page shows an old version. */
    isOutdated: (_, p: Failure) => failedWith(p, 'takenByOther', 'notTaken', 'tooLate', 'unknownCase', 'ownCase', 'notAllowed'),
    isUnanswered: (_, p: Failure) => failedWith(p, 'noAnswer', 'unavailable'),
    waitsForSecond: (_, p: { state: string }) => p.state === 'waitsForSecond',
  },
  actions: {
    openCase: assign(({ context }, p: { caseId: string }) => ({
      caseId: p.caseId,
      problem: null,
      ...(context.caseId === p.caseId ? {} : { case: null, values: {} }),
    })),
    /** Keeps the uncovered values of the fields that the lender still reports as uncovered. */
    setCase: assign(({ context }, p: { shown: DeskCase }) => ({
      case: p.shown,
      caseId: p.shown.caseId,
      values: p.shown.uncovered.length > 0 && context.case?.caseId === p.shown.caseId ? context.values : {},
    })),
    dropCase: assign({ case: null, values: {} }),
    addValues: assign(({ context }, p: { values: Readonly<Record<string, string>> }) => ({ values: { ...context.values, ...p.values } })),
    noteReasonMissing: assign({ mistakes: { coverReason: 'Say why you need to see it. It is written to the log.' } }),
    keepDraft: assign(({ context }, p: { change: Partial<Draft> }) => ({
      ...withDraft(context, p.change),
      mistakes: Object.fromEntries(Object.entries(context.mistakes).filter(([field]) => !(field in p.change))),
    })),
    chooseAct: assign(({ context }, p: { act: Draft['act'] }) => ({
      ...withDraft(context, { act: p.act, ...(draftOf(context).act === p.act ? {} : { reason: '' }) }),
      mistakes: {},
      problem: null,
    })),
    noteMistakes: assign(({ context }) => ({ mistakes: mistakesIn(draftOf(context)) })),
    setPending: assign(({ context }, p: { requestId: string }) => {
      const act = required('act', actOf(draftOf(context)));
      const caseId = required('caseId', context.caseId);
      const before = context.pending;
      const isSame = before?.caseId === caseId && JSON.stringify(before.act) === JSON.stringify(act);
      return { pending: isSame ? before : ({ caseId, act, requestId: p.requestId } satisfies Pending), problem: null, mistakes: {} };
    }),
    dropPending: assign({ pending: null }),
    finishAct: assign(({ context }, p: { shown: DeskCase }) => ({
      case: p.shown,
      pending: null,
      problem: null,
      drafts: without(context.drafts, context.caseId),
    })),
  },
});

/** Acts that wait for a second person, in a case or as the case itself. */
export const waitingIn = (shown: DeskCase | null): DeskCase['waiting'] =>
  shown === null
    ? []
    : shown.queue === 'approvals'
      ? [shown.act, ...shown.waiting.filter((one) => one.approvalId !== shown.act.approvalId)]
      : shown.waiting;

const { guards, actions } = merge([signingIn, queues, cases]);

export type DeskGuardName = keyof typeof guards;

const delays = {
  /** The pause between two loads of a list, ms. */
  POLL: 30_000,
};

type PortActors = { [P in keyof DeskPorts]: DeskPorts[P] };

export const deskSetup = setup<
  DeskContext,
  DeskEvent,
  PortActors,
  {},
  ParamsByName<typeof actions>,
  ParamsByName<typeof guards>,
  keyof typeof delays,
  DeskTag,
  DeskInputs,
  unknown,
  EventObject,
  DeskMeta
>({ actors: unboundDeskPorts, guards, actions, delays });

type CreatedStateConfig = Parameters<typeof deskSetup.createStateConfig>[0];
interface DeskStateConfig extends CreatedStateConfig {}

/** `createStateConfig` with literal ids, and an error for a misspelt key at the top. */
export const stateConfig = <const T extends DeskStateConfig>(config: T & { [K in Exclude<keyof T, keyof DeskStateConfig>]: never }): T =>
  config;

type Failed = { event: { error: unknown } };
export const error = ({ event }: Failed): Failure => ({ error: event.error });
export const output = <T>({ event }: { event: { output: T } }): T => event.output;

/** The event that entered a state, for the input of its call. @throws when another one did. */
export function eventOf<T extends DeskEvent['type']>({ event }: { event: DeskEvent }, type: T): DeskEventOf<T> {
  if (event.type !== type) throw new Error(`this state is entered by ${type}, not by ${event.type}`);
  return event as DeskEventOf<T>;
}

/** The lender has ended the session. Drafts are kept. */
export const onSignedOut = {
  guard: { type: 'isSignedOut', params: error },
  target: '#signingIn',
  actions: { type: 'endSession', params: { by: 'lost' } },
} as const;

const setProblem = { type: 'setProblem', params: error } as const;

/** The transitions for a call that fails. @param more actions besides the one that sets the problem. */
export const onRefused = <
  const T extends string,
  const A extends readonly ('failItems' | 'failFigures' | 'failLog' | 'failRecordings' | 'failStaff' | 'failAccount')[],
>(
  target: T,
  ...more: A
) => [onSignedOut, { target, actions: [setProblem, ...more] as const }] as const;

/** Loads a list again that could not be loaded: after a press, and when the browser is online again. */
export const loadAgain = <const T extends string>(loading: T) =>
  ({
    'retry.requested': { target: loading },
    'network.changed': {
      guard: { type: 'isOnline', params: ({ event }: { event: { online: boolean } }) => event },
      target: loading,
      actions: { type: 'setOnline', params: ({ event }: { event: { online: boolean } }) => event },
    },
  }) as const;

/** While a change runs, nothing else is opened. */
export const blockLeaving = {
  'overview.opened': {},
  'queue.opened': {},
  'case.opened': {},
  'case.closed': {},
  'search.opened': {},
  'figures.opened': {},
  'log.opened': {},
  'recordings.opened': {},
  'staff.opened': {},
  'account.opened': {},
  'refresh.requested': {},
} as const;
