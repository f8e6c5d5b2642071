/** The desk's clock and its sign-out, where phone and lender disagree about the time. */
import { expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { deskMachine } from '#machines/desk.machine.ts';
import { DAY, HOUR, MINUTE, nairobiDate } from '#machines/model/calendar.ts';
import type { DeskSession } from '#src/api/desk.ts';
import { ACTS_OF, QUEUES_OF } from '#src/api/deskRights.ts';

const PHONE = 1_000_000 * MINUTE;
/** The lender's clock is two days ahead, as the clock of a sandbox may be. */
const LENDER = PHONE + 2 * DAY;

const session: DeskSession = {
  staffId: 's1',
  name: 'Amina Wanjiru',
  role: 'reviewer',
  csrf: 'c1',
  endsAt: LENDER + 8 * HOUR,
  idleUntil: LENDER + 15 * MINUTE,
  queues: QUEUES_OF.reviewer,
  acts: ACTS_OF.reviewer,
  hasPasskey: false,
};
const never = (): Promise<never> => new Promise(() => {});

async function working() {
  const ports = {
    readSession: fromPromise(() => Promise.resolve(session)),
    renewSession: fromPromise(never),
    loadQueues: fromPromise(never),
    signOut: fromPromise(never),
  };
  const desk = createActor(deskMachine.provide({ actors: ports as never }), { input: { now: PHONE, invitation: null, isOnline: true } });
  desk.start();
  await waitFor(desk, (state) => state.matches('working'));
  return desk;
}

it('session opened by a lender whose clock is ahead: counts no idle time, and the day of the figures is the lender’s', async () => {
  const desk = await working();
  desk.send({ type: 'clock.ticked', now: LENDER + MINUTE });
  expect(desk.getSnapshot().matches({ working: { attendance: 'present' } })).toBe(true);
  expect(desk.getSnapshot().context).toMatchObject({ actedAt: LENDER, day: nairobiDate(LENDER) });
  desk.send({ type: 'clock.ticked', now: LENDER + 15 * MINUTE });
  expect(desk.getSnapshot().context.ended).toBe('idle');
});

it('session being renewed, sign-out pressed: signs out', async () => {
  const desk = await working();
  desk.send({ type: 'clerk.acted', now: LENDER + 6 * MINUTE });
  expect(desk.getSnapshot().matches({ working: { attendance: 'renewing' } })).toBe(true);
  desk.send({ type: 'signOut.requested' });
  expect(desk.getSnapshot().matches('ending')).toBe(true);
  expect(desk.getSnapshot().context.ended).toBe('left');
});
