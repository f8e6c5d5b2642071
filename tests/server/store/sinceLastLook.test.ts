import { expect, beforeAll, test } from 'vitest';
import { DAY, MINUTE } from '#machines/model/calendar.ts';
import { sinceLastLook } from '#server/store/sinceLastLook.ts';
import type { Store } from '#server/store/store.ts';
import { onBothDatabases, testClock } from '#tests/support/database.ts';

const NOW = Date.parse('2026-05-01T09:00:00Z');

onBothDatabases((engine) => {
  let store: Store;
  beforeAll(async () => {
    store = await engine.open(testClock());
  });
  const fromOf = (name: string, until: number): Promise<number> => sinceLastLook(store.db, name, until, (from) => Promise.resolve(from));

  test('first look: begins before every event, the next ones ten minutes before the last', async () => {
    expect(await fromOf('a', NOW)).toBeLessThan(0);
    expect(await fromOf('a', NOW + MINUTE)).toBe(NOW - 10 * MINUTE);
    expect(await fromOf('a', NOW + 2 * MINUTE)).toBe(NOW - 9 * MINUTE);
    expect(await fromOf('b', NOW)).toBeLessThan(0);
  });

  test('look that failed: is repeated', async () => {
    await fromOf('fails', NOW);
    const refused = sinceLastLook(store.db, 'fails', NOW + DAY, () => Promise.reject(new Error('refused')));
    await expect(refused).rejects.toThrow('refused');
    expect(await fromOf('fails', NOW + DAY)).toBe(NOW - 10 * MINUTE);
  });

  test('clock of another process that is a little behind: moves nothing back', async () => {
    await fromOf('behind', NOW);
    expect(await fromOf('behind', NOW - MINUTE)).toBe(NOW - 10 * MINUTE);
    expect(await fromOf('behind', NOW + MINUTE)).toBe(NOW - 10 * MINUTE);
  });

  test('clock that was days ahead and was set back: everything is seen again once', async () => {
    await fromOf('ahead', NOW + 30 * DAY);
    expect(await fromOf('ahead', NOW)).toBe(0);
    expect(await fromOf('ahead', NOW + MINUTE)).toBe(NOW - 10 * MINUTE);
  });
});
