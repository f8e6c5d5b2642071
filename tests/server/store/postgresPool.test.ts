/** What the sessions of the store are set to. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '#server/store/clock.ts';
import { openStore, type Store } from '#server/store/store.ts';
import { postgresDatabase } from '#tests/support/postgresService.ts';

let store: Store;
beforeAll(async () => {
  store = await openStore({ dataDir: '', databaseUrl: await postgresDatabase(), clock: systemClock });
});
afterAll(() => store?.close());

test('session of the store: PostgreSQL does not compile its statements', async () => {
  const { rows } = await sql<{ jit: string }>`select current_setting('jit') as jit`.execute(store.db);
  expect(rows).toEqual([{ jit: 'off' }]);
});
