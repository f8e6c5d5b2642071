/** The calls of the desk's chart, as actors. Each rejects with a `DeskProblem`. `src/desk` binds them. */
import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { DeskInput, DeskOutput } from '#src/api/desk.ts';

/** Ports that are one call of the contract. */
export const CALL_OF_PORT = {
  readSession: 'session',
  checkPassword: 'signIn',
  checkCode: 'confirmCode',
  readInvitation: 'readInvitation',
  acceptInvitation: 'acceptInvitation',
  renewSession: 'session',
  signOut: 'signOut',
  loadQueues: 'queues',
  loadQueue: 'queue',
  loadCase: 'case',
  takeCase: 'take',
  putBackCase: 'putBack',
  uncover: 'uncover',
  act: 'act',
  decideWaiting: 'decideWaiting',
  findCases: 'find',
  loadFigures: 'figures',
  loadLog: 'log',
  loadMoreLog: 'log',
  loadRecordings: 'recordings',
  loadMoreRecordings: 'recordings',
  loadStaff: 'staff',
  inviteMember: 'invite',
  changeMember: 'changeStaff',
  loadAccount: 'account',
  changePassword: 'changePassword',
  removePasskey: 'removePasskey',
  renewAuthenticator: 'renewAuthenticator',
  confirmAuthenticator: 'confirmAuthenticator',
} as const;
export type CallPort = keyof typeof CALL_OF_PORT;

type Calls = { [P in CallPort]: PromiseActorLogic<DeskOutput<(typeof CALL_OF_PORT)[P]>, DeskInput<(typeof CALL_OF_PORT)[P]>> };

export interface DeskPorts extends Calls {
  /** Gets a challenge from the lender, asks the browser for a passkey that signs it, and signs in with the result. */
  signInWithPasskey: PromiseActorLogic<DeskOutput<'passkeySignIn'>, void>;
  addPasskey: PromiseActorLogic<DeskOutput<'addPasskey'>, { label: string; password: string }>;
}
export type DeskPortName = keyof DeskPorts;

const unbound = (name: string) =>
  fromPromise<never, never>(() => Promise.reject(new Error(`The port ${name} of the desk is not bound.`))) as never;

export const unboundDeskPorts = Object.fromEntries(
  [...Object.keys(CALL_OF_PORT), 'signInWithPasskey', 'addPasskey'].map((name) => [name, unbound(name)]),
) as unknown as DeskPorts;
