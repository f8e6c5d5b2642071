/** The one table of the calls, queues and acts that each role may use at the desk. */
import type { Cents } from '#machines/model/money.ts';
import { QUEUES, ROLES, type DeskActName, type DeskCall, type DeskInput, type Queue, type Role } from './desk.ts';

const EVERYBODY: readonly Role[] = ROLES;
const ADMINISTRATOR: readonly Role[] = ['administrator'];
const SECOND_PERSONS: readonly Role[] = ['payments', 'administrator'];
/** Who handles cases. */
const CLERKS: readonly Role[] = ['reviewer', 'payments', 'support', 'administrator'];
const READERS_OF_RECORDINGS: readonly Role[] = ['analyst', 'administrator'];

/** Who may make a call; `null`: no session is needed. */
export const DESK_CALLS = {
  session: EVERYBODY,
  signIn: null,
  confirmCode: null,
  passkeyChallenge: null,
  passkeySignIn: null,
  readInvitation: null,
  acceptInvitation: null,
  account: EVERYBODY,
  changePassword: EVERYBODY,
  passkeyRegistration: EVERYBODY,
  addPasskey: EVERYBODY,
  removePasskey: EVERYBODY,
  renewAuthenticator: EVERYBODY,
  confirmAuthenticator: EVERYBODY,
  signOut: EVERYBODY,
  queues: EVERYBODY,
  queue: CLERKS,
  case: CLERKS,
  find: CLERKS,
  // Not for analysts: with the log of an order they could find out who sent a recording.
  transitions: CLERKS,
  take: CLERKS,
  putBack: CLERKS,
  uncover: CLERKS,
  act: CLERKS,
  decideWaiting: SECOND_PERSONS,
  figures: EVERYBODY,
  recordings: READERS_OF_RECORDINGS,
  log: ADMINISTRATOR,
  staff: ADMINISTRATOR,
  invite: ADMINISTRATOR,
  changeStaff: ADMINISTRATOR,
} satisfies Readonly<Record<DeskCall, readonly Role[] | null>>;
/** Calls that need no session. */
export type OpenCall = { [C in DeskCall]: (typeof DESK_CALLS)[C] extends null ? C : never }[DeskCall];
/** Calls that change something. A repeated call gets the first answer. */
export type ChangingCall = { [C in DeskCall]: DeskInput<C> extends { requestId: string } ? C : never }[DeskCall];

/** Which cases a role sees and handles. */
export const QUEUES_OF: Readonly<Record<Role, readonly Queue[]>> = {
  reviewer: ['applications', 'secondLooks'],
  payments: ['proofs', 'unplacedMoney', 'overpayments', 'payouts', 'overdue', 'approvals'],
  support: ['messages', 'closures', 'overdue'],
  administrator: QUEUES,
  analyst: [],
};

/** Which acts a role may do. */
export const ACTS_OF: Readonly<Record<Role, readonly DeskActName[]>> = {
  reviewer: ['approve', 'reject', 'askPhoto'],
  payments: [
    'countProof',
    'refuseProof',
    'place',
    'refusePayment',
    'refund',
    'returnPayment',
    'payoutArrived',
    'payoutFailed',
    'writeOff',
    'correct',
  ],
  support: ['answer', 'closeAccount', 'keepAccount', 'blockNumber'],
  administrator: ['writeOff', 'blockNumber', 'unblockNumber', 'answer', 'closeAccount', 'keepAccount'],
  analyst: [],
};

/** Amounts above this one need a second person. A refund always does. */
export const SECOND_PERSON_ABOVE: Cents = 500_000;
