/** The connections to PostgreSQL: how long they stay open, and what their sessions are set to. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { systemClock } from '#server/store/clock.ts';
import { openStore, type Store } from '#server/store/store.ts';
import { postgresDatabase } from '#tests/support/postgresService.ts';

const MINUTE = 60_000;

let store: Store;
beforeAll(async () => {
  store = await openStore({ dataDir: '', databaseUrl: await postgresDatabase(), clock: systemClock });
});
afterEach(() => vi.useRealTimers());
afterAll(() => store?.close());

test('session of the store: PostgreSQL does not compile its statements', async () => {
  const { rows } = await sql<{ jit: string }>`select current_setting('jit') as jit`.execute(store.db);
  expect(rows).toEqual([{ jit: 'off' }]);
});

test('connection that nothing uses: stays open for minutes, then it is closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await sql`select 1`.execute(store.db);
  const { open } = store.pool();
  expect(open).toBeGreaterThan(0);
  vi.advanceTimersByTime(5 * MINUTE);
  expect(store.pool().open).toBe(open);
  vi.advanceTimersByTime(10 * MINUTE);
  expect(store.pool().open).toBeLessThan(open);
});
