/** A member of staff signs in: password and code, or a passkey; the first time from an invitation. */
import type { DeskSession } from '#src/api/desk.ts';
import { required } from '../required.ts';
import type { DeskContext } from './context.ts';
import { error, eventOf, loadAgain, output, stateConfig } from './setup.ts';

const openSession = {
  type: 'openSession',
  params: ({ event }: { event: { output: DeskSession } }) => ({ session: output({ event }) }),
} as const;
const onSession = { target: '#working', actions: openSession } as const;

const setProblem = { type: 'setProblem', params: error } as const;
/** Before there is a session, every failure is shown as a refusal and ends nothing. */
const refused = <const T extends string>(target: T) => ({ target, actions: setProblem }) as const;

/** The page of an invitation can only be opened by its link, so its token is known. */
const invitationOf = ({ invitation }: Pick<DeskContext, 'invitation'>): string => required('invitation', invitation);

/** Continues a session of an earlier visit, if there is one. */
export const starting = stateConfig({
  initial: 'reading',
  meta: { title: 'Starting' },
  states: {
    reading: {
      tags: ['busy'],
      invoke: {
        id: 'readSession',
        src: 'readSession',
        input: {},
        onDone: onSession,
        onError: [
          { guard: 'hasInvitation', target: '#invitation' },
          { guard: { type: 'isSignInOver', params: error }, target: '#signingIn' },
          { target: 'failed', actions: setProblem },
        ],
      },
    },
    failed: { on: loadAgain('reading') },
  },
});

export const signingIn = stateConfig({
  id: 'signingIn',
  meta: { title: 'Sign in' },
  initial: 'password',
  states: {
    password: {
      on: {
        'password.submitted': 'checkingPassword',
        'passkey.chosen': 'askingPasskey',
      },
    },
    checkingPassword: {
      tags: ['busy'],
      invoke: {
        id: 'checkPassword',
        src: 'checkPassword',
        input: ({ event }) => {
          const { name, password } = eventOf({ event }, 'password.submitted');
          return { name, password };
        },
        onDone: 'code',
        onError: refused('password'),
      },
    },
    code: {
      on: {
        'code.submitted': 'checkingCode',
        'signIn.restarted': 'password',
      },
    },
    checkingCode: {
      tags: ['busy'],
      invoke: {
        id: 'checkCode',
        src: 'checkCode',
        input: ({ event }) => ({ code: eventOf({ event }, 'code.submitted').code }),
        onDone: onSession,
        onError: [
          { guard: { type: 'isSignInOver', params: error }, target: 'password', actions: setProblem },
          { target: 'code', actions: setProblem },
        ],
      },
    },
    askingPasskey: {
      tags: ['busy'],
      invoke: { id: 'signInWithPasskey', src: 'signInWithPasskey', onDone: onSession, onError: refused('password') },
    },
  },
});

export const invitation = stateConfig({
  id: 'invitation',
  meta: { title: 'Your invitation' },
  initial: 'reading',
  states: {
    reading: {
      tags: ['busy'],
      invoke: {
        id: 'readInvitation',
        src: 'readInvitation',
        input: ({ context }) => ({ invitation: invitationOf(context) }),
        onDone: { target: 'open', actions: { type: 'setInvited', params: ({ event }) => ({ invited: output({ event }) }) } },
        onError: refused('failed'),
      },
    },
    /** The invitation has expired or was used, or could not be loaded. */
    failed: { on: { ...loadAgain('reading'), 'signIn.restarted': '#signingIn' } },
    open: { on: { 'invitation.accepted': 'accepting' } },
    accepting: {
      tags: ['busy'],
      invoke: {
        id: 'acceptInvitation',
        src: 'acceptInvitation',
        input: ({ context, event }) => {
          const { password, code } = eventOf({ event }, 'invitation.accepted');
          return { invitation: invitationOf(context), password, code };
        },
        onDone: onSession,
        onError: refused('open'),
      },
    },
  },
});

/** The session has ended on this page, and the lender must end it too. */
export const ending = stateConfig({
  id: 'ending',
  meta: { title: 'Signing out' },
  initial: 'signingOut',
  states: {
    signingOut: {
      tags: ['busy'],
      invoke: {
        id: 'signOut',
        src: 'signOut',
        input: {},
        onDone: '#signingIn',
        onError: [
          { guard: { type: 'isSignInOver', params: error }, target: '#signingIn' },
          { target: 'failed', actions: setProblem },
        ],
      },
    },
    /** The session is still valid at the lender: anybody who opens this page could use it, so signing out is retried. */
    failed: { on: loadAgain('signingOut'), after: { POLL: 'signingOut' } },
  },
});
