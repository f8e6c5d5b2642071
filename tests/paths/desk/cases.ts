/** Cases of the desk: events of clerk and browser, answers and failures of the calls. */
import type { DeskSnapshot } from '#machines/desk.machine.ts';
import type { DeskContext } from '#machines/desk/context.ts';
import { EMPTY_DRAFT, type Draft } from '#machines/desk/draft.ts';
import type { DeskEvent, DeskEventOf } from '#machines/desk/events.ts';
import type { DeskPortName } from '#machines/desk/ports.ts';
import type { DeskProblem } from '#machines/desk/problem.ts';
import { LOG_PAGE, type DeskCase, type DeskSession, type Role, type StaffMember, type WaitingAct } from '#src/api/desk.ts';
import { ACTS_OF, QUEUES_OF } from '#src/api/deskRights.ts';
import { valueOf } from '#machines/model/loadable.ts';
import { HOUR, MINUTE } from '#machines/model/calendar.ts';
import { createDeskLender, START } from '#tests/support/deskLender.ts';

type Cases<T> = Readonly<Record<string, T>>;
type EventCases = { [T in DeskEvent['type']]: (context: DeskContext) => Cases<Omit<DeskEventOf<T>, 'type'>> };

const ME: StaffMember = { staffId: 's4', name: 'Daniel Kiptoo', role: 'administrator' };
const OTHER: StaffMember = { staffId: 's2', name: 'Brian Otieno', role: 'payments' };

/** A session that begins now, so that it lasts as long on a long path as on a short one. */
const session = (member: StaffMember, now: number): DeskSession => ({
  ...member,
  csrf: 'csrf',
  endsAt: now + 8 * HOUR,
  idleUntil: now + 15 * MINUTE,
  queues: QUEUES_OF[member.role],
  acts: ACTS_OF[member.role],
  hasPasskey: false,
});
const reviewer: StaffMember = { staffId: 's1', name: 'Amina Wanjiru', role: 'reviewer' };
const sessions = ({ now }: DeskContext): Cases<DeskSession> => ({
  administrator: session(ME, now),
  'reviewer, another one': session(reviewer, now),
});

const lender = createDeskLender();
const message = lender.call('case', { caseId: 'messages:TK1' }, lender.signedIn('administrator')).data;
const waiting = (by: StaffMember): WaitingAct => ({
  approvalId: 'A1',
  caseId: 'overpayments:OP1',
  act: { name: 'refund', amount: 120_000, words: 'We pay it back.' },
  by,
  at: START,
});
const CASES: Cases<DeskCase> = {
  free: { ...message, takenBy: null, acts: [] },
  mine: { ...message, takenBy: ME, acts: ['answer', 'blockNumber'], covered: ['mobile'] },
  "another one's": { ...message, takenBy: OTHER, acts: [] },
  'waits for me': { ...message, takenBy: null, acts: [], waiting: [waiting(OTHER)] },
};
const mine = CASES['mine'] as DeskCase;
const ofCase = ({ caseId }: DeskContext, shown: DeskCase): DeskCase => ({ ...shown, caseId: caseId ?? shown.caseId });

const once = <T>(value: T) => ({ '': value });
const WORDS: Partial<Draft> = { words: 'Asante', next: 'solve' };

export const events: EventCases = {
  'clock.ticked': ({ session: now, actedAt }) => ({
    'a moment later': { now: actedAt + 1 },
    'nearly idle': { now: actedAt + 14 * MINUTE },
    idle: { now: actedAt + 15 * MINUTE },
    'hours later': { now: now?.endsAt ?? START + 9 * HOUR },
  }),
  'clerk.acted': ({ renewedAt }) => ({ soon: { now: renewedAt + 1 }, 'after minutes': { now: renewedAt + 6 * MINUTE } }),
  'network.changed': () => ({ online: { online: true }, offline: { online: false } }),
  'retry.requested': () => once({}),
  'refresh.requested': () => once({}),
  'queues.changed': () => ({}),
  'password.submitted': () => once({ name: 'reviewer', password: 'secret' }),
  'code.submitted': () => once({ code: '123456' }),
  'passkey.chosen': () => once({}),
  'signIn.restarted': () => once({}),
  'invitation.accepted': () => once({ password: 'secret', code: '123456' }),
  'stay.requested': () => once({}),
  'signOut.requested': () => once({}),
  'signOut.confirmed': () => once({}),
  'overview.opened': () => once({}),
  'queue.opened': () => ({ messages: { queue: 'messages' }, 'of another role': { queue: 'proofs' } }),
  'page.turned': () => once({ page: 1 }),
  'case.opened': () => ({ 'a case': { caseId: 'messages:TK1' } }),
  'case.closed': () => once({}),
  'case.taken': () => once({ requestId: 'r1' }),
  'case.putBack': () => once({ requestId: 'r1' }),
  'cover.lifted': () => ({ 'with a reason': { what: 'mobile', reason: 'To call' }, 'without a reason': { what: 'mobile', reason: ' ' } }),
  'draft.changed': () => ({ 'an answer': { change: WORDS }, empty: { change: { words: '', next: '' } } }),
  'act.chosen': () => ({ answer: { act: 'answer' }, 'not possible': { act: 'approve' } }),
  'act.abandoned': () => once({}),
  'act.submitted': () => ({ first: { requestId: 'r1' }, again: { requestId: 'r2' } }),
  'approval.decided': () => ({
    confirm: { approvalId: 'A1', decision: 'confirm', requestId: 'r1' },
    'of an unknown act': { approvalId: 'A2', decision: 'decline', requestId: 'r1' },
  }),
  'search.opened': () => once({}),
  'search.submitted': () => ({ whole: { query: 'LN1', reason: 'Called' }, 'without a reason': { query: 'LN1', reason: '' } }),
  'figures.opened': () => once({}),
  'day.chosen': () => once({ day: '2026-11-20' }),
  'log.opened': () => ({ all: { caseId: null } }),
  'log.continued': () => once({}),
  'recordings.opened': () => once({}),
  'recordings.chosen': () => once({ filter: { from: '2026-11-01', to: '2026-11-20', language: 'sw' } }),
  'recordings.continued': () => once({}),
  'staff.opened': () => once({}),
  'member.invited': () => once({ name: 'Faith', role: 'support' satisfies Role, ownMobile: null, requestId: 'r1' } as const),
  'member.changed': () => once({ staffId: 's2', isActive: false, requestId: 'r1' }),
  'account.opened': () => once({}),
  'password.changed': () => once({ password: 'secret', newPassword: 'another secret' }),
  'passkey.added': () => once({ label: 'Laptop', password: 'secret' }),
  'passkey.removed': () => once({ passkeyId: 'pk1', password: 'secret' }),
  'authenticator.renewed': () => once({ password: 'secret' }),
  'authenticator.confirmed': () => once({ code: '123456' }),
  'authenticator.kept': () => once({}),
};

const LINE = { at: START, who: 'Amina', what: 'Looked', caseId: null, reason: null };
const A_PAGE = Array.from({ length: LOG_PAGE }, () => LINE);
const row = lender.call('staff', {}, lender.signedIn('administrator')).data[0];
const item = lender.call('queue', { queue: 'messages', page: 0 }, lender.signedIn('support')).data.items;

const RECORDING = {
  journey: 'a'.repeat(32),
  at: START,
  release: '1.0.0',
  language: 'en',
  deviceClass: 'low',
  product: null,
  steps: 9,
  bytes: 900,
};
const recordingLists = () => ({
  all: { rows: [RECORDING], total: 1, more: false },
  'a page': { rows: [RECORDING], total: 2, more: true },
});

/** Answers of each port by name. */
export const answers: { [P in DeskPortName]: (context: DeskContext) => Cases<unknown> } = {
  readSession: sessions,
  checkPassword: () => once({ next: 'code' }),
  checkCode: sessions,
  signInWithPasskey: sessions,
  readInvitation: () => once({ ...reviewer, authenticator: { secret: 'A', uri: 'otpauth://a' } }),
  acceptInvitation: sessions,
  renewSession: ({ session: running, now }) => once(running && session(running, now)),
  signOut: () => once({ signedOut: true }),
  loadQueues: () => once([{ queue: 'messages', waiting: 1, nextPromise: START, escalated: 0 }]),
  loadQueue: () => once({ items: item, more: true }),
  loadCase: (context) => Object.fromEntries(Object.entries(CASES).map(([name, shown]) => [name, ofCase(context, shown)])),
  takeCase: (context) => once(ofCase(context, mine)),
  putBackCase: (context) => once(ofCase(context, CASES['free'] as DeskCase)),
  uncover: () => once({ values: { Mobile: '+254 712 345 678' } }),
  act: (context) => ({
    done: { state: 'done', case: ofCase(context, CASES['free'] as DeskCase) },
    'waits for a second person': { state: 'waitsForSecond', case: ofCase(context, CASES['free'] as DeskCase) },
  }),
  decideWaiting: () => once({ state: 'done' }),
  findCases: () => once(item),
  loadFigures: ({ day }) => once({ day }),
  loadLog: () => ({ lines: [LINE], 'a whole page': A_PAGE, nothing: [] }),
  loadMoreLog: () => ({ lines: [LINE], 'a whole page': A_PAGE, nothing: [] }),
  loadRecordings: recordingLists,
  loadMoreRecordings: recordingLists,
  loadStaff: () => once([row]),
  inviteMember: () => once({ link: 'https://lender.example/desk#invitation=x' }),
  changeMember: () => once(row),
  addPasskey: () => once({ hasPasskey: true }),
  loadAccount: () => once({ hasPassword: true, passkeys: [] }),
  changePassword: () => once({ changed: true }),
  removePasskey: () => once({ hasPassword: true, passkeys: [] }),
  renewAuthenticator: () => once({ authenticator: { secret: 'A', uri: 'otpauth://a' } }),
  confirmAuthenticator: () => once({ renewed: true }),
};

const failed = (...errors: DeskProblem['error'][]): Cases<DeskProblem> =>
  Object.fromEntries(errors.map((error) => [error, { error, message: `It failed: ${error}.` }]));

/** Further failures of ports, in addition to the failures of every port: refusals with consequences of their own. */
const MORE: Partial<Record<DeskPortName, readonly DeskProblem['error'][]>> = {
  checkPassword: ['wrongSignIn'],
  checkCode: ['wrongSignIn'],
  loadCase: ['unknownCase', 'ownCase'],
  takeCase: ['takenByOther'],
  putBackCase: ['notTaken'],
  uncover: ['takenByOther'],
  act: ['tooLate', 'receiptUnknown'],
  decideWaiting: ['tooLate'],
};
export const failures = (port: DeskPortName): Cases<DeskProblem> => failed('signedOut', 'noAnswer', ...(MORE[port] ?? []));

const bandOf = ({ now, actedAt, renewedAt }: DeskContext): string =>
  `${now - actedAt >= 13 * MINUTE ? 'idle soon' : now - actedAt >= 5 * MINUTE ? 'away' : 'here'}${now - renewedAt >= 5 * MINUTE ? ', renewal due' : ''}`;

/** The states in which counts and time have cases. In all others they would only multiply the states. */
export const isCloseLook = (state: DeskSnapshot): boolean =>
  state.matches({ working: { place: 'overview' } }) ||
  state.matches({ working: { place: { queue: 'shown' } } }) ||
  state.matches({ working: { place: { case: { open: 'writing' } } } });

/** The projection of the desk: two snapshots with the same value count as one state. */
export function project(state: DeskSnapshot): string {
  const { session: now, case: shown, caseId, drafts, draftsOf, pending, invitation, queue, hasMoreLog, recordings } = state.context;
  const { value } = state;
  const draft = (caseId !== null && drafts[caseId]) || EMPTY_DRAFT;
  const working = typeof value === 'object' && 'working' in value ? value.working : null;
  const isAtLog = state.matches({ working: { place: 'log' } });
  const isAtRecordings = state.matches({ working: { place: 'recordings' } });
  const isAtCase = state.matches({ working: { place: 'case' } });
  return JSON.stringify([
    working === null ? value : [working.attendance, working.place, isCloseLook(state) ? [working.summary, bandOf(state.context)] : null],
    now?.role ?? null,
    invitation !== null,
    queue !== null,
    caseId,
    isAtCase && shown && [shown.takenBy?.staffId, shown.acts.length, shown.waiting.length],
    [draft.act, draft.words !== '', now !== null && draftsOf === now.staffId],
    isAtCase && pending !== null,
    isAtLog && hasMoreLog,
    isAtRecordings && (valueOf(recordings)?.more ?? false),
  ]);
}
