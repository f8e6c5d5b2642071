/** Assembles the modules about staff: members, sign-in, sessions, log. */
import type { Counters } from '#server/identity/counters.ts';
import type { Limits } from '#server/identity/limitTable.ts';
import type { Clock } from '#server/store/clock.ts';
import type { SecurityEvent, SecurityLog } from '#server/store/securityLog.ts';
import type { Store } from '#server/store/store.ts';
import { createChallenges } from './challenges.ts';
import { createDeskAnswers, type DeskAnswers } from './deskAnswers.ts';
import type { StaffHandlers } from './deskHandler.ts';
import { createDeskLog, type DeskLog } from './deskLog.ts';
import { createMembers, type Members } from './members.ts';
import { createOwnKeys } from './ownKeys.ts';
import { createPasskeys } from './passkeys.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { createSignIn, type SignIn } from './staffSignIn.ts';
import { createStaffHandlers } from './staffHandlers.ts';
import { createStaffSessions, type StaffSessions } from './staffSessions.ts';

export interface StaffDeps {
  store: Store;
  clock: Clock;
  security: SecurityLog;
  /** Records an event. Its cause does not wait for the record. */
  note: (event: SecurityEvent) => void;
  counters: Counters;
  limits: Limits;
  /** Name of the lender in authenticator apps and browsers. */
  lenderName: string;
  /** Default: {@link createPasswords}. */
  passwords?: Passwords;
}

export interface Staff {
  sessions: StaffSessions;
  signIn: SignIn;
  answers: DeskAnswers;
  log: DeskLog;
  members: Members;
  handlers: StaffHandlers;
  /** Functions that delete expired sessions, challenges, invitations and stored answers. */
  deleteExpired: readonly (() => Promise<number>)[];
}

export function createStaff({
  store,
  clock,
  security,
  note,
  counters,
  limits,
  lenderName,
  passwords = createPasswords(),
}: StaffDeps): Staff {
  const sessions = createStaffSessions(store, clock);
  const challenges = createChallenges(store, clock);
  const log = createDeskLog(clock);
  const answers = createDeskAnswers(store, clock);
  const passkeys = createPasskeys(store, clock, lenderName);
  const members = createMembers({ store, clock, log, security, sessions });
  const signIn = createSignIn({
    ...{ store, clock, log, security, note, sessions, challenges, passwords, passkeys, counters, limits, lenderName },
  });
  const ownKeys = createOwnKeys({
    ...{ store, clock, log, security, sessions, challenges, passwords, passkeys, counters, limits, lenderName },
  });
  return {
    sessions,
    signIn,
    answers,
    log,
    members,
    handlers: createStaffHandlers({ store, log, signIn, sessions, ownKeys, members }),
    deleteExpired: [sessions.deleteExpired, challenges.deleteExpired, members.deleteExpiredInvitations, answers.deleteExpired],
  };
}

/** Opens the members alone, for an operator's verb. */
export const openMembers = (store: Store, clock: Clock, security: SecurityLog): Members =>
  createMembers({ store, clock, log: createDeskLog(clock), security, sessions: createStaffSessions(store, clock) });
