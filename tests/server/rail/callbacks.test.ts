/** The addresses for callbacks, over HTTP: who may call them, and which content is accepted. */
import { createConnection } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { changeCallbackAddress, type CallbackAddressAction } from '#server/operator/callbackAddress.ts';
import { createCallbackSecret, openCallbackSecret } from '#server/rail/callbackSecret.ts';
import { decryptValue } from '#server/store/rowEncryption.ts';
import { createSecret } from '#server/store/secret.ts';
import { createSecurityLog } from '#server/store/securityLog.ts';
import { startLender, type TestLender } from '#tests/support/testLender.ts';
import { onEitherDatabase, testClock } from '#tests/support/database.ts';

const ACCEPTED = { ResultCode: 0, ResultDesc: 'Accepted' };

let lender: TestLender;
let secret: string;
beforeAll(async () => {
  lender = await startLender({ env: { TRUST_PROXY: '1' } });
  secret = await present(lender);
});
afterAll(() => lender.stop());

const db = () => lender.inside().store.db;
const present = async ({ inside }: TestLender): Promise<string> => {
  const { db: of } = inside().store;
  const { sealed } = await of.selectFrom('callback_secret').select('sealed').executeTakeFirstOrThrow();
  return decryptValue<{ present: string }>(of, 'callback_secret.sealed', ['paybill'], sealed ?? new Uint8Array()).present;
};
const post = (path: string, body: BodyInit, headers: Record<string, string> = {}, to = lender): Promise<Response> =>
  fetch(`${to.url}/rail/${path}`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
const events = async (kind: 'callback.refused' | 'payment.held', to = lender) =>
  (await to.inside().store.db.selectFrom('security_event').select('subject').where('kind', '=', kind).orderBy('id').execute()).map(
    ({ subject }) => subject,
  );
const lastCallback = () =>
  db().selectFrom('rail_callback').selectAll().where('route', '=', 'paybill').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();

describe('callback, rubbish', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  test.each<[string, BodyInit, Record<string, string>]>([
    ['not JSON', 'this is no JSON', {}],
    ['empty', '', {}],
    ['NUL bytes', Buffer.from([0, 1, 0, 255, 254]), {}],
    ['NUL in a field', '{"TransID":"AB\\u0000C","TransAmount":"5","BillRefNumber":"\\u0000"}', {}],
    ['lone surrogates', '{"TransID":"\\ud800","TransAmount":"\\udfff"}', {}],
    ['deep nesting', nested(30_000), {}],
    ['deep nesting in a field', `{"TransID":${nested(20_000)}}`, {}],
    ['wrong types', '{"TransID":{"a":1},"TransAmount":[5],"BillRefNumber":true}', {}],
    ['a number', '7', {}],
    ['a prototype', '{"__proto__":{"TransID":"ABC"},"constructor":{"prototype":{}}}', {}],
    ['another type', 'a=1&b=2', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['no type that can be read', '{}', { 'content-type': ';;;' }],
  ])('callback, %s: is stored as it arrived, answered as accepted, and visible at the desk', async (_, body, headers) => {
    const answer = await post(`${secret}/paybill`, body, headers);
    expect([answer.status, await answer.json()]).toEqual([200, ACCEPTED]);
    const stored = await lastCallback();
    expect(Buffer.from(stored.body)).toEqual(Buffer.from(body as string));
    expect(stored.outcome).toBe('unreadable');
    expect((await lender.sandbox.state()).failedCallbacks[0]).toMatchObject({ id: stored.id, outcome: 'unreadable' });
  });

  test('callback, a field twice: the last one counts, as everywhere', async () => {
    const body = '{"TransID":"TWICE1","TransAmount":"900000","TransAmount":"5","BillRefNumber":"NOBODY"}';
    expect((await post(`${secret}/paybill`, body)).status).toBe(200);
    expect(
      await db().selectFrom('reported_payment').select(['amount', 'account']).where('receipt', '=', 'TWICE1').executeTakeFirst(),
    ).toEqual({ amount: 500, account: 'NOBODY' });
  });

  test.each<[string, Buffer]>([
    ['ten megabytes of rubbish', Buffer.alloc(10 * 1024 * 1024, 'x')],
    ['eight million brackets', Buffer.from(nested(4_000_000))],
    ['a payment among spaces', Buffer.from(`{"TransID":"LARGE1","TransAmount":"5","BillRefNumber":"NOBODY"}${' '.repeat(64 * 1024)}`)],
  ])('callback, %s: is stored as it arrived, answered as accepted, and not read', async (_, body) => {
    const answer = await post(`${secret}/paybill`, body as BodyInit);
    expect([answer.status, await answer.json()]).toEqual([200, ACCEPTED]);
    const stored = await lastCallback();
    expect(Buffer.compare(Buffer.from(stored.body), body)).toBe(0);
    expect(stored.outcome).toBe('unreadable');
    expect(await db().selectFrom('reported_payment').select('id').where('receipt', '=', 'LARGE1').executeTakeFirst()).toBeUndefined();
  });

  test('callback, large, at an address that is not ours: 413 before it was read, and nothing is stored', async () => {
    const before = await lastCallback();
    for (const path of [`${'f'.repeat(32)}/paybill`, `${'f'.repeat(32)}/payout`, `${secret}/paybill-check`]) {
      const answer = await post(path, Buffer.alloc(64 * 1024 + 1, 'x') as BodyInit);
      expect([path, answer.status, await answer.json()]).toEqual([path, 413, { ResultCode: 1, ResultDesc: 'Too large' }]);
    }
    expect((await lastCallback()).id).toBe(before.id);
    expect(await events('callback.refused')).toContain('size');
  });

  test.each(['content-length: 17825792', 'transfer-encoding: chunked'])(
    'callback of 17 megabytes, %s: 413 in the rail’s form',
    async (length) => {
      const { hostname, port } = new URL(lender.url);
      const said = await new Promise<string>((resolve, reject) => {
        const chunk = `${(1024 * 1024).toString(16)}\r\n${'x'.repeat(1024 * 1024)}\r\n`;
        const socket = createConnection(Number(port), hostname, () => {
          socket.write(`POST /rail/${secret}/paybill HTTP/1.1\r\nHost: x\r\n${length}\r\n\r\n`);
          if (length.endsWith('chunked')) for (let sent = 0; sent < 17; sent++) socket.write(chunk);
        });
        socket.once('data', (data) => {
          resolve(data.toString());
          socket.destroy();
        });
        socket.once('error', reject);
      });
      expect(said).toMatch(/^HTTP\/1\.1 413 /);
      expect(said).toContain('"ResultCode":1');
    },
  );

  test('callback cut off in its middle: is not stored, and the lender continues', async () => {
    await post(`${secret}/paybill`, '{"before":1}');
    const before = await lastCallback();
    const { hostname, port } = new URL(lender.url);
    await new Promise<void>((resolve) => {
      const socket = createConnection(Number(port), hostname, () =>
        socket.write(`POST /rail/${secret}/paybill HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"TransID"`, () => socket.destroy()),
      );
      socket.once('close', () => resolve());
    });
    expect((await post(`${secret}/paybill`, '{}')).status).toBe(200);
    expect(Buffer.from((await lastCallback()).body).toString()).toBe('{}');
    // The rail may report something else meanwhile, such as the balance that the lender asked for.
    const since = db().selectFrom('rail_callback').selectAll().where('route', '=', 'paybill').where('id', '>', before.id);
    expect(await since.execute()).toHaveLength(1);
  });

  test('callbacks, large, more than ten in an hour: 413, and usual ones are stored', async () => {
    const large = (): Promise<Response> => post(`${secret}/paybill`, Buffer.alloc(64 * 1024 + 1, 'x') as BodyInit);
    let stored = 0;
    while ((await large()).status === 200) stored++;
    expect(stored).toBeLessThanOrEqual(10);
    expect((await post(`${secret}/paybill`, '{}')).status).toBe(200);
    await lender.sandbox.advance(3_600_000);
    expect((await large()).status).toBe(200);
  });

  test('callback that cannot be processed: is marked as failed, stays visible, and does not stop the others', async () => {
    const { store, lending, clock } = lender.inside();
    const bytes = Buffer.from('{"TransID":"BROKEN1","TransAmount":"5","BillRefNumber":"NOBODY"}');
    // A callback that the database refuses for some reason.
    const sql = (text: string) => store.db.executeQuery({ sql: text, parameters: [], query: { kind: 'RawNode' } } as never);
    await sql(`alter table reported_payment add constraint broken check (receipt <> 'BROKEN1')`);
    const { id } = await store.db
      .insertInto('rail_callback')
      .values({ route: 'paybill', intent_id: null, body: bytes, at: clock.now(), outcome: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    const healthy = Buffer.from('{"TransID":"HEALTHY1","TransAmount":"5","BillRefNumber":"NOBODY"}');
    expect((await post(`${secret}/paybill`, healthy)).status).toBe(200);
    for (let tries = 0; tries < 10; tries++) {
      await lending.runDue();
      await lender.sandbox.advance(200_000);
    }
    const stored = await store.db
      .selectFrom('rail_callback')
      .select(['outcome', 'attempts'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(stored).toEqual({ outcome: 'failed', attempts: 8 });
    expect((await lender.sandbox.state()).failedCallbacks).toContainEqual(expect.objectContaining({ id, outcome: 'failed' }));
    expect(
      await store.db.selectFrom('reported_payment').select('receipt').where('receipt', '=', 'HEALTHY1').executeTakeFirst(),
    ).toBeDefined();
    await sql('alter table reported_payment drop constraint broken');
  });
});

describe('callback, caller', () => {
  test('callback, unknown address: 404, and one security event for each caller and minute', async () => {
    for (const path of ['guess/paybill', `${'f'.repeat(32)}/paybill`, 'guess/paybill-check', `${'f'.repeat(32)}/receipt`, '%00/push'])
      expect([path, (await post(path, '{}', { 'x-forwarded-for': '198.51.100.9' })).status]).toEqual([path, 404]);
    expect((await events('callback.refused')).filter((subject) => subject === 'address')).toHaveLength(1);
  });

  test('DARAJA_ALLOWED_IPS, another caller: 403 and a security event; the rail behind the proxy: is accepted', async () => {
    const strict = await startLender({ env: { TRUST_PROXY: '1', DARAJA_ALLOWED_IPS: '196.201.214.200, 196.201.213.0/24' } });
    try {
      const own = await present(strict);
      const from = async (address: string): Promise<number> =>
        (await post(`${own}/paybill`, '{}', { 'x-forwarded-for': address }, strict)).status;
      expect(await from('203.0.113.7')).toBe(403);
      // The caller can send any entries. Only the proxy's own entry, the last one, counts.
      expect(await from('196.201.214.200, 203.0.113.7')).toBe(403);
      expect(await from('196.201.214.200')).toBe(200);
      expect(await from('::ffff:196.201.213.44')).toBe(200);
      expect((await post(`${own}/paybill`, '{}', {}, strict)).status).toBe(403);
      expect(await events('callback.refused', strict)).toContain('caller');
    } finally {
      await strict.stop();
    }
  });

  test('DARAJA_ALLOWED_IPS, not a list of addresses: the start is refused with a sentence', () => {
    expect(() => readConfig({ SANDBOX: '1', DARAJA_ALLOWED_IPS: 'safaricom' })).toThrow(/DARAJA_ALLOWED_IPS must be addresses or ranges/);
    expect(readConfig({ SANDBOX: '1' }).railAddresses).toBeNull();
  });
});

onEitherDatabase((engine) => {
  test('callback secret, rotated: both addresses are accepted until the old one is retired', async () => {
    const clock = testClock();
    const store = await engine.open(clock);
    const master = createSecret(new Uint8Array(32));
    const kept = openCallbackSecret(store, master);
    const security = createSecurityLog(store, clock, master);
    const registered: string[] = [];
    const paybill = { secret: kept, baseUrl: () => 'https://lender', register: async (one: string) => void registered.push(one) };
    const run = (action: CallbackAddressAction) => changeCallbackAddress(action, paybill, security);
    const first = await kept.present();
    expect(await run('show')).toEqual([`https://lender/rail/${first}/paybill`]);
    await run('rotate');
    const second = await kept.present();
    expect(registered).toEqual([second]);
    // A second process shares only the database.
    const other = openCallbackSecret(store, master);
    expect([await other.isOurs(first), await other.isOurs(second), await other.isOurs('guess')]).toEqual([true, true, false]);
    await run('retire');
    expect([await other.isOurs(first), await other.isOurs(second)]).toEqual([false, true]);
    expect(await run('retire')).toEqual(['There is no old address; nothing changed.']);
    expect((await security.read({ kind: 'keys.rotated', limit: 10 })).map(({ subject }) => subject)).toEqual([
      'callbackAddress.retired',
      'callbackAddress',
    ]);
    // The secret does not depend on the key of the hashes.
    expect(await openCallbackSecret(store, createSecret(new Uint8Array(32).fill(1))).present()).toBe(second);
    const { sealed } = await store.db.selectFrom('callback_secret').select('sealed').executeTakeFirstOrThrow();
    expect(Buffer.from(sealed ?? []).toString('latin1')).not.toContain(second);
  });

  test('callback secret, database used before it had one: the registered address stays valid', async () => {
    const store = await engine.open(testClock());
    await store.db.deleteFrom('callback_secret').execute();
    await store.db
      .insertInto('rail_callback')
      .values({ route: 'paybill', intent_id: null, body: Buffer.from('{}'), at: 1, outcome: 'nothing' })
      .execute();
    expect(await createCallbackSecret(store, () => 'derived').present()).toBe('derived');
    await store.db.deleteFrom('callback_secret').execute();
  });
});
