/** The context of the desk's chart. Plain data. The end of the session drops everything about borrowers except drafts. */
import type {
  AuthenticatorSetup,
  DayFigures,
  DeskAct,
  DeskCase,
  DeskLogLine,
  DeskOutput,
  DeskSession,
  OwnAccount,
  Queue,
  QueueItem,
  RecordingFilter,
  RecordingList,
  StaffRow,
} from '#src/api/desk.ts';
import { addDays, MINUTE, nairobiDate, type CalendarDate, type Instant } from '../model/calendar.ts';
import { LOADING, type Loadable } from '../model/loadable.ts';
import type { Draft, Mistakes } from './draft.ts';
import type { DeskProblem } from './problem.ts';

/** A session ends when its clerk did nothing for this long, ms; the lender has the same rule. */
export const IDLE_LIFE = 15 * MINUTE;
/** The clerk is warned so many ms before the session ends. */
export const IDLE_WARNING = 2 * MINUTE;
/** Reading and typing send no request, so the desk renews a session of this age at the lender, ms. */
export const RENEW_AFTER = 5 * MINUTE;

/** `idle`: the clerk did nothing. `over`: the session's time is over. `lost`: the lender ended it. `left`: signed out. */
export type SessionEnd = 'idle' | 'over' | 'lost' | 'left';

export type OwnChange = 'password' | 'passkeyAdded' | 'passkeyRemoved' | 'authenticator';

export interface Pending {
  caseId: string;
  act: DeskAct;
  requestId: string;
}

export interface DeskContext {
  now: Instant;
  isOnline: boolean;
  session: DeskSession | null;
  /** Why the last session ended; null: there was none, or a session runs. */
  ended: SessionEnd | null;
  /** When the clerk last did something on the page. */
  actedAt: Instant;
  /** When the lender last renewed the session. */
  renewedAt: Instant;
  /** The token of an invitation in the address of the page. */
  invitation: string | null;
  invited: DeskOutput<'readInvitation'> | null;
  problem: DeskProblem | null;
  mistakes: Mistakes;

  summary: Loadable<DeskOutput<'queues'>>;
  queue: Queue | null;
  page: number;
  items: Loadable<DeskOutput<'queue'>>;

  caseId: string | null;
  case: DeskCase | null;
  /** Uncovered values by field. */
  values: Readonly<Record<string, string>>;
  /** Drafts by case. They outlive the session, so that the same clerk finds them after signing in again. */
  drafts: Readonly<Record<string, Draft>>;
  /** The member of staff who typed the drafts. */
  draftsOf: string | null;
  /** An act that was sent and not answered yet; the same act again has the same request id. */
  pending: Pending | null;

  found: Loadable<readonly QueueItem[]> | null;
  day: CalendarDate;
  figures: Loadable<DayFigures>;
  /** The case whose log is shown; null: all. */
  logOf: string | null;
  log: Loadable<readonly DeskLogLine[]>;
  hasMoreLog: boolean;
  /** The recordings that are listed; null: those of the last seven days. */
  recordingFilter: RecordingFilter | null;
  recordings: Loadable<RecordingList>;
  staff: Loadable<readonly StaffRow[]>;
  /** The link of the last invitation, which is shown once. */
  link: string | null;
  /** Whom the last invitation is for. */
  linkFor: string;
  account: Loadable<OwnAccount>;
  /** The last change of the clerk's own account; null: none since the page was opened. */
  changed: OwnChange | null;
  /** The key of a new authenticator app, until a code of that app was accepted. */
  renewal: AuthenticatorSetup | null;
}

export interface DeskInputs {
  now: Instant;
  invitation: string | null;
  isOnline: boolean;
}

/** The initial values of everything that is loaded about borrowers and staff. */
export const NOTHING_LOADED = {
  invited: null,
  summary: LOADING,
  items: LOADING,
  case: null,
  values: {},
  found: null,
  figures: LOADING,
  log: LOADING,
  hasMoreLog: false,
  recordings: LOADING,
  staff: LOADING,
  link: null,
  linkFor: '',
  account: LOADING,
  changed: null,
  renewal: null,
  mistakes: {},
} satisfies Partial<DeskContext>;

/** The initial values of everything that belongs to one member of staff. */
export const NOBODYS_WORK = {
  queue: null,
  page: 0,
  caseId: null,
  drafts: {},
  draftsOf: null,
  pending: null,
  logOf: null,
  recordingFilter: null,
} satisfies Partial<DeskContext>;

/** Days of the period that is listed before another one is chosen, today included. */
const USUAL_DAYS = 7;

export const recordingFilterOf = ({ recordingFilter, now }: Pick<DeskContext, 'recordingFilter' | 'now'>): RecordingFilter => {
  const today = nairobiDate(now);
  return recordingFilter ?? { from: addDays(today, 1 - USUAL_DAYS), to: today };
};

export const initialDesk = ({ now, invitation, isOnline }: DeskInputs): DeskContext => ({
  ...NOTHING_LOADED,
  ...NOBODYS_WORK,
  now,
  isOnline,
  session: null,
  ended: null,
  actedAt: now,
  renewedAt: now,
  invitation,
  problem: null,
  day: nairobiDate(now),
});
