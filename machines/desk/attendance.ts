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

/** A call that failed otherwise says nothing about the session: the next press tries again. */
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
    /** Moving the pointer is not enough here: the warning is answered. */
    warned: {
      on: {
        'clock.ticked': [...ENDS, { actions: setNow }],
        'stay.requested': { target: 'renewing', actions: 'stay' },
        'signOut.requested': { target: '#ending', actions: { type: 'endSession', params: { by: 'left' } } },
      },
    },
    /** Signing out drops what was typed, so it is asked for. */
    leaving: {
      on: {
        'clock.ticked': [...ENDS, { actions: setNow }],
        'signOut.confirmed': { target: '#ending', actions: { type: 'endSession', params: { by: 'left' } } },
        'stay.requested': { target: 'present', actions: 'stay' },
      },
    },
    renewing: {
      tags: ['busy'],
      // The press that signs out may be the first for minutes, so that the session is renewed at the same moment.
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
