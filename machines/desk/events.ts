/** Events from the clerk and the browser. A `requestId` identifies one press: a repeat of the request changes nothing. */
import type { Covered, DeskActName, DeskInput, Queue, RecordingFilter } from '#src/api/desk.ts';
import type { CalendarDate, Instant } from '../model/calendar.ts';
import type { Draft } from './draft.ts';

type Invitation = DeskInput<'invite'>;
type StaffChange = DeskInput<'changeStaff'>;

export type DeskEvent =
  | { type: 'clock.ticked'; now: Instant }
  /** A key, a click: sent at most once a minute. */
  | { type: 'clerk.acted'; now: Instant }
  | { type: 'network.changed'; online: boolean }
  | { type: 'retry.requested' }
  | { type: 'refresh.requested' }
  /** An act has changed the queues. The chart raises this event. */
  | { type: 'queues.changed' }
  | { type: 'password.submitted'; name: string; password: string }
  | { type: 'code.submitted'; code: string }
  | { type: 'passkey.chosen' }
  | { type: 'signIn.restarted' }
  | { type: 'invitation.accepted'; password: string; code: string }
  | { type: 'stay.requested' }
  | { type: 'signOut.requested' }
  | { type: 'signOut.confirmed' }
  | { type: 'overview.opened' }
  | { type: 'queue.opened'; queue: Queue }
  | { type: 'page.turned'; page: number }
  | { type: 'case.opened'; caseId: string }
  | { type: 'case.closed' }
  | { type: 'case.taken'; requestId: string }
  | { type: 'case.putBack'; requestId: string }
  | { type: 'cover.lifted'; what: Covered; reason: string }
  | { type: 'draft.changed'; change: Partial<Omit<Draft, 'act'>> }
  | { type: 'act.chosen'; act: DeskActName }
  | { type: 'act.abandoned' }
  | { type: 'act.submitted'; requestId: string }
  | ({ type: 'approval.decided' } & DeskInput<'decideWaiting'>)
  | { type: 'search.opened' }
  | { type: 'search.submitted'; query: string; reason: string }
  | { type: 'figures.opened' }
  | { type: 'day.chosen'; day: CalendarDate }
  | { type: 'log.opened'; caseId: string | null }
  | { type: 'log.continued' }
  | { type: 'recordings.opened' }
  | { type: 'recordings.chosen'; filter: RecordingFilter }
  | { type: 'recordings.continued' }
  | { type: 'staff.opened' }
  | ({ type: 'member.invited' } & Invitation)
  | ({ type: 'member.changed' } & StaffChange)
  | { type: 'account.opened' }
  | { type: 'password.changed'; password: string; newPassword: string }
  | { type: 'passkey.added'; label: string; password: string }
  | { type: 'passkey.removed'; passkeyId: string; password: string }
  | { type: 'authenticator.renewed'; password: string }
  | { type: 'authenticator.confirmed'; code: string }
  | { type: 'authenticator.kept' };

export type DeskEventOf<T extends DeskEvent['type']> = Extract<DeskEvent, { type: T }>;

/** Events that keep the problem of the page (`../clearsProblems.ts`). */
export const LEAVE_PROBLEM = [
  'clock.ticked',
  'clerk.acted',
  'queues.changed',
  'stay.requested',
  'draft.changed',
] as const satisfies readonly DeskEvent['type'][];
