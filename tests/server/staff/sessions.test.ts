/** The end of a session of staff, and the last administrator of a desk. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '#machines/model/calendar.ts';
import { isOwnCase, type Clerk } from '#server/staff/clerk.ts';
import type { Store } from '#server/store/store.ts';
import { onBothDatabases, onEitherDatabase, testClock, type TestClock } from '#tests/support/database.ts';
import { newBorrower } from '#tests/support/lendingFixture.ts';
import type { DeskBrowser } from '#tests/support/deskBrowser.ts';
import { accept, hire, openDesk, tokenIn, type Desk } from './deskFixture.ts';

let requests = 0;
const requestId = (): string => `request-${String(requests++).padStart(5, '0')}`;

onEitherDatabase((engine) => {
  let store: Store;
  let clock: TestClock;
  let desk: Desk;
  beforeAll(async () => {
    clock = testClock();
    store = await engine.open(clock);
    desk = await openDesk(store, clock);
  });
  beforeEach(() => clock.pass(HOUR));
  const isLive = async (browser: DeskBrowser): Promise<boolean> => (await browser.call('session', {})).status === 200;

  describe('session', () => {
    it('session, fifteen minutes without an act: ends', async () => {
      const clerk = await desk.as('reviewer');
      expect(clerk.session.idleUntil).toBe(clock.now() + 15 * MINUTE);
      clock.pass(15 * MINUTE - 1);
      expect(await isLive(clerk)).toBe(true);
      clock.pass(1);
      expect(await clerk.call('queue', { queue: 'messages', page: 0 })).toMatchObject({ status: 401, error: 'signedOut' });
    });

    it('session, act after fourteen minutes: lasts fifteen more', async () => {
      const clerk = await desk.as('reviewer');
      clock.pass(14 * MINUTE);
      await clerk.call('queue', { queue: 'messages', page: 0 });
      expect((await clerk.call('session', {})).data['idleUntil']).toBe(clock.now() + 15 * MINUTE);
      clock.pass(14 * MINUTE);
      expect(await isLive(clerk)).toBe(true);
    });

    it('session, open page that polls: does not prolong it', async () => {
      const clerk = await desk.as('reviewer');
      for (let n = 0; n < 14; n++) {
        clock.pass(MINUTE);
        expect((await clerk.call('queues', {})).status).toBe(200);
        expect(await isLive(clerk)).toBe(true);
      }
      clock.pass(MINUTE);
      expect(await isLive(clerk)).toBe(false);
    });

    it('session, refused request of another page: does not prolong it', async () => {
      const clerk = await desk.as('reviewer');
      clock.pass(14 * MINUTE);
      await clerk.call('queue', { queue: 'messages', page: 0 }, { origin: 'https://evil.example' });
      await clerk.call('queue', { queue: 'messages', page: 0 }, { csrf: null });
      clock.pass(MINUTE);
      expect(await isLive(clerk)).toBe(false);
    });

    it('session, eight hours of work: ends', async () => {
      const clerk = await desk.as('reviewer');
      const { endsAt } = clerk.session;
      expect(endsAt).toBe(clock.now() + 8 * HOUR);
      while (clock.now() < endsAt - 10 * MINUTE) {
        clock.pass(10 * MINUTE);
        expect((await clerk.call('queue', { queue: 'messages', page: 0 })).status).toBe(200);
      }
      expect((await clerk.call('session', {})).data['idleUntil']).toBe(endsAt);
      clock.pass(10 * MINUTE);
      expect(await isLive(clerk)).toBe(false);
    });

    it('session, signed out: ends in every copy of its cookie, and not elsewhere', async () => {
      const [here, elsewhere] = [await desk.as('reviewer'), await desk.as('reviewer')];
      const copy = desk.browser();
      copy.jar.set('__Host-desk-session', here.jar.get('__Host-desk-session') ?? '');
      expect((await here.call('signOut', {})).data).toEqual({ signedOut: true });
      expect(here.jar.has('__Host-desk-session')).toBe(false);
      expect([await isLive(copy), await isLive(elsewhere)]).toEqual([false, true]);
    });

    it('session that is over: is deleted, and a running one is not', async () => {
      await desk.as('reviewer');
      clock.pass(15 * MINUTE);
      const running = await desk.as('reviewer');
      expect(await desk.staff.sessions.deleteExpired()).toBeGreaterThan(0);
      expect(await isLive(running)).toBe(true);
      expect(await store.db.selectFrom('staff_session').select('staff_id').execute()).toHaveLength(1);
    });
  });

  describe('member who is changed', () => {
    it.each([
      ['deactivated', { isActive: false }, false],
      ['given another role', { role: 'support' }, false],
      ['given the role they have', { role: 'reviewer' }, true],
      ['given a number', { ownMobile: '0722 111 222' }, true],
    ] as const)('member who is %s: their sessions end everywhere, or stay', async (_how, change, lives) => {
      await desk.as('reviewer');
      const administrator = await desk.as('administrator');
      await administrator.call('changeStaff', { staffId: 'sandbox-reviewer', role: 'reviewer', isActive: true, requestId: requestId() });
      const sessions = [await desk.as('reviewer'), await desk.as('reviewer')];
      const { status } = await administrator.call('changeStaff', { staffId: 'sandbox-reviewer', ...change, requestId: requestId() });
      expect(status).toBe(200);
      expect(await Promise.all(sessions.map(isLive))).toEqual([lives, lives]);
      expect(await isLive(administrator)).toBe(true);
    });

    it('member who is reset: sessions, password, authenticator and passkeys are deleted, and a new invitation replaces them', async () => {
      const { browser, staffId, secret } = await hire(desk, 'Peter Kamau', 'payments');
      const invitation = await store.tx((tx) => desk.staff.members.reset(tx, staffId, null));
      expect(await isLive(browser)).toBe(false);
      const again = await accept(desk, invitation);
      expect(again.secret).not.toBe(secret);
      expect(await isLive(again.browser)).toBe(true);
    });

    it('member deactivated before the invitation was accepted: the invitation has ended', async () => {
      const administrator = await desk.as('administrator');
      const { data } = await administrator.call('invite', {
        name: 'Quinter Awuor',
        role: 'support',
        ownMobile: null,
        requestId: requestId(),
      });
      const { data: all } = await administrator.call('staff', {});
      const invited = (all as unknown as { name: string; staffId: string }[]).find(({ name }) => name === 'Quinter Awuor');
      await administrator.call('changeStaff', { staffId: invited?.staffId ?? '', isActive: false, requestId: requestId() });
      expect(await desk.browser().call('readInvitation', { invitation: tokenIn(data['link']) })).toMatchObject({ error: 'tooLate' });
    });

    it('member who is changed, unknown: is refused', async () => {
      const administrator = await desk.as('administrator');
      const change = { staffId: 'S00000000000', role: 'support', requestId: requestId() } as const;
      expect(await administrator.call('changeStaff', change)).toMatchObject({ status: 404, error: 'unknownCase' });
    });

    it('own number of an administrator: may be added by its owner, and changed by another administrator only', async () => {
      const { browser, staffId } = await hire(desk, 'Ruth Chepngeno', 'administrator');
      const set = (ownMobile: string | null) => browser.call('changeStaff', { staffId, ownMobile, requestId: requestId() });
      expect((await set('0722333444')).data).toMatchObject({ ownMobile: '254722333444' });
      for (const number of [null, '0722333445']) expect(await set(number)).toMatchObject({ status: 403, error: 'notAllowed' });
      const other = await desk.as('administrator');
      expect(await other.call('changeStaff', { staffId, ownMobile: null, requestId: requestId() })).toMatchObject({ status: 200 });
    });
  });

  it("clerk with an own number: cases of the number and of its account count as the clerk's own", async () => {
    const { userId, msisdn } = await newBorrower(store, clock.now());
    const clerk = await desk.as('support');
    const administrator = await desk.as('administrator');
    await administrator.call('changeStaff', { staffId: 'sandbox-support', ownMobile: msisdn, requestId: requestId() });
    const found = await desk.staff.sessions.find(clerk.jar.get('__Host-desk-session') ?? '');
    const me = found?.clerk as Clerk;
    expect(me).toMatchObject({ ownMobile: msisdn, ownUserId: userId });
    expect([isOwnCase(me, { userId }), isOwnCase(me, { mobile: msisdn })]).toEqual([true, true]);
    expect([isOwnCase(me, { userId: userId + 1, mobile: '254799999999' }), isOwnCase(me, {})]).toEqual([false, false]);
    const none: Clerk = { ...me, ownMobile: null, ownUserId: null };
    expect(isOwnCase(none, { userId: null, mobile: null })).toBe(false);
  });
});

onBothDatabases((engine) => {
  describe('last administrator', () => {
    let desk: Desk;
    let store: Store;
    let first: Awaited<ReturnType<typeof hire>>;
    beforeAll(async () => {
      const clock = testClock();
      store = await engine.open(clock);
      desk = await openDesk(store, clock);
      first = await hire(desk, 'Sarah Nyambura', 'administrator');
      // The fixture's administrator does not count as one, because it has no password and cannot sign in.
    });

    it.each([{ role: 'reviewer' }, { isActive: false }] as const)(
      'last administrator, changed to %o: is refused, by themselves and by others',
      async (change) => {
        const made = await desk.as('administrator');
        for (const browser of [first.browser, made]) {
          const answer = await browser.call('changeStaff', { staffId: first.staffId, ...change, requestId: requestId() });
          expect(answer).toMatchObject({
            status: 403,
            error: 'notAllowed',
            message: 'This is the last administrator: invite another one first.',
          });
        }
        expect((await first.browser.call('session', {})).data['role']).toBe('administrator');
      },
    );

    it('last administrator, another one is invited and has not accepted: is still the last', async () => {
      await first.browser.call('invite', { name: 'Tom Mboya', role: 'administrator', ownMobile: null, requestId: requestId() });
      const answer = await first.browser.call('changeStaff', { staffId: first.staffId, role: 'support', requestId: requestId() });
      expect(answer).toMatchObject({ status: 403, error: 'notAllowed' });
    });

    it("last two administrators, each takes the other's role at once: one administrator stays", async () => {
      const second = await hire(desk, 'Umi Hassan', 'administrator');
      const answers = await Promise.all([
        first.browser.call('changeStaff', { staffId: second.staffId, role: 'support', requestId: requestId() }),
        second.browser.call('changeStaff', { staffId: first.staffId, role: 'support', requestId: requestId() }),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const left = await store.db
        .selectFrom('staff_member')
        .select('name')
        .where('role', '=', 'administrator')
        .where('password_hash', 'is not', null)
        .execute();
      expect(left).toHaveLength(1);
    });

    it("last administrator's account, ended by the operator's verb: ends", async () => {
      const [last] = await store.db
        .selectFrom('staff_member')
        .select('staff_id')
        .where('role', '=', 'administrator')
        .where('password_hash', 'is not', null)
        .execute();
      const row = await store.tx((tx) => desk.staff.members.change(tx, last?.staff_id ?? '', { isActive: false }, null));
      expect(row.isActive).toBe(false);
    });
  });
});
