import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { STATUS } from '#machines/model/orderStatus.ts';
import { openParts, readDebt, total, trialBalance } from '#server/books/ledger.ts';
import { systemClock } from '#server/store/clock.ts';
import { createSecret } from '#server/store/secret.ts';
import { openStore } from '#server/store/store.ts';
import { printFigures } from '#tests/support/console.ts';
import { freePort } from '#tests/support/freePort.ts';
import { onBothDatabases, type Place } from '#tests/support/database.ts';
import { startLendingFixture } from '#tests/support/lendingFixture.ts';
import { repetitions } from '#tests/support/effort.ts';
import { seeded } from '#tests/support/hostileRail.ts';
import { KEEP_FIRST_CODE } from '#tests/support/keepFirstCode.ts';
import { stopwatch } from '#tests/support/stopwatch.ts';

const ROUNDS = repetitions({ sample: 2, all: 10 });
const root = path.resolve(import.meta.dirname, '../../..');
const lender = fileURLToPath(new URL('../../support/lenderProcess.ts', import.meta.url));

/** Runs a lender until `enough` returns true, then kills it. @returns the lines of the writes that it acknowledged. */
function liveAndDie(place: Place, port: number, round: number, enough: (lines: string[]) => boolean, delay: number): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child: ChildProcess = spawn(
      process.execPath,
      [KEEP_FIRST_CODE, '--import', 'tsx', lender, place.dataDir, place.databaseUrl ?? '', String(port), String(round)],
      { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let out = '';
    let errors = '';
    let isDying = false;
    const lines = (): string[] => out.split('\n').slice(0, -1);
    child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.stdout?.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (isDying || !enough(lines())) return;
      isDying = true;
      setTimeout(() => child.kill('SIGKILL'), delay);
    });
    child.once('error', reject);
    child.once('close', (code, signal) =>
      signal === 'SIGKILL' ? resolve(lines()) : reject(new Error(`the lender ended by itself (${code}): ${errors}`)),
    );
  });
}

onBothDatabases((engine) => {
  test(`lender, killed ${ROUNDS} times during money movement: loses no acknowledged write, and the books balance`, async () => {
    const took = stopwatch();
    const place = await engine.place();
    const port = await freePort();
    const random = seeded(11);
    const acknowledged: [string, string][] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const writes = 2 + Math.floor(random() * 8);
      const lines = await liveAndDie(place, port, round, (said) => said.length > writes, Math.floor(random() * 60));
      acknowledged.push(...lines.map((line) => line.split(' ') as [string, string]));
    }

    const store = await openStore({ ...place, clock: systemClock });
    store.useSecret(createSecret(Buffer.alloc(32, 7)));
    try {
      const of = (what: string): string[] => acknowledged.filter(([word]) => word === what).map(([, id]) => id);
      const orders = await store.db.selectFrom('loan_order').select(['id', 'order_no', 'status']).execute();
      const statusOf = new Map(orders.map((order) => [order.order_no, order.status]));
      const intents = new Map(
        (await store.db.selectFrom('rail_intent').select(['id', 'state']).execute()).map((intent) => [intent.id, intent.state]),
      );
      const prompts = new Map(
        (await store.db.selectFrom('sim_prompt').select(['checkout_id', 'state']).execute()).map((prompt) => [
          prompt.checkout_id,
          prompt.state,
        ]),
      );
      const lost = [
        ...of('approved').filter((no) => !statusOf.has(no)),
        ...of('drawn').filter((no) => ![STATUS.lending, STATUS.repaying, STATUS.finish].some((status) => status === statusOf.get(no))),
        ...of('pushed').filter((id) => !intents.has(id)),
        ...of('paid').filter((id) => intents.get(id) !== 'OK'),
        ...of('answered').filter((id) => prompts.get(id) !== 'paid'),
      ];
      expect(lost).toEqual([]);
      expect(await trialBalance(store.db)).toBe(0);

      // The restarted lender and rail finish all open work.
      let now = systemClock.now();
      const clock = { now: () => now, pass: (ms: number) => void (now += ms), set: (at: number) => void (now = at) };
      const fixture = await startLendingFixture(store, clock, {}, port);
      try {
        for (let minute = 0; minute < 15; minute++) {
          await fixture.settleDueWork();
          clock.pass(60_000);
        }
        await fixture.settleDueWork();
      } finally {
        await fixture.close();
      }
      const open = await store.db
        .selectFrom('rail_intent')
        .select(['id', 'kind', 'state'])
        .where('state', 'in', ['NEW', 'SENT', 'UNKNOWN'])
        .execute();
      expect(open).toEqual([]);
      const paid = await store.db.selectFrom('sim_prompt').select(['receipt', 'amount']).where('state', '=', 'paid').execute();
      const booked = await store.db
        .selectFrom('journal as j')
        .innerJoin('rail_intent as i', 'i.id', 'j.ref')
        .select('i.receipt')
        .where('j.kind', '=', 'repayment.mpesa')
        .execute();
      expect(booked.map((row) => row.receipt).sort()).toEqual(paid.map((row) => row.receipt).sort());
      const payouts = await store.db.selectFrom('sim_payout').select('originator_id').where('state', '=', 'paid').execute();
      const lent = await store.db.selectFrom('journal').select('ref').where('kind', '=', 'disbursement').execute();
      expect(lent.map((row) => row.ref).sort()).toEqual(payouts.map((row) => row.originator_id).sort());
      expect(await trialBalance(store.db)).toBe(0);
      const owed = await Promise.all(orders.map(async ({ id }) => total(openParts(await readDebt(store.db, id)))));
      expect(owed.reduce((a, b) => a + b, 0)).toBe(lent.length * 537_400 - paid.length * 100_000);

      printFigures(
        `kill -9 on ${engine.name}: ${ROUNDS} kills, ${acknowledged.length - ROUNDS} acknowledged writes, ${lost.length} lost; ${lent.length} payouts and ${paid.length} payments booked once each; ledger sum 0; ${took()}`,
      );
    } finally {
      await store.close();
    }
  });
});
