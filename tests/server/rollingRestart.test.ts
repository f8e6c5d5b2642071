/**
 * Restarts under load: a new process is ready before the old one is stopped, and a proxy sends requests only to ready processes.
 * No request may fail, and no acknowledged change may be lost or made twice.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { MINUTE } from '#machines/model/calendar.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { trialBalance } from '#server/books/ledger.ts';
import { createLending } from '#server/lending/createLending.ts';
import { systemClock } from '#server/store/clock.ts';
import { markMode } from '#server/store/databaseMode.ts';
import { createSecret } from '#server/store/secret.ts';
import { openStore, type Store } from '#server/store/store.ts';
import { printFigures } from '#tests/support/console.ts';
import { repetitions } from '#tests/support/effort.ts';
import { approvedBorrower, lendingConfig, type Borrower } from '#tests/support/lendingFixture.ts';
import { until } from '#tests/support/patience.ts';
import { postgresDatabase } from '#tests/support/postgresService.ts';
import { startRoundRobin } from '#tests/support/roundRobin.ts';
import { createScriptedRail } from '#tests/support/scriptedRail.ts';
import { grantSession, testSessions } from '#tests/support/testSessions.ts';
import { freePort } from '#tests/support/freePort.ts';
import { behind, startLender, type Phone, type TestLender } from '#tests/support/testLender.ts';

const RESTARTS = repetitions({ sample: 1, all: 10 });
const KEY = Buffer.alloc(32, 7);
const deviceOf = (userId: number): string => `phone-of-borrower-number-${userId}`;

/** A lender in a process of its own, and the address of its readiness. */
interface Slot {
  lender: TestLender;
  readyUrl: string;
}

const open = new Set<Slot>();
afterAll(async () => {
  for (const { lender } of open) await lender.stop();
});

async function start(databaseUrl: string): Promise<Slot> {
  const monitorPort = await freePort();
  const env = { DATA_KEYS: KEY.toString('hex'), MONITOR_PORT: String(monitorPort), STOP_DELAY: '1' };
  const slot = { lender: await startLender({ process: true, databaseUrl, env }), readyUrl: `http://127.0.0.1:${monitorPort}/readyz` };
  open.add(slot);
  return slot;
}

const isReady = ({ readyUrl }: Slot): Promise<boolean> =>
  fetch(readyUrl).then(
    ({ ok }) => ok,
    () => false,
  );

/** Borrowers with an offer to draw, each on a trusted phone, so that no code is needed. */
async function prepareBorrowers(store: Store, count: number): Promise<(Borrower & { token: string })[]> {
  const secret = createSecret(KEY);
  store.useSecret(secret);
  const sessions = testSessions(store, systemClock);
  const rail = createScriptedRail(() => 0);
  const lending = createLending(store, systemClock, rail, lendingConfig);
  const borrowers: (Borrower & { token: string })[] = [];
  for (let n = 0; n < count; n++) {
    const borrower = await approvedBorrower(store, lending, systemClock);
    const device = secret.mac('device', deviceOf(borrower.userId)).toString('hex');
    borrowers.push({ ...borrower, token: await grantSession(store, sessions, borrower.userId, { device, isRegistration: true }) });
  }
  await markMode(store.db, 'sandbox');
  return borrowers;
}

describe('lenders that are replaced one after the other', () => {
  it(`restarts under load (${RESTARTS}): no request fails, and every loan that was drawn is paid out once`, async () => {
    const databaseUrl = await postgresDatabase();
    const store = await openStore({ dataDir: '', databaseUrl, clock: systemClock });
    const borrowers = await prepareBorrowers(store, RESTARTS + 1);
    let slots = [await start(databaseUrl)];
    const proxy = await startRoundRobin([]);
    const front = behind(proxy.url, (slots[0] as Slot).lender);
    const failures: unknown[] = [];
    let answered = 0;
    let isOver = false;

    /** As a proxy checks its servers: several times within the delay of a stop. */
    const checkReadiness = async (): Promise<void> => {
      const checked = slots;
      const areReady = await Promise.all(checked.map(isReady));
      proxy.use(checked.filter((_, n) => areReady[n]).map(({ lender }) => lender.url));
    };
    const checking = (async () => {
      while (!isOver) {
        await checkReadiness();
        await sleep(50);
      }
    })();

    const phones: Phone[] = borrowers.map(({ userId, token }) => Object.assign(front.phone({ device: () => deviceOf(userId) }), { token }));
    const repeat = async (ask: () => Promise<unknown>): Promise<void> => {
      while (!isOver) {
        await ask().then(
          () => answered++,
          (error: unknown) => failures.push(error),
        );
        await sleep(10);
      }
    };
    const draw = async (n: number): Promise<void> => {
      const [phone, borrower] = [phones[n], borrowers[n]];
      if (!phone || !borrower) throw new Error('no borrower');
      const { orderNo } = borrower;
      const { agreementVersion, terms } = await phone.call('confirmProductInfo', { orderNo });
      await phone.call('getMoney', { orderNo, agreementVersion, sent: terms.sent, owed: terms.owed });
    };

    try {
      await checkReadiness();
      const load = phones.slice(0, 3).flatMap((phone) => [
        repeat(() => phone.call('latestOrder', {})),
        // The phone does not retry this call, because it is declared as a change.
        repeat(() => phone.call('existsByMobile', { mobile: '254700000000' })),
      ]);
      for (let restart = 0; restart < RESTARTS; restart++) {
        const [old] = slots;
        if (!old) throw new Error('no lender');
        const next = await start(databaseUrl);
        await until(
          () => isReady(next),
          () => 'the new lender is not ready',
        );
        slots = [old, next];
        const before = answered;
        await until(
          () => answered > before + 10,
          () => 'nothing is answered',
        );
        // The payout of this draw is queued while the lender that answers is being stopped.
        const drawn = draw(restart);
        const stopped = old.lender.pause();
        await drawn;
        expect(await stopped).toBe(0);
        slots = [next];
      }
      await draw(RESTARTS);
      isOver = true;
      await Promise.all([...load, checking]);
      expect(failures).toEqual([]);
      expect(proxy.unanswered()).toBe(0);

      for (let minute = 0; minute < 5; minute++) await front.sandbox.advance(MINUTE);
      const statuses = await store.db.selectFrom('loan_order').select('status').execute();
      expect(statuses.map(({ status }) => status)).toEqual(borrowers.map(() => STATUS.repaying));
      const payouts = await store.db.selectFrom('sim_payout').select(['originator_id', 'state']).execute();
      expect(payouts.map(({ state }) => state)).toEqual(borrowers.map(() => 'paid'));
      expect(await store.db.selectFrom('outbox').select('id').where('done_at', 'is', null).execute()).toEqual([]);
      expect(await trialBalance(store.db)).toBe(0);
      printFigures(
        `rolling restarts: ${RESTARTS}, ${answered} calls answered, ${failures.length} failed, ${payouts.length} loans paid out once`,
      );
    } finally {
      isOver = true;
      await checking.catch(() => undefined);
      await proxy.close();
      await store.close();
    }
  });

  it('lender being stopped: is not ready before it refuses requests, and closes connections after their answers', async () => {
    const env = { MONITOR_PORT: '0', STOP_DELAY: '1' };
    const lender = await startLender({ env });
    const { monitorPort, close } = lender.inside();
    const readyUrl = `http://127.0.0.1:${monitorPort}/readyz`;
    const read = () => fetch(`${lender.url}/sandbox/api/state`);
    expect((await read()).headers.get('connection')).not.toBe('close');
    const stopped = close();
    expect((await fetch(readyUrl)).status).toBe(503);
    const answer = await read();
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    await stopped;
    await expect(read()).rejects.toThrow();
    await lender.stop();
  });
});
