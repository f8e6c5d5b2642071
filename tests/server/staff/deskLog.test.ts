/** The desk's log keeps who did what and why, for good. Secrets of staff are encrypted under the current key. */
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE } from '#machines/model/calendar.ts';
import { LOG_PAGE, type DeskLogLine } from '#src/api/desk.ts';
import { createSecret } from '#server/store/secret.ts';
import { keepKeyRing } from '#server/store/keyRing.ts';
import { rotate } from '#server/store/keyRotation.ts';
import type { Store } from '#server/store/store.ts';
import { onBothDatabases, testClock, type TestClock } from '#tests/support/database.ts';
import { dump } from '#tests/support/databaseDump.ts';
import { codeOf, hire, openDesk, PASSWORD, tokenIn, type Desk } from './deskFixture.ts';

onBothDatabases((engine) => {
  let store: Store;
  let clock: TestClock;
  let desk: Desk;
  beforeAll(async () => {
    clock = testClock();
    store = await engine.open(clock);
    desk = await openDesk(store, clock);
  });
  beforeEach(() => clock.pass(20 * MINUTE));

  describe('log of the desk', () => {
    it.each([
      ['changed', sql`update desk_log set reason = 'nothing'`],
      ['deleted', sql`delete from desk_log`],
      ['emptied', sql`truncate desk_log`],
      ['emptied with what points to it', sql`truncate desk_log cascade`],
    ])('log of the desk, %s: is refused by the database', async (_how, statement) => {
      await desk.as('support');
      const before = await store.db.selectFrom('desk_log').selectAll().execute();
      expect(before.length).toBeGreaterThan(0);
      await expect(statement.execute(store.db)).rejects.toThrow(/append.only|never change/i);
      expect(await store.db.selectFrom('desk_log').selectAll().execute()).toEqual(before);
    });

    it('member of staff who is named in the log: cannot be deleted', async () => {
      await desk.as('support');
      await expect(store.db.deleteFrom('staff_member').where('staff_id', '=', 'sandbox-support').execute()).rejects.toThrow(/foreign key/);
    });

    it('log of the desk, transaction that fails: leaves no line', async () => {
      const before = (await desk.staff.log.read(store.db, { caseId: null, before: null })).length;
      const failing = store.tx(async (tx) => {
        await desk.staff.log.write(tx, { clerk: null, what: 'act approve', caseId: null, reason: null });
        throw new Error('undone');
      });
      await expect(failing).rejects.toThrow('undone');
      expect(await desk.staff.log.read(store.db, { caseId: null, before: null })).toHaveLength(before);
    });

    it.each([
      ['phone number', 'called 0712345678 twice', 'called • twice'],
      ['phone number in groups', 'called +254 712 345 678', 'called +•'],
      ['ID number', 'ID 12345678 differs', 'ID • differs'],
      ['nothing but words and an amount', 'owes 1500 since May', 'owes 1500 since May'],
    ])('reason with a %s: keeps the words and not the number', async (_what, reason, kept) => {
      await store.tx((tx) => desk.staff.log.write(tx, { clerk: null, what: 'uncover photos', caseId: 'applications:L1', reason }));
      const [line] = await desk.staff.log.read(store.db, { caseId: 'applications:L1', before: null });
      expect(line).toEqual({
        line: expect.any(Number),
        at: clock.now(),
        who: 'operator',
        what: 'uncover photos',
        caseId: 'applications:L1',
        reason: kept,
      });
    });

    it('log of the desk, read by an administrator: newest first, of one case, and further back', async () => {
      const clerk = { staffId: 'sandbox-support' };
      await desk.as('support');
      for (const caseId of ['messages:F1', 'messages:F2', 'messages:F1']) {
        clock.pass(1);
        await store.tx((tx) => desk.staff.log.write(tx, { clerk, what: 'act answer', caseId, reason: null }));
      }
      const last = clock.now();
      const administrator = await desk.as('administrator');
      const lines = async (input: { caseId: string | null; before: number | null }) =>
        (await administrator.call('log', input)).data as unknown as DeskLogLine[];
      expect((await lines({ caseId: 'messages:F1', before: null })).map(({ at, who }) => [at, who])).toEqual([
        [last, 'Cynthia Chebet'],
        [last - 2, 'Cynthia Chebet'],
      ]);
      const [{ line }] = (await lines({ caseId: 'messages:F1', before: null })) as [DeskLogLine];
      expect((await lines({ caseId: 'messages:F1', before: line }))[0]?.at).toBe(last - 2);
      expect((await lines({ caseId: null, before: null }))[0]).toMatchObject({ who: 'David Mutua', caseId: null });
    });

    it('log of the desk, more lines of one millisecond than fit into an answer: returns the newest, then the rest', async () => {
      await store.tx(async (tx) => {
        for (let n = 0; n <= LOG_PAGE; n++)
          await desk.staff.log.write(tx, { clerk: null, what: `act ${n}`, caseId: 'messages:F3', reason: null });
      });
      const lines = await desk.staff.log.read(store.db, { caseId: 'messages:F3', before: null });
      expect([lines.length, lines[0]?.what]).toEqual([LOG_PAGE, `act ${LOG_PAGE}`]);
      const rest = await desk.staff.log.read(store.db, { caseId: 'messages:F3', before: lines.at(-1)!.line });
      expect(rest.map(({ what }) => what)).toEqual(['act 0']);
    });

    it('log of the desk, change of a member: names member and field, not the number', async () => {
      const { staffId } = await hire(desk, 'Victor Wekesa', 'support');
      const administrator = await desk.as('administrator');
      const change = { staffId, ownMobile: '0733777888', requestId: 'number-of-victor' };
      await administrator.call('changeStaff', change);
      const whats = (await desk.staff.log.read(store.db, { caseId: null, before: null })).map(({ what }) => what);
      expect(whats[0]).toBe(`change ownMobile ${staffId}`);
      expect(whats).toContain(`invite support ${staffId}`);
      expect(await dump(store)).not.toContain('733777888');
    });
  });

  it('data key rotated: secrets of staff are encrypted under the new key, and still sign in', async () => {
    const secret = createSecret(Buffer.alloc(32, 7));
    store.useSecret(secret);
    await keepKeyRing(store, secret);
    const { secret: authenticator, staffId } = await hire(desk, 'Winnie Akinyi', 'support');
    const administrator = await desk.as('administrator');
    await administrator.call('changeStaff', { staffId, ownMobile: '0744555666', requestId: 'number-of-winnie' });
    const invited = { name: 'Xavier Barasa', role: 'support', ownMobile: null, requestId: 'invite-xavier' } as const;
    const { data } = await administrator.call('invite', invited);
    secret.use({ id: 2, bytes: Buffer.alloc(32, 8) });
    await keepKeyRing(store, secret);
    expect((await rotate(store, secret))?.unused).toEqual([1]);
    // After the rotation everything has the new key.
    const header = secret.headerOf(2);
    const member = await store.db.selectFrom('staff_member').selectAll().where('staff_id', '=', staffId).executeTakeFirstOrThrow();
    const invitation = await store.db.selectFrom('staff_invitation').select('authenticator_sealed').executeTakeFirstOrThrow();
    const answer = await store.db.selectFrom('desk_answer').select('sealed').executeTakeFirstOrThrow();
    for (const bytes of [member.authenticator_sealed, member.own_mobile_sealed, invitation.authenticator_sealed, answer.sealed])
      expect(Buffer.from(bytes ?? []).subarray(0, header.length)).toEqual(header);

    clock.pass(MINUTE);
    const browser = desk.browser();
    await browser.call('signIn', { name: 'Winnie Akinyi', password: PASSWORD });
    expect(await browser.call('confirmCode', { code: codeOf(authenticator, clock.now()) })).toMatchObject({ status: 200 });
    expect(await desk.browser().call('readInvitation', { invitation: tokenIn(data['link']) })).toMatchObject({ status: 200 });
    // The stored answer of before the rotation is still readable.
    expect((await administrator.call('invite', invited)).data).toEqual(data);
  });
});
