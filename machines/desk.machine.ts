/** The desk of the lender's staff. One machine, composed of the files in `desk/`; its page draws the snapshots. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { clearsProblems } from './clearsProblems.ts';
import { account } from './desk/account.ts';
import { attendance } from './desk/attendance.ts';
import { deskCase } from './desk/case.ts';
import { initialDesk } from './desk/context.ts';
import { LEAVE_PROBLEM } from './desk/events.ts';
import { figures, log, overview, queue, recordings, search, staff, summary } from './desk/lists.ts';
import { deskSetup, stateConfig } from './desk/setup.ts';
import { ending, invitation, signingIn, starting } from './desk/signingIn.ts';

/** The middle of the page: a case, or one of the places beside it. */
const place = stateConfig({
  initial: 'returning',
  on: {
    'overview.opened': { target: '.overview', actions: ['leaveCase', 'leaveQueue'] },
    'queue.opened': {
      guard: { type: 'seesQueue', params: ({ event }) => event },
      target: '.queue',
      actions: { type: 'setQueue', params: ({ event }) => event },
    },
    'case.opened': { target: '.case', actions: { type: 'openCase', params: ({ event }) => event } },
    'search.opened': { guard: 'mayFind', target: '.search' },
    'figures.opened': '.figures',
    'log.opened': { guard: 'maySeeLog', target: '.log', actions: { type: 'setLogOf', params: ({ event }) => event } },
    'recordings.opened': { guard: 'mayReadRecordings', target: '.recordings' },
    'staff.opened': { guard: 'mayManageStaff', target: '.staff' },
    'account.opened': '.account',
  },
  states: {
    /** After signing in again the clerk returns to the place at which the session ended. */
    returning: {
      always: [{ guard: 'hasCase', target: 'case' }, { guard: 'hasQueue', target: 'queue' }, { target: 'overview' }],
    },
    overview,
    queue,
    case: deskCase,
    search,
    figures,
    log,
    recordings,
    staff,
    account,
  },
});

export const deskMachine = deskSetup.createMachine({
  id: 'desk',
  context: ({ input }) => initialDesk(input),
  initial: 'starting',
  on: {
    'clock.ticked': { actions: { type: 'setNow', params: ({ event }) => event } },
    'network.changed': { actions: { type: 'setOnline', params: ({ event }) => event } },
  },
  states: clearsProblems(
    {
      starting,
      invitation,
      signingIn,
      working: { id: 'working', type: 'parallel', states: { attendance, summary, place } },
      ending,
    } as const,
    { page: 'meta', leaveProblem: LEAVE_PROBLEM },
  ),
});

export type DeskMachine = typeof deskMachine;
export type DeskSnapshot = SnapshotFrom<DeskMachine>;
export type DeskActor = ActorRefFrom<DeskMachine>;
