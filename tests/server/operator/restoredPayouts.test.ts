/**
 * A restored database is older than M-PESA's records. The rail keeps its records apart here, as in reality. The lender has lost
 * every change between backup and restore.
 */
import Fastify, { type FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE } from '#machines/model/calendar.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { createLending } from '#server/lending/createLending.ts';
import type { Lending } from '#server/lending/facade.ts';
import { backUp } from '#server/operator/backup/backup.ts';
import { checkLedger } from '#server/operator/backup/checkLedger.ts';
import { restore } from '#server/operator/backup/restore.ts';
import { carryOutPayouts, readPayoutsRequest } from '#server/operator/payouts.ts';
import { railCallbacks } from '#server/rail/callbacks.ts';
import { createDaraja } from '#server/rail/daraja.ts';
import { createSimulator, simulatedAccess, simulatedBankPaybill, type Simulator } from '#server/simulation/rail/simulator.ts';
import { prepareStop } from '#server/store/payoutStop.ts';
import { createSecret } from '#server/store/secret.ts';
import { createSecurityLog } from '#server/store/securityLog.ts';
import { openStore, type Store } from '#server/store/store.ts';
import { onEitherDatabase, temporaryFolder, testClock, type Place } from '#tests/support/database.ts';
import { commitWithoutSync } from '#tests/support/freshDatabase.ts';
import { approvedBorrower, consentTo, lendingConfig, OPEN_GATE, savePayoutAccount, type Borrower } from '#tests/support/lendingFixture.ts';
import { floatOf } from '#tests/support/ledgerInvariants.ts';
import { emptyDatabase } from '#tests/support/postgresService.ts';
import { freePort } from '#tests/support/freePort.ts';

/** ms: a payout takes three seconds, and a query is repeated after 15. */
const STEP = 20_000;
const KEY = createSecret(Buffer.alloc(32, 7));

onEitherDatabase((engine) => {
  const clock = testClock();
  let railStore: Store;
  let railApp: FastifyInstance;
  let simulator: Simulator;
  let railUrl: string;
  let port: number;
  let lender: { store: Store; lending: Lending; stop(): Promise<void> };

  async function startOn(place: Place): Promise<typeof lender> {
    const store = await openStore({ ...place, clock });
    store.useSecret(KEY);
    if (!place.databaseUrl) await commitWithoutSync(store);
    await prepareStop(store, clock.now());
    const app = Fastify();
    const access = { ...simulatedAccess(railUrl, '/daraja'), callbackBaseUrl: `http://127.0.0.1:${port}` };
    const rail = createDaraja({ access: () => access, clock, bankPaybill: simulatedBankPaybill });
    const lending = createLending(store, clock, rail, { ...lendingConfig, security: createSecurityLog(store, clock, KEY) });
    await app.register(railCallbacks, { receive: lending.railCallback, isPaybillSecret: async () => false });
    await app.listen({ host: '127.0.0.1', port });
    return {
      store,
      lending,
      async stop() {
        await app.close();
        await store.close();
      },
    };
  }

  async function settleDueWork(): Promise<void> {
    for (let round = 0; round < 20; round++) {
      const [due, railWork] = [await lender.lending.runDue(), await simulator.runDue()];
      expect(due.errors).toEqual([]);
      if (due.sent + due.reconciled + due.callbacks + railWork.payouts + railWork.delivered === 0) return;
    }
  }
  /** Lets time pass in steps, in which payouts arrive and queries are answered. */
  async function pass(ms: number): Promise<void> {
    await settleDueWork();
    for (let rest = ms; rest > 0; rest -= STEP) {
      clock.pass(STEP);
      await settleDueWork();
    }
  }
  const draw = async (b: Borrower): Promise<unknown> =>
    lender.lending.getMoney(b.userId, await consentTo(lender.lending, b.userId, b.orderNo), OPEN_GATE);
  const approved = (): Promise<Borrower> => approvedBorrower(lender.store, lender.lending, clock);
  const statusOf = async (b: Borrower): Promise<number> => (await lender.lending.order(b.userId, b.orderNo)).status;
  const payouts = async (): Promise<number> => (await railStore.db.selectFrom('sim_payout').select('originator_id').execute()).length;
  const verb = (...args: string[]): Promise<string[]> =>
    carryOutPayouts(
      readPayoutsRequest(
        args.filter((arg) => !arg.startsWith('--')),
        { 'statement-compared': args.includes('--statement-compared') },
      ),
      {
        store: lender.store,
        now: clock.now(),
        payouts: lender.lending.heldPayouts,
        security: createSecurityLog(lender.store, clock, KEY),
      },
    );

  beforeAll(async () => {
    railStore = await engine.open(clock);
    simulator = createSimulator({ store: railStore, clock });
    railApp = Fastify();
    await railApp.register(simulator.plugin, { prefix: '/daraja' });
    await railApp.listen({ host: '127.0.0.1', port: 0 });
    railUrl = `http://127.0.0.1:${(railApp.server.address() as AddressInfo).port}`;
    port = await freePort();
  });
  afterAll(async () => {
    await lender?.stop();
    await railApp?.close();
  });

  test('older backup restored after payouts: nothing is paid twice, and the books agree with M-PESA in the end', async () => {
    const place = await engine.place();
    lender = await startOn(place);
    const [queued, later, bank, untouched] = [await approved(), await approved(), await approved(), await approved()];
    await lender.store.tx((tx) =>
      savePayoutAccount(tx, {
        user_id: bank.userId,
        kind: 'bank',
        number: '0123456789',
        bank_code: '68',
        bank_name: 'Equity Bank',
        holder: 'W',
        saved_at: clock.now(),
      }),
    );
    await draw(queued);
    await lender.store.db
      .insertInto('session')
      .values({ token_hash: 'x', user_id: queued.userId, created_at: 0, expires_at: 9e15 })
      .execute();
    const member = { staff_id: 'S1', name: 'Amina Wanjiru', role: 'reviewer', created_at: 0 } as const;
    await lender.store.db.insertInto('staff_member').values(member).execute();
    const staffSession = { token_hash: 'x', staff_id: 'S1', created_at: 0, seen_at: 9e15, ends_at: 9e15 };
    await lender.store.db.insertInto('staff_session').values(staffSession).execute();
    const invitation = { token_hash: 'x', staff_id: 'S1', authenticator_sealed: Buffer.from('x'), expires_at: 9e15 };
    await lender.store.db.insertInto('staff_invitation').values(invitation).execute();
    const file = path.join(temporaryFolder(), 'lender.backup');
    const postgres = (databaseUrl: string | undefined) => (databaseUrl === undefined ? null : { url: databaseUrl, env: process.env });
    const printed = await backUp({ store: lender.store, clock, release: 'test', postgres: postgres(place.databaseUrl) }, file);
    expect(printed[0]).toContain('4 orders');

    // Three payouts after the backup. The restored database does not contain them, or has them as unsent.
    await settleDueWork();
    await draw(later);
    await draw(bank);
    await pass(MINUTE);
    expect([await statusOf(queued), await statusOf(later), await statusOf(bank)]).toEqual(Array(3).fill(STATUS.repaying));
    expect(await payouts()).toBe(3);
    const paid = await floatOf(lender.store);
    await lender.stop();

    const target: Place = { dataDir: temporaryFolder(), databaseUrl: place.databaseUrl && (await emptyDatabase()) };
    const keys = { keys: null, keyFile: null, dataDir: target.dataDir };
    const restored = await restore({ file, keys, clock, postgres: postgres(target.databaseUrl) });
    expect(restored).toEqual({ lines: expect.arrayContaining([expect.stringMatching(/^Payouts are stopped/)]), findings: [] });
    lender = await startOn(target);
    expect(await lender.store.db.selectFrom('session').selectAll().execute(), 'a session may have ended since').toEqual([]);
    for (const table of ['staff_session', 'staff_invitation'] as const)
      expect(await lender.store.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    expect(await lender.store.db.selectFrom('staff_member').select('staff_id').execute()).toEqual([{ staff_id: 'S1' }]);

    await settleDueWork();
    expect(await statusOf(queued), 'M-PESA was asked, and said that it arrived').toBe(STATUS.repaying);
    await draw(later);
    await draw(bank);
    await expect(verb('release')).rejects.toThrow(/^Compare M-PESA's statement of the payouts .* from 2026-06-01 09:/);
    await pass(2 * MINUTE);
    expect([await statusOf(later), await statusOf(bank), await payouts()], 'drawn, and nothing is sent').toEqual([
      STATUS.lending,
      STATUS.lending,
      3,
    ]);
    expect(await verb('release', '--statement-compared')).toEqual(['Payouts are sent again.']);
    await pass(2 * MINUTE);
    expect(
      [await statusOf(later), await statusOf(bank), await payouts()],
      'the wallet is known by its id; a person is asked about the bank',
    ).toEqual([STATUS.repaying, STATUS.lending, 3]);
    const [state, asked] = await verb('show');
    expect(state).toBe('Payouts are sent.');
    const [id = ''] = (asked ?? '').split('  ');
    expect(asked).toContain(bank.orderNo);
    expect(await verb('arrived', id)).toEqual([`${id} has arrived: the loan runs from today.`]);
    expect(await verb('arrived', id), 'the same again').toEqual([
      `${id} was decided before (it arrived, without a receipt); nothing changed.`,
    ]);
    await expect(verb('arrived', id, 'ZZZ1ABCDE9')).rejects.toThrow(`${id} was decided before (it arrived, without a receipt)`);
    expect(await statusOf(bank)).toBe(STATUS.repaying);
    expect(await payouts()).toBe(3);
    expect(await floatOf(lender.store), 'what left the float of the books left that of M-PESA').toBe(paid);
    expect(await checkLedger(lender.store.db)).toEqual([]);

    // A borrower who had not drawn is paid as usual.
    await draw(untouched);
    await pass(MINUTE);
    expect([await statusOf(untouched), await payouts()]).toEqual([STATUS.repaying, 4]);
  });

  test('payouts stopped by an operator: draws wait, and are sent once they are released', async () => {
    expect((await verb('stop'))[0]).toMatch(/^Payouts and returned payments are stopped/);
    const borrower = await approved();
    await draw(borrower);
    await pass(2 * MINUTE);
    const before = await payouts();
    expect([await statusOf(borrower), (await verb('show'))[0]]).toEqual([
      STATUS.lending,
      expect.stringMatching(/^Payouts are stopped since 2026-06-01 /),
    ]);
    expect(await verb('release')).toEqual(['Payouts are sent again.']);
    await pass(MINUTE);
    expect([await statusOf(borrower), await payouts()]).toEqual([STATUS.repaying, before + 1]);
    expect(await verb('release')).toEqual(['Payouts are sent; nothing changed.']);
  });

  test('lender restored with a payout that M-PESA never received: the payout is queried for five minutes, then sent under its id', async () => {
    await verb('stop');
    const borrower = await approved();
    await draw(borrower);
    const before = await payouts();
    await carryOutPayouts(
      { do: 'restored', isCompared: false },
      { store: lender.store, now: clock.now(), payouts: lender.lending.heldPayouts, security: createSecurityLog(lender.store, clock, KEY) },
    );
    await settleDueWork();
    await expect(verb('release', '--statement-compared')).rejects.toThrow(/^M-PESA has not been asked long enough about 1 payout/);
    await pass(6 * MINUTE);
    expect((await verb('show'))[1]).toContain('M-PESA was asked and names no result');
    expect(await verb('release', '--statement-compared')).toEqual(['Payouts are sent again.']);
    await pass(MINUTE);
    expect([await statusOf(borrower), await payouts()]).toEqual([STATUS.repaying, before + 1]);
  });

  test('order that has ended with a debt: is reported by the check of the ledger', async () => {
    const [any] = await lender.store.db
      .selectFrom('loan_order')
      .select(['id', 'order_no'])
      .where('status', '=', STATUS.repaying)
      .limit(1)
      .execute();
    await lender.store.db
      .updateTable('loan_order')
      .set({ status: STATUS.finish })
      .where('id', '=', any?.id ?? 0)
      .execute();
    expect(await checkLedger(lender.store.db)).toEqual([expect.stringMatching(new RegExp(`^Order ${any?.order_no} owes \\d+ cents`))]);
  });
});
