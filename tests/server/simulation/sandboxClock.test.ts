/** The clock that several processes of one sandbox share. */
import type { KyselyPlugin } from 'kysely';
import { expect, it } from 'vitest';
import { createSandboxClock } from '#server/simulation/sandbox/sandboxClock.ts';
import type { Db, Store } from '#server/store/store.ts';
import { onDatabase } from '#tests/support/database.ts';

/** The same database, but the results of statements are held until `release` is called. */
function slow({ db }: Store): { db: Db; hasFound: Promise<void>; release(): void } {
  let found = (): void => undefined;
  let release = (): void => undefined;
  const hasFound = new Promise<void>((resolve) => (found = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      found();
      await released;
      return result;
    },
  };
  return { db: db.withPlugin(plugin), hasFound, release: () => release() };
}

onDatabase('postgres', (engine) => {
  it('clock, offset read before it was moved and answered after: is not turned back', async () => {
    const store = await engine.open();
    const clock = createSandboxClock(() => 0);
    const late = slow(store);
    const loaded = clock.load(late);
    await late.hasFound;
    await clock.advance(store, 60_000);
    late.release();
    await loaded;
    expect(clock.now()).toBe(60_000);
  });

  it('clock, moved by another process: follows it, also when it is removed', async () => {
    const store = await engine.open();
    const clock = createSandboxClock(() => 0);
    const other = createSandboxClock(() => 0);
    await other.advance(store, 5_000);
    await other.advance(store, 1_000);
    await clock.load(store);
    expect(clock.now()).toBe(6_000);
    await store.db.deleteFrom('setting').execute();
    await clock.load(store);
    expect(clock.now()).toBe(0);
  });
});
