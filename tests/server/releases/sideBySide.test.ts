/**
 * The last release and this one on one PostgreSQL, while one replaces the other, and back. Each release brings the journey of its
 * own tests. See docs/decisions/0103-old-pages-are-served-for-thirty-days.md.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { migrations } from '#server/store/migrations/index.ts';
import { openStore } from '#server/store/store.ts';
import { systemClock } from '#server/store/clock.ts';
import { doneMigrations } from '#server/store/migrate.ts';
import { printFigures } from '#tests/support/console.ts';
import { journeyOf, lastRelease, startRelease, storedReleases, type ReleasedLender } from '#tests/support/lastRelease.ts';
import { emptyDatabase } from '#tests/support/postgresService.ts';
import { startRoundRobin } from '#tests/support/roundRobin.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';
import { contract, type Call, type CallName } from '#src/api/contract.ts';
import * as present from '../../releases/releaseJourney.ts';

const started: { stop(): Promise<unknown> }[] = [];
afterAll(async () => {
  for (const one of started.toReversed()) await one.stop();
});

const keys = { DATA_KEYS: 'ab'.repeat(32) };
const startLast = async (databaseUrl: string): Promise<ReleasedLender> => {
  const lender = await startRelease(await lastRelease(), { ...keys, DATABASE_URL: databaseUrl });
  started.push(lender);
  return lender;
};
const startThis = async (databaseUrl: string): Promise<TestLender> => {
  const lender = await startLender({ process: true, databaseUrl, env: keys });
  started.push(lender);
  return lender;
};

const repaid = { status: present.REPAID, ledgerSum: 0, owed: 0 };

describe('last release and this one on one database', () => {
  it('exchange and way back: every journey of either release ends with a repaid loan, whichever lender answers', async () => {
    const release = await lastRelease();
    const last = await journeyOf(release);
    const databaseUrl = await emptyDatabase();

    const before = await startLast(databaseUrl);
    expect(await last.borrowAndRepay(before.url, '254711000001'), 'the last release alone').toMatchObject(repaid);

    const after = await startThis(databaseUrl);
    expect(await before.isReady(), 'the last release, after the migrations of this one').toBe(true);
    const proxy = await startRoundRobin([before.url, after.url]);
    started.push({ stop: () => proxy.close() });
    expect(await last.borrowAndRepay(proxy.url, '254711000002'), 'its page, every other request to this release').toMatchObject(repaid);
    expect(await present.borrowAndRepay(proxy.url, '254711000003'), 'the page of this release').toMatchObject(repaid);
    for (const url of [before.url, after.url]) expect(proxy.sentTo(url)).toBeGreaterThan(30);
    expect(proxy.unanswered()).toBe(0);

    expect((await before.stop()).code).toBe(0);
    expect(await last.borrowAndRepay(after.url, '254711000004'), 'an old page, when only this release is left').toMatchObject(repaid);

    expect(await after.pause()).toBe(0);
    const again = await startLast(databaseUrl);
    expect(await last.borrowAndRepay(again.url, '254711000005'), 'the way back, on the present schema').toMatchObject(repaid);
    expect((await again.stop()).code).toBe(0);

    const store = await openStore({ dataDir: '', databaseUrl, clock: systemClock, asItIs: true });
    const names = (await doneMigrations(store.db)).map(({ name }) => name);
    await store.close();
    expect(names).toEqual(migrations.map(({ name }) => name));
    printFigures(`${release.version} and this one: ${migrations.length - release.migrations.length} migrations apart, 5 loans repaid`);
  });

  it('migrations of a stored release: all exist, because a migration that has run is never removed', async () => {
    const names = new Set(migrations.map(({ name }) => name));
    for (const { version, migrations: theirs } of await storedReleases())
      expect(
        theirs.filter((name) => !names.has(name)),
        version,
      ).toEqual([]);
  });

  it('calls of a stored release, which its pages send for thirty days: are answered as it sends them', async () => {
    const now = (name: string) => {
      const { method, base, path, encoding, signedIn }: Call = contract[name as CallName];
      return { method, address: base + path, encoding, signedIn };
    };
    for (const { version, calls } of await storedReleases()) {
      expect(
        Object.keys(calls).filter((name) => !(name in contract)),
        version,
      ).toEqual([]);
      for (const [name, call] of Object.entries(calls)) expect(now(name), `${version} ${name}`).toEqual(call);
    }
  });
});
