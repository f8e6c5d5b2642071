/** A store on PostgreSQL whose connection breaks: which changes are committed, and the error that the caller gets. */
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemClock } from '#server/store/clock.ts';
import { DatabaseUnavailable } from '#server/store/availability.ts';
import { pipelineCommit } from '#server/store/pipeline.ts';
import { openStore, type Store, type Tx } from '#server/store/store.ts';
import { openDatabaseLink, type DatabaseLink } from '#tests/support/databaseLink.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { postgresDatabase } from '#tests/support/postgresService.ts';

describe('a store on PostgreSQL', () => {
  // A dozen connections at once take long on a busy machine, and must not count as a lost database.
  const LIMITS = { connection: 4_000, statement: 300, silence: 600, idleTransaction: 60_000 };
  let link: DatabaseLink;
  let store: Store;

  beforeAll(async () => {
    link = await openDatabaseLink(await postgresDatabase());
    store = await openStore({ dataDir: '', databaseUrl: link.url, clock: systemClock, limits: LIMITS });
  });
  afterAll(async () => {
    await store?.close();
    await link?.close();
  });

  /** Without it a write waits for `begin`, and is not sent with the commit. */
  const begun = (tx: Tx) => sql`select 1`.execute(tx);
  const setting = (key: string) => ({ key, value: JSON.stringify(key) });
  const isKept = async (key: string): Promise<boolean> =>
    (await store.db.selectFrom('setting').select('key').where('key', '=', key).execute()).length > 0;

  test('store, answer to a commit lost: rejects with DatabaseUnavailable, because the outcome is unknown', async () => {
    let runs = 0;
    const work = store.tx(async (tx) => {
      runs++;
      await tx.insertInto('setting').values(setting('committed')).execute();
      link.loseAnswerTo('commit');
    });
    await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(runs).toBe(1);
    await vi.waitFor(async () => expect(await isKept('committed')).toBe(true), PATIENCE);
  });

  test('store, answer lost to a write that was sent with its commit: rejects with DatabaseUnavailable, and the work does not run again', async () => {
    let runs = 0;
    const work = store.tx(async (tx) => {
      runs++;
      await begun(tx);
      link.loseAnswerTo('sent with commit');
      await pipelineCommit(tx, [tx.insertInto('setting').values(setting('sent with commit')).compile()]);
    });
    await expect(work).rejects.toMatchObject({ name: 'DatabaseUnavailable', hadNoEffect: false });
    expect(runs).toBe(1);
    await vi.waitFor(async () => expect(await isKept('sent with commit')).toBe(true), PATIENCE);
  });

  test('store, error that ends the session arrives before the commit that was sent is answered: the work does not run again', async () => {
    let runs = 0;
    // The error of a pooler whose server was lost looks the same, and the commit may have taken effect.
    const work = store.tx(async (tx) => {
      runs++;
      await begun(tx);
      await pipelineCommit(tx, [sql`select pg_terminate_backend(pg_backend_pid())`.compile(tx)]);
    });
    await expect(work).rejects.toMatchObject({ name: 'DatabaseUnavailable', hadNoEffect: false });
    expect(runs).toBe(1);
  });

  test('store, answer to a statement lost once: the transaction runs again and is committed once', async () => {
    let runs = 0;
    await store.tx(async (tx) => {
      if (++runs === 1) link.loseAnswerTo('unanswered');
      await tx.insertInto('setting').values(setting('unanswered')).execute();
    });
    expect(runs).toBe(2);
    expect(await isKept('unanswered')).toBe(true);
  });

  test('store, work continues after its connection was lost, each time: the transaction fails', async () => {
    const work = store.tx(async (tx) => {
      // Matches the value, because a prepared statement is sent without its text.
      link.loseAnswerTo('ignored');
      await tx
        .insertInto('setting')
        .values(setting('ignored'))
        .execute()
        .catch(() => undefined);
      return 'done';
    });
    await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(await isKept('ignored')).toBe(false);
  });

  test('store, work continues after a failed statement: the commit rejects', async () => {
    const work = store.tx(async (tx) => {
      await tx.insertInto('setting').values(setting('rolled back')).execute();
      await tx
        .insertInto('setting')
        .values(setting('rolled back'))
        .execute()
        .catch(() => undefined);
    });
    await expect(work).rejects.toThrow('rolled back instead of committed');
    expect(await isKept('rolled back')).toBe(false);
  });

  test('store, statement waits too long for a lock: fails, and the connection stays', async () => {
    await store.db.insertInto('setting').values(setting('locked')).execute();
    const other = new pg.Client({ connectionString: link.url });
    await other.connect();
    try {
      await other.query('begin');
      await other.query(`select 1 from setting where key = 'locked' for update`);
      const waiting = store.db.deleteFrom('setting').where('key', '=', 'locked').execute();
      await expect(waiting).rejects.toThrow('statement timeout');
    } finally {
      await other.end();
    }
    expect(store.availability.isLost()).toBe(false);
    expect(await isKept('locked')).toBe(true);
  });

  test('store, database stops answering in a transaction: the call ends in time, and the transaction is never committed', async () => {
    const changes: string[] = [];
    store.availability.subscribe(({ is }) => changes.push(is));
    const work = store.tx(async (tx) => {
      await tx.insertInto('setting').values(setting('silent')).execute();
      link.fallSilent();
      await tx.insertInto('setting').values(setting('silent too')).execute();
    });
    await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable);
    await expect(store.ping()).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(store.availability.isLost()).toBe(true);

    link.speak();
    await vi.waitFor(() => store.ping(), PATIENCE);
    // Every connection of the pool commits something, so that one with an open transaction would show.
    await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        store.tx((tx) =>
          tx
            .insertInto('setting')
            .values(setting(`after ${i}`))
            .execute(),
        ),
      ),
    );
    expect(await isKept('silent')).toBe(false);
    expect(store.availability.isLost()).toBe(false);
    expect(changes).toEqual(['lost', 'back']);
  });

  test('store, closed while the database does not answer: closes in time', async () => {
    const other = await openStore({ dataDir: '', databaseUrl: link.url, clock: systemClock, limits: LIMITS });
    await other.ping();
    const busy = other.tx(async () => link.fallSilent());
    const failed = expect(busy).rejects.toBeInstanceOf(DatabaseUnavailable);
    await Promise.all([failed, other.close()]);
    link.speak();
  });
});
