/** Whether somebody is at the desk: warns before the session ends, and ends it. */
import { onSignedOut, output, stateConfig } from './setup.ts';

type Ticked = { event: { now: number } };
const now = ({ event }: Ticked) => ({ now: event.now });
const setNow = { type: 'setNow', params: now } as const;

const endIf = <const G extends 'isSessionOver' | 'isIdleOver', const B extends 'over' | 'idle'>(guard: G, by: B) =>
  ({ guard: { type: guard, params: now }, target: '#ending', actions: [setNow, { type: 'endSession', params: { by } }] }) as const;
const ENDS = [endIf('isSessionOver', 'over'), endIf('isIdleOver', 'idle')] as const;

const SIGN_OUT = [
  { guard: 'hasUnsent', target: 'leaving' },
  { target: '#ending', actions: { type: 'endSession', params: { by: 'left' } } },
] as const;

/** Any other failure proves nothing about the session: the next press tries to renew it again. */
const onRenewError = [onSignedOut, { target: 'present' }] as const;

export const attendance = stateConfig({
  initial: 'present',
  states: {
    present: {
      on: {
        'clock.ticked': [...ENDS, { guard: { type: 'isIdleSoon', params: now }, target: 'warned', actions: setNow }, { actions: setNow }],
        'clerk.acted': [
          { guard: { type: 'isRenewalDue', params: now }, target: 'renewing', actions: { type: 'noteActivity', params: now } },
          { actions: { type: 'noteActivity', params: now } },
        ],
        'signOut.requested': SIGN_OUT,
      },
    },
    /** `clerk.acted` has no effect here: the clerk must press a button of the warning. */
    warned: {
      on: {
        'clock.ticked': [...ENDS, { actions: setNow }],
        'stay.requested': { target: 'renewing', actions: 'stay' },
        'signOut.requested': { target: '#ending', actions: { type: 'endSession', params: { by: 'left' } } },
      },
    },
    /** Signing out drops the drafts, so the clerk confirms it. */
    leaving: {
      on: {
        'clock.ticked': [...ENDS, { actions: setNow }],
        'signOut.confirmed': { target: '#ending', actions: { type: 'endSession', params: { by: 'left' } } },
        'stay.requested': { target: 'present', actions: 'stay' },
      },
    },
    renewing: {
      tags: ['busy'],
      // "Sign out" may be the first press for minutes, which also renews the session. Signing out must not wait for that.
      on: {
        'clock.ticked': [...ENDS, { actions: setNow }],
        'clerk.acted': { actions: { type: 'noteActivity', params: now } },
        'signOut.requested': SIGN_OUT,
      },
      invoke: {
        id: 'renewSession',
        src: 'renewSession',
        input: {},
        onDone: { target: 'present', actions: { type: 'renewSession', params: ({ event }) => ({ session: output({ event }) }) } },
        onError: onRenewError,
      },
    },
  },
});
