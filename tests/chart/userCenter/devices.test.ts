/** The devices of the account, and signing out on all of them, state by state. */
import { describe, expect, it } from 'vitest';
import { CODE, LOCAL } from '#machines/model/codes.ts';
import { devices } from '../../paths/lenderSamples.ts';
import { asBorrower, noAnswer, refusal } from '../chartDriver.ts';

const opened = async () => (await asBorrower()).open('#devices');
const listed = async () => {
  const journey = await opened();
  await journey.answer('loadDevices', { devices });
  return journey;
};
const confirmed = async () => (await listed()).send({ type: 'signOutEverywhere.requested' }, { type: 'signOutEverywhere.confirmed' });

describe('list of devices', () => {
  it('list of devices, loaded: stays while the page is open; not loaded: can be loaded again', async () => {
    const journey = await opened();
    await journey.fail('loadDevices', noAnswer);
    expect([journey.at, journey.context.problem?.code, journey.context.answers.loadDevices?.is]).toEqual([
      'devices.failed',
      LOCAL.networkFailed,
      'failed',
    ]);
    journey.send({ type: 'retry.requested' });
    await journey.answer('loadDevices', { devices });
    expect([journey.at, journey.context.answers.loadDevices]).toEqual(['devices.listed', { is: 'loaded', value: { devices } }]);
  });

  it('device removed: the lender is asked to forget it, and the list is loaded again', async () => {
    const journey = (await listed()).send({ type: 'device.removed', id: 'd2' });
    expect(journey.inputOf('removeDevice')).toEqual({ id: 'd2' });
    await journey.answer('removeDevice', null);
    expect(journey.at).toBe('devices.loading');
  });

  it('device not removed: the list shows the reason', async () => {
    const journey = (await listed()).send({ type: 'device.removed', id: 'd2' });
    await journey.fail('removeDevice', noAnswer);
    expect([journey.at, journey.context.problem?.code]).toEqual(['devices.listed', LOCAL.networkFailed]);
  });
});

describe('signing out everywhere', () => {
  it('signing out everywhere, not confirmed: nothing is sent', async () => {
    const journey = (await listed()).send({ type: 'signOutEverywhere.requested' });
    expect([journey.at, journey.calls]).toEqual(['devices.confirming', []]);
    journey.send({ type: 'back.requested' });
    expect(journey.calls).toEqual(['loadDevices']);
  });

  it('signing out everywhere, list not loaded: is possible all the same', async () => {
    const journey = await opened();
    await journey.fail('loadDevices', noAnswer);
    expect(journey.send({ type: 'signOutEverywhere.requested' }).at).toBe('devices.confirming');
    expect(journey.context.problem).toBeNull();
  });

  it('signing out everywhere, done: the phone erases the borrower, and home says that every phone is signed out', async () => {
    const journey = await confirmed();
    await journey.answer('signOutEverywhere', null);
    await journey.answer('forgetSignedOut');
    expect(journey.at).toBe('loadingHome.loading');
    expect(journey.context).toMatchObject({ session: null, notice: { key: 'signOutEverywhere' }, answers: {} });
  });

  it('signing out everywhere, answer lost: the confirmation says so and can be sent again; the session is over by then: the app is signed out', async () => {
    const journey = await confirmed();
    await journey.fail('signOutEverywhere', noAnswer);
    expect([journey.at, journey.context.problem?.code]).toEqual(['devices.confirming', LOCAL.networkFailed]);
    journey.send({ type: 'signOutEverywhere.confirmed' });
    await journey.fail('signOutEverywhere', refusal(CODE.notLoggedIn, 'Please sign in'));
    expect(journey.at).toBe('sessionEnded');
  });
});
