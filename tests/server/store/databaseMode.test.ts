import { describe, expect, it } from 'vitest';
import { CannotStart } from '#server/store/cannotStart.ts';
import type { DatabaseMode } from '#server/store/databaseMode.ts';
import { openStore, type Store } from '#server/store/store.ts';
import { writeSetting } from '#server/store/storedSettings.ts';
import { onEitherDatabase, onPostgres, testClock, type Place } from '#tests/support/database.ts';
import { newBorrower } from '#tests/support/lendingFixture.ts';
import { startLender } from '#tests/support/testLender.ts';

const open = (place: Place, mode?: DatabaseMode): Promise<Store> => openStore({ ...place, clock: testClock(), ...(mode ? { mode } : {}) });

const REFUSED: Readonly<Record<DatabaseMode, RegExp>> = {
  production: /^This database was written by a sandbox, .* production needs a database of its own, .*\.$/,
  sandbox: /^This database was written by a lender in production: .*\.$/,
};

onEitherDatabase((engine) => {
  describe('a database', () => {
    it.each([
      ['sandbox', 'production'],
      ['production', 'sandbox'],
    ] as const)(
      'database that a %s has opened first: is refused in %s with one sentence, and nothing is written',
      async (first, second) => {
        const place = await engine.place();
        await (await open(place, first)).close();
        const refused = await open(place, second).catch((error: unknown) => error);
        expect(refused).toBeInstanceOf(CannotStart);
        expect((refused as Error).message).toMatch(REFUSED[second]);
        const again = await open(place, first);
        expect(await again.db.selectFrom('setting').selectAll().execute()).toEqual([{ key: 'database.mode', value: first }]);
        await again.close();
      },
    );

    it.each<[DatabaseMode, string, (store: Store) => Promise<unknown>]>([
      ['sandbox', 'a simulator', ({ db }) => db.insertInto('sim_setting').values({ key: 'paybillUrl', value: '"x"' }).execute()],
      ['sandbox', 'a wallet', ({ db }) => db.insertInto('sim_wallet').values({ msisdn: '254712345678', pin: '1', balance: 1 }).execute()],
      ['sandbox', 'an inbox', ({ db }) => db.insertInto('sandbox_sms').values({ msisdn: '254712345678', text: 'x', at: 1 }).execute()],
      ['sandbox', 'a moved clock', ({ db }) => writeSetting(db, 'sandbox.ahead', 1)],
      ['production', 'a borrower', (store) => newBorrower(store, 1)],
    ])('database of a release without the mark, written by a %s with %s: is recognised by this', async (mode, _, write) => {
      const place = await engine.place();
      const before = await open(place);
      await write(before);
      await before.close();
      const other = mode === 'sandbox' ? 'production' : 'sandbox';
      await expect(open(place, other)).rejects.toThrow(REFUSED[other]);
      await (await open(place, mode)).close();
    });

    it('database in which nobody has written: is opened in either mode', async () => {
      for (const mode of ['sandbox', 'production'] as const) await (await open(await engine.place(), mode)).close();
    });
  });
});

onPostgres((engine) => {
  it('sandbox and production that open one new database at once: exactly one of them starts', async () => {
    const place = await engine.place();
    const started = await Promise.allSettled([open(place, 'sandbox'), open(place, 'production')]);
    expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of started) if (one.status === 'fulfilled') await one.value.close();
  });
});

it('sandbox, reset: its database is still that of a sandbox', async () => {
  const lender = await startLender();
  try {
    await lender.sandbox.do('/reset', {});
    const { db } = lender.inside().store;
    expect(await db.selectFrom('setting').selectAll().execute()).toContainEqual({ key: 'database.mode', value: 'sandbox' });
  } finally {
    await lender.stop();
  }
});
