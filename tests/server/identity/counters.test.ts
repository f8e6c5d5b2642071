/** Counters and their limits: exact with concurrent counts, restarts and several processes; and the limits of callers. */
import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { createBorrowers } from '#server/identity/borrowers.ts';
import { createCallerLimits, type CallerLimits } from '#server/identity/callerLimits.ts';
import { createCounters, createLimiter, type Counters, type Limit } from '#server/identity/counters.ts';
import { DEFAULT_LIMITS, limitsOf } from '#server/identity/limitTable.ts';
import { createSecret } from '#server/store/secret.ts';
import type { Store } from '#server/store/store.ts';
import { testSessions } from '#tests/support/testSessions.ts';
import { onBothDatabases, testClock, type TestClock } from '#tests/support/database.ts';

const secret = createSecret(Buffer.alloc(32, 7));
const LIMIT: Limit = { name: 'a limit', span: 10 * MINUTE, most: 3 };
const TOO_MANY = (minutes: number): Error => expect.objectContaining({ code: CODE.tooManyRequests, params: { minutes } }) as Error;

onBothDatabases((engine) => {
  let store: Store;
  let clock: TestClock;
  let counters: Counters;

  beforeEach(async () => {
    clock ??= testClock();
    store ??= await engine.open(clock);
    counters ??= createCounters(store, clock, secret);
    clock.pass(2 * HOUR);
  });

  describe('a counter', () => {
    it('counts above the limit: are refused until the window ends, for one key', async () => {
      const limiter = createLimiter(counters, LIMIT);
      for (let n = 0; n < 3; n++) await limiter.count('a');
      clock.pass(3 * MINUTE);
      await expect(limiter.count('a')).rejects.toEqual(TOO_MANY(7));
      await limiter.count('b');
      await createLimiter(counters, { ...LIMIT, name: 'another limit' }).count('a');
      clock.pass(7 * MINUTE);
      await limiter.count('a');
    });

    it('counter, lender started again: keeps its count', async () => {
      for (let n = 0; n < 3; n++) await counters.count(LIMIT, 'restart');
      await expect(createCounters(store, clock, secret).refuseAbove(LIMIT, 'restart')).rejects.toEqual(TOO_MANY(10));
    });

    it('counter, forty counts at once: each gets another number', async () => {
      const counts = await Promise.all(Array.from({ length: 40 }, () => counters.count(LIMIT, 'at once')));
      expect(counts.map(({ counted }) => counted).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
    });

    it('counter, transaction that fails: is not changed', async () => {
      const failing = store.tx(async (tx) => {
        await counters.count(LIMIT, 'undone', tx);
        throw new Error('undone');
      });
      await expect(failing).rejects.toThrow('undone');
      expect(await counters.read(LIMIT, 'undone')).toBe(0);
    });

    it('counter, clock of another process a little behind: uses the same window', async () => {
      await counters.count(LIMIT, 'behind');
      clock.pass(-5);
      expect(await counters.read(LIMIT, 'behind')).toBe(1);
      expect(await counters.count(LIMIT, 'behind')).toMatchObject({ counted: 2 });
      clock.pass(5);
    });

    it('counter, clock set back: begins a new window', async () => {
      clock.pass(HOUR);
      for (let n = 0; n < 3; n++) await counters.count(LIMIT, 'ahead');
      clock.pass(-HOUR);
      expect(await counters.read(LIMIT, 'ahead')).toBe(0);
      expect(await counters.refuseAbove(LIMIT, 'ahead')).toMatchObject({ counted: 1 });
    });

    it('counter, window over: its row is deleted, others stay, and no row names the counted person', async () => {
      await counters.deleteExpired();
      await counters.count(LIMIT, '254712345678');
      clock.pass(9 * MINUTE);
      await counters.count(LIMIT, '203.0.113.7');
      clock.pass(MINUTE);
      expect(JSON.stringify(await store.db.selectFrom('counter').selectAll().execute())).not.toMatch(/254712345678|203\.0\.113/);
      expect(await counters.deleteExpired()).toBe(1);
      expect(await counters.read(LIMIT, '203.0.113.7')).toBe(1);
    });
  });

  describe('limits of callers', () => {
    const settings = { ...DEFAULT_LIMITS, lookupsPerAddress: 4, triesPerAddress: 4, lookupsPerDevice: 2, triesPerDevice: 2 };
    let limits: CallerLimits;
    let addresses = 0;
    const at = (address: string, device: string | null) => ({ address, device });

    beforeEach(() => {
      limits = createCallerLimits(store, secret, counters, limitsOf(settings));
      addresses += 1;
    });

    it.each([
      ['lookups', (caller: ReturnType<typeof at>) => limits.lookup(caller), 10],
      ['typed codes', (caller: ReturnType<typeof at>) => limits.codeTry(caller, null), 60],
    ])('limit of %s, one installation from many addresses: counts them together', async (_, count, minutes) => {
      for (let n = 0; n < 2; n++) await count(at(`10.0.${addresses}.${n}`, `device ${addresses}`));
      await expect(count(at(`10.0.${addresses}.9`, `device ${addresses}`))).rejects.toEqual(TOO_MANY(minutes));
    });

    it.each([
      ['lookups', (caller: ReturnType<typeof at>) => limits.lookup(caller), 10],
      ['typed codes', (caller: ReturnType<typeof at>) => limits.codeTry(caller, null), 60],
    ])(
      'limit of %s, many installations behind one address: share the limit of the address, except installations that were signed in before',
      async (_, count, minutes) => {
        const address = `10.1.${addresses}.1`;
        const known = `known ${addresses}`;
        await store.tx(async (tx) => {
          const { id } = await createBorrowers(store, clock, secret).register(
            tx,
            `2547190${String(addresses).padStart(5, '0')}${engine.name.length}`.slice(0, 12),
            null,
          );
          await testSessions(store, clock).grant(tx, id, { device: known, deviceName: '', challenge: null, isRegistration: true });
        });
        for (let n = 0; n < 4; n++) await count(at(address, n === 0 ? null : `new ${addresses} ${n}`));
        await expect(count(at(address, `new ${addresses} 9`))).rejects.toEqual(TOO_MANY(minutes));
        await expect(count(at(address, null))).rejects.toEqual(TOO_MANY(minutes));
        await count(at(address, known));
      },
    );
  });
});
