/** States that add an entry to the history, remove it, or add none: a statement, a sheet, a passing place. */
import { afterEach, describe, expect, it } from 'vitest';
import { filling, PERSONAL, start, stopAll } from './routedJourney.ts';

afterEach(stopAll);

describe('statement of a loan', () => {
  it('statement of a loan: lies over the list of loans', async () => {
    const { actor, history, router, route } = await start('', { signedIn: true });
    const isStatement = () => actor.getSnapshot().matches({ places: { tabs: { records: 'statement' } } });
    router.request('/records');
    await history.settled();
    actor.send({ type: 'statement.opened', orderNo: 'KN83105501' });
    await history.settled();
    expect(isStatement()).toBe(true);
    await history.back();
    expect(isStatement()).toBe(false);
    expect(route()).toBe('/records');
    await history.back();
    expect(route()).toBe('/');
  });

  it('statement of a loan, left by its own arrow: its entry is removed', async () => {
    const { actor, history, router } = await start('', { signedIn: true });
    router.request('/records');
    await history.settled();
    actor.send({ type: 'statement.opened', orderNo: 'KN83105501' });
    await history.settled();
    actor.send({ type: 'back.requested' });
    await history.settled();
    expect(history.trail).toBe(' [#/records] #/records');
  });
});

describe('sheet', () => {
  const opened = async () => {
    const journey = await start('', filling);
    journey.router.request('/auth/personal_infomation');
    await journey.history.settled();
    journey.actor.send({ type: 'picker.opened', field: 'gender' });
    await journey.history.settled();
    return journey;
  };

  it('sheet, Back: closes it, and the screen stays', async () => {
    const { actor, history, route } = await opened();
    expect(history.trail).toBe(` ${PERSONAL} [${PERSONAL}]`);
    await history.back();
    expect(actor.getSnapshot().hasTag('sheet')).toBe(false);
    expect(route()).toBe('/auth/personal_infomation');
    expect(history.position).toBe(1);
    await history.back();
    expect(route()).toBe('/');
  });

  it('sheet, confirmed: its entry is removed', async () => {
    const { actor, history } = await opened();
    actor.send({ type: 'picker.confirmed', field: 'gender', value: '1' });
    await history.settled();
    expect(history.position).toBe(1);
  });

  it('sheet, Forward: does not open it again', async () => {
    const { actor, history } = await opened();
    await history.back();
    await history.forward();
    expect(actor.getSnapshot().hasTag('sheet')).toBe(false);
    expect(history.position).toBe(1);
  });

  it('sheet opened and closed repeatedly: the history does not grow', async () => {
    const { actor, history } = await opened();
    for (let round = 0; round < 5; round++) {
      actor.send({ type: 'picker.cancelled' });
      await history.settled();
      actor.send({ type: 'picker.opened', field: 'gender' });
      await history.settled();
    }
    expect(history.entries).toHaveLength(3);
  });
});

describe('places without an entry of their own', () => {
  it('places without an entry of their own, left: are not in the history', async () => {
    const { actor, history, route } = await start('', filling);
    actor.send({ type: 'application.opened' });
    await history.settled();
    expect(route()).toBe('/auth/personal_infomation');
    expect(history.trail).toBe(` [${PERSONAL}]`);
  });

  it('places without an entry of their own, session ended: leads home from anywhere', async () => {
    const { actor, history, route } = await start('', { signedIn: true });
    actor.send({ type: 'xstate.route', to: '#settings' });
    await history.settled();
    actor.send({ type: 'session.lost', epoch: actor.getSnapshot().context.epoch, problem: { code: 10010304, message: '' } });
    await history.settled();
    expect(route()).toBe('/');
    expect(history.position).toBe(0);
  });
});
