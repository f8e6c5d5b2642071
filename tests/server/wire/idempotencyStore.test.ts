/** The idempotency store on both databases: which answer a repeated request gets, and for how long. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSecret } from '#server/store/secret.ts';
import type { Sessions } from '#server/identity/sessionTokens.ts';
import { tokenHash } from '#server/store/tokenHash.ts';
import { until } from '#tests/support/patience.ts';
import { grantSession, testSessions } from '#tests/support/testSessions.ts';
import type { Store } from '#server/store/store.ts';
import { ANSWERS_KEPT, createIdempotencyStore, FRESH_WITHIN, GRANTS_KEPT, type IdempotencyStore } from '#server/wire/idempotencyStore.ts';
import { onBothDatabases, testClock, type TestClock } from '#tests/support/database.ts';

const secret = createSecret(Buffer.alloc(32, 7));

onBothDatabases((engine) => {
  let clock: TestClock;
  let store: Store;
  let sessions: Sessions;
  /** Two stores on the same database, as two processes have. They share only the rows. */
  let servers: [IdempotencyStore, IdempotencyStore];
  let userId = 0;

  beforeAll(async () => {
    clock = testClock();
    store = await engine.open(clock);
    sessions = testSessions(store, clock);
    servers = [createIdempotencyStore(store, clock, secret), createIdempotencyStore(store, clock, secret)];
    const user = { msisdn: '254712000001', created_at: clock.now() };
    userId = (await store.db.insertInto('app_user').values(user).returning('id').executeTakeFirstOrThrow()).id;
  });

  let requests = 0;
  const newRequest = () => ({ userId: null, path: '/security/login', ciphertext: `request ${++requests}`, files: [] });
  const grant = async () => {
    const token = await grantSession(store, sessions, userId);
    return { json: JSON.stringify({ token }), repeat: { session: tokenHash(token, null) } };
  };
  const refusal = async () => ({ json: 'refused', repeat: 'always' as const });
  /** Every stored answer, decrypted. */
  const readable = async (): Promise<string> =>
    (await store.db.selectFrom('idempotent_answer').select(['fingerprint', 'encrypted']).execute())
      .map((row) => (row.encrypted ? secret.decrypt('answer', row.encrypted, row.fingerprint).toString('utf8') : ''))
      .join('\n');

  const ENDINGS = {
    'stays live': async () => undefined,
    'is logged out': (token: string) => sessions.logOut(token),
    'is replaced by a sign-in elsewhere': () => grantSession(store, sessions, userId),
    'is deleted with its account': () => store.db.deleteFrom('session').where('user_id', '=', userId).execute(),
  } satisfies Record<string, (token: string) => Promise<unknown>>;

  describe('an answer that grants a session', () => {
    it('answer with a session, request repeated: is returned again within 20 seconds while the session is live, on every server, and never otherwise', async () => {
      const times = fc.array(fc.oneof(fc.nat(2 * GRANTS_KEPT), fc.constantFrom(GRANTS_KEPT - 1, GRANTS_KEPT, ANSWERS_KEPT)), {
        maxLength: 4,
      });
      const ends = fc.constantFrom(...(Object.keys(ENDINGS) as (keyof typeof ENDINGS)[]));
      await fc.assert(
        fc.asyncProperty(times, ends, fc.nat(3), fc.boolean(), async (delays, end, endsBefore, sweeps) => {
          const request = newRequest();
          const first = await servers[0].once(request, grant);
          const { token } = JSON.parse(first) as { token: string };
          let age = 0;
          let isGood = true;
          for (const [index, delay] of [...delays, 0].entries()) {
            if (index === endsBefore) {
              await ENDINGS[end](token);
              isGood &&= end === 'stays live';
            }
            clock.pass(delay);
            age += delay;
            isGood &&= age < GRANTS_KEPT;
            if (sweeps) await servers[1].deleteExpired();
            if (sweeps && !isGood) expect(await readable()).not.toContain(token);
            expect(await servers[index % 2 === 0 ? 1 : 0].once(request, refusal)).toBe(isGood ? first : 'refused');
          }
        }),
        { numRuns: 40 },
      );
    });

    it('answer with a session, 20 seconds over: the scheduled deletion deletes its row and keeps the answers of other calls', async () => {
      await servers[0].once(newRequest(), grant);
      const other = newRequest();
      await servers[0].once(other, async () => ({ json: 'drawn', repeat: 'always' as const }));
      clock.pass(GRANTS_KEPT);
      await servers[0].deleteExpired();
      expect(await store.db.selectFrom('idempotent_answer').select('session_hash').where('session_hash', 'is not', null).execute()).toEqual(
        [],
      );
      expect(await servers[1].once(other, refusal)).toBe('drawn');
    });

    it('answer with a session: no row contains the token readably', async () => {
      const { token } = JSON.parse(await servers[0].once(newRequest(), grant)) as { token: string };
      const rows = [
        ...(await store.db.selectFrom('idempotent_answer').selectAll().execute()),
        ...(await store.db.selectFrom('session').selectAll().execute()),
      ];
      const text = rows
        .map((row) =>
          Object.values(row).map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value))),
        )
        .join();
      expect(text).not.toContain(token);
    });
  });

  describe('the answer of any other call', () => {
    it('answer without a session, request repeated: is returned again for as long as its timestamp can be fresh', async () => {
      const request = newRequest();
      await servers[0].once(request, async () => ({ json: 'drawn', repeat: 'always' as const }));
      clock.pass(2 * FRESH_WITHIN - 1);
      await servers[0].deleteExpired();
      expect(await servers[1].once(request, refusal)).toBe('drawn');
      clock.pass(1);
      expect(await servers[1].deleteExpired()).toBeGreaterThan(0);
      expect(await readable()).not.toContain('drawn');
    });

    it('answer without a session, expired and not deleted yet: is not returned again', async () => {
      const request = newRequest();
      await servers[0].once(request, async () => ({ json: 'drawn', repeat: 'always' as const }));
      clock.pass(ANSWERS_KEPT);
      expect(await servers[1].once(request, refusal)).toBe('refused');
    });
  });

  it('answer that must not be repeated, its request sent again at once and later: each request runs by itself, and no row is left', async () => {
    const request = newRequest();
    let runs = 0;
    const once = async () => ({ json: `answer ${++runs}`, repeat: 'never' as const });
    const server = servers[0];
    expect(await Promise.all([server.once(request, once), server.once(request, once)])).toEqual(['answer 1', 'answer 2']);
    expect(await servers[1].once(request, once)).toBe('answer 3');
    expect(await readable()).not.toContain('answer');
  });

  it('request repeated by another sender: is another request', async () => {
    const request = newRequest();
    expect(await servers[0].once({ ...request, sender: ['203.0.113.9', 'a'] }, async () => ({ json: 'granted', repeat: 'always' }))).toBe(
      'granted',
    );
    for (const sender of [['203.0.113.9', 'b'], ['203.0.113.10', 'a'], ['203.0.113.9', null], []])
      expect(await servers[1].once({ ...request, sender }, refusal)).toBe('refused');
    expect(await servers[1].once({ ...request, sender: ['203.0.113.9', 'a'] }, refusal)).toBe('granted');
  });

  it('call that throws: nothing is stored, and the repeated request runs', async () => {
    const request = newRequest();
    await expect(servers[0].once(request, () => Promise.reject(new Error('crash')))).rejects.toThrow('crash');
    expect(await servers[1].once(request, refusal)).toBe('refused');
  });

  it('request sent to two servers at once: runs once, and both give its answer', async () => {
    const request = newRequest();
    let runs = 0;
    const slow = async () => {
      runs++;
      await new Promise((resolve) => setTimeout(resolve, 120));
      return grant();
    };
    const [one, two] = await Promise.all(servers.map((server) => server.once(request, slow)));
    expect([runs, one]).toEqual([1, two]);
  });

  it('a hundred requests sent to two servers at once, in opposite orders: each runs once, and both give its own answer', async () => {
    const requests = Array.from({ length: 100 }, newRequest);
    const runs = new Map<string, number>();
    const send = (server: IdempotencyStore, request: ReturnType<typeof newRequest>) =>
      server.once(request, async () => {
        const { ciphertext } = request;
        runs.set(ciphertext, (runs.get(ciphertext) ?? 0) + 1);
        await new Promise((resolve) => setTimeout(resolve, 5));
        return { json: `answer to ${ciphertext}`, repeat: 'always' };
      });
    const expected = requests.map(({ ciphertext }) => `answer to ${ciphertext}`);
    const ones = Promise.all(requests.map((request) => send(servers[0], request)));
    const twos = Promise.all([...requests].reverse().map((request) => send(servers[1], request)));
    expect(await ones).toEqual(expected);
    expect(await twos).toEqual([...expected].reverse());
    expect([...runs.values()]).toEqual(requests.map(() => 1));
    // The answers were stored, not only given.
    expect(await Promise.all(requests.map((request) => servers[1].once(request, refusal)))).toEqual(expected);
  });

  it('fifty requests at once: share the statements that claim them and that store their answers', async () => {
    let statements = 0;
    const unsubscribe = store.onStatement(() => void statements++);
    const answers = await Promise.all(
      Array.from({ length: 50 }, newRequest).map((request) =>
        servers[0].once(request, async () => ({ json: request.ciphertext, repeat: 'always' })),
      ),
    );
    unsubscribe();
    expect(new Set(answers).size).toBe(50);
    expect(statements).toBeLessThan(20);
  });

  const claims = () => store.db.selectFrom('idempotent_answer').where('finished_at', 'is', null);
  const lapse = (claim: string | null) =>
    store.db
      .updateTable('idempotent_answer')
      .set({ held_until: new Date(0), ...(claim === null ? {} : { claim }) })
      .where('finished_at', 'is', null)
      .executeTakeFirstOrThrow();

  it('request that runs for long: renews its claim, and a repeat on another server waits for its answer', async () => {
    const request = newRequest();
    let runs = 0;
    let finish = (): void => undefined;
    const slow = async () => {
      runs++;
      await new Promise<void>((resolve) => (finish = resolve));
      return { json: 'drawn', repeat: 'always' as const };
    };
    const first = servers[0].once(request, slow);
    await until(
      () => runs === 1,
      () => 'it did not begin',
    );
    await lapse(null);
    const second = servers[1].once(request, slow);
    await until(
      async () => (await claims().select('held_until').executeTakeFirstOrThrow()).held_until > new Date(0),
      () => 'the claim is not renewed',
    );
    finish();
    expect(await Promise.all([first, second])).toEqual(['drawn', 'drawn']);
    expect(runs).toBe(1);
  });

  it.each(['answers', 'fails'])('request whose claim was taken over, then %s: does not change the row of the new claim', async (how) => {
    const request = newRequest();
    let begun = false;
    let finish = (): void => undefined;
    const first = servers[0].once(request, async () => {
      begun = true;
      await new Promise<void>((resolve) => (finish = resolve));
      if (how === 'fails') throw new Error('crash');
      return { json: 'drawn', repeat: 'always' as const };
    });
    await until(
      () => begun,
      () => 'it did not begin',
    );
    await lapse('of another run');
    finish();
    expect(await first.catch((error: Error) => error.message)).toBe(how === 'fails' ? 'crash' : 'drawn');
    expect(await claims().select('claim').execute()).toEqual([{ claim: 'of another run' }]);
    expect(await servers[1].once(request, refusal), 'nobody renews it').toBe('refused');
  });
});
