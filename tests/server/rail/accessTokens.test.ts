/** The access token of the rail: processes share it, it is renewed once, and it never causes a payout to fail. */
import { expect, test } from 'vitest';
import { HOUR, MINUTE } from '#machines/model/calendar.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { createOwnTokens, createSharedTokens } from '#server/rail/accessTokens.ts';
import { onEitherDatabase, testClock } from '#tests/support/database.ts';
import { setRailFixture } from '../lending/loanFixture.ts';
import { createFaultyNetwork } from './faultyNetwork.ts';

test('token of a client without a database: is used until it expires, then requested again', async () => {
  const clock = testClock();
  const tokens = createOwnTokens(clock);
  let requests = 0;
  const request = async () => ({ value: `t${++requests}`, until: clock.now() + MINUTE });
  expect(await Promise.all([tokens.present('k', request), tokens.present('k', request)])).toEqual(['t1', 't1']);
  clock.pass(MINUTE);
  expect(await tokens.present('k', request)).toBe('t2');
  expect(await tokens.renew('k', 't2', request)).toBe('t3');
  // Another process has renewed the token meanwhile.
  expect(await tokens.renew('k', 't2', request)).toBe('t3');
});

onEitherDatabase((engine) => {
  const network = createFaultyNetwork();
  const fixture = setRailFixture(engine, network);
  const requests = () => network.requests.filter(({ path }) => path.includes('/oauth/')).length;
  /** A promise that the test resolves. */
  const deferred = () => {
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    return { end, ended };
  };

  test('token needed by two processes at once: is requested once, and both use it', async () => {
    const { store, clock } = fixture;
    const [one, other] = [createSharedTokens(store, clock), createSharedTokens(store, clock)];
    const hold = deferred();
    let asked = 0;
    const request = async () => {
      asked++;
      await hold.ended;
      return { value: 'shared', until: clock.now() + HOUR };
    };
    const both = Promise.all([one.present('two', request), other.present('two', request), one.present('two', request)]);
    hold.end();
    expect(await both).toEqual(['shared', 'shared', 'shared']);
    expect(asked).toBe(1);
    expect(await createSharedTokens(store, clock).present('two', request)).toBe('shared');
    expect(asked).toBe(1);
  });

  test('token that another process renewed early: is used until the rail refuses it, then the new one, without a request', async () => {
    const { store, clock } = fixture;
    const [one, other] = [createSharedTokens(store, clock), createSharedTokens(store, clock)];
    let asked = 0;
    const request = async () => ({ value: `early${++asked}`, until: clock.now() + HOUR });
    expect([await one.present('early', request), await other.present('early', request)]).toEqual(['early1', 'early1']);
    expect(await other.renew('early', 'early1', request)).toBe('early2');
    expect(await one.present('early', request)).toBe('early1');
    expect(await one.renew('early', 'early1', request)).toBe('early2');
    expect(await one.present('early', request)).toBe('early2');
    expect(asked).toBe(2);
    clock.pass(HOUR);
    expect(await one.present('early', request)).toBe('early3');
    expect(await other.present('early', request)).toBe('early3');
  });

  test('token, renewal fails in one process: the next process requests it', async () => {
    const { store, clock } = fixture;
    const tokens = createSharedTokens(store, clock);
    await expect(tokens.present('down', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(await tokens.present('down', async () => ({ value: 'up', until: clock.now() + HOUR }))).toBe('up');
  });

  test('token, process killed while it renewed: another process renews it', async () => {
    const { store, clock } = fixture;
    const killed = createSharedTokens(store, clock).present('killed', () => new Promise(() => {}));
    void killed;
    await expect
      .poll(() => store.db.selectFrom('rail_token').select('name').where('renewing_until', '>', 0).executeTakeFirst())
      .toBeDefined();
    clock.pass(MINUTE);
    expect(await createSharedTokens(store, clock).present('killed', async () => ({ value: 'next', until: clock.now() + HOUR }))).toBe(
      'next',
    );
  });

  test('token, stored: is encrypted', async () => {
    const { store, clock } = fixture;
    await createSharedTokens(store, clock).present('sealed', async () => ({ value: 'readable-token', until: clock.now() + HOUR }));
    const rows = await store.db.selectFrom('rail_token').select('sealed').execute();
    for (const { sealed } of rows) expect(Buffer.from(sealed ?? []).toString('latin1')).not.toContain('readable-token');
  });

  test('token, ended after 3599 seconds: is renewed before the call, which is made once', async () => {
    await fixture.draw(await fixture.approved());
    network.heal();
    fixture.clock.pass(3_600_000);
    const b = await fixture.approved();
    await fixture.draw(b);
    expect(requests()).toBe(1);
    expect(network.requests.filter(({ path }) => path.includes('/b2c/'))).toHaveLength(1);
    await fixture.pass(3_000);
    expect((await fixture.order(b)).status).toBe(STATUS.repaying);
  });

  test("token ended by another client's request: is renewed once, and the payout arrives once", async () => {
    await fixture.draw(await fixture.approved());
    await fixture.pass(3_000);
    const b = await fixture.approved();
    network.heal();
    await fixture.simulator.endToken();
    await fixture.draw(b);
    expect(requests()).toBe(1);
    await fixture.pass(3_000);
    expect((await fixture.order(b)).status).toBe(STATUS.repaying);
    expect(await fixture.received(b)).toBe(494_200);
  });

  test.each([
    [400, '400.003.01'],
    [404, '404.001.03'],
    [401, '401.002.01'],
  ])('payout, token refused with %i %s for hours: waits, and arrives once it is accepted', async (status, errorCode) => {
    const b = await fixture.approved();
    network.faults = [{ path: '/b2c/', fault: { status, body: { errorCode, errorMessage: 'Invalid Access Token' } }, times: 100 }];
    await fixture.draw(b);
    for (let hour = 0; hour < 3; hour++) await fixture.pass(HOUR);
    expect((await fixture.order(b)).status).toBe(STATUS.lending);
    network.heal();
    await fixture.pass(10 * MINUTE);
    await fixture.pass(3_000);
    expect((await fixture.order(b)).status).toBe(STATUS.repaying);
    expect(await fixture.received(b)).toBe(494_200);
  });
});
