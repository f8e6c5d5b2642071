/** Tokens of the addresses for callbacks: the database does not reveal them, and those of an earlier release stay valid. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { STATUS } from '#machines/model/orderStatus.ts';
import { openCallbackSecret } from '#server/rail/callbackSecret.ts';
import { callbackToken, newCallbackNonce, nonceOf } from '#server/rail/callbackToken.ts';
import { callbackAddresses } from '#server/store/migrations/057-callback-addresses.ts';
import { rotate } from '#server/store/keyRotation.ts';
import { encryptPlainRows } from '#server/store/encryptPlainRows.ts';
import { createSecret } from '#server/store/secret.ts';
import { readSetting, writeSetting } from '#server/store/storedSettings.ts';
import { onBothDatabases } from '#tests/support/database.ts';
import { dump } from '#tests/support/databaseDump.ts';
import { consentTo, OPEN_GATE, type Borrower } from '#tests/support/lendingFixture.ts';
import { setRailFixture } from '../lending/loanFixture.ts';
import { createFaultyNetwork } from './faultyNetwork.ts';

/** Tables of the simulated M-PESA, which only a sandbox has. */
const isOfSimulator = (table: string): boolean => table.startsWith('sim_');

onBothDatabases((engine) => {
  const network = createFaultyNetwork();
  const fixture = setRailFixture(engine, network);
  const { raw } = sql;

  async function drawn(): Promise<Borrower> {
    const b = await fixture.approved();
    await fixture.lending.getMoney(b.userId, await consentTo(fixture.lending, b.userId, b.orderNo), OPEN_GATE);
    await fixture.lending.runDue();
    return b;
  }

  test('addresses given to the rail for requests, queries and receipts: no token is in the database', async () => {
    const b = await drawn();
    await fixture.pass(3_000);
    await fixture.simulator.setSwitches({ callbacks: 'lost' });
    await drawn();
    await fixture.pass(16_000);
    await fixture.simulator.setSwitches({ callbacks: 'normal' });
    await fixture.payBill(b, b.orderNo, 70_000);
    await fixture.lending.startStk(b.userId, { orderNo: b.orderNo, amount: 50_000, requestId: 'addresses' });
    await fixture.settleDueWork();
    const addresses = network.requests.flatMap(({ body }) =>
      ['ResultURL', 'QueueTimeOutURL', 'CallBackURL'].map((field) => body[field]).filter((url) => typeof url === 'string'),
    );
    const found = addresses.map((url) => /\/rail\/([^/]+)\/([^/]+)$/.exec(url)).map((parts) => [parts?.[2], parts?.[1] ?? ''] as const);
    expect(new Set(found.map(([route]) => route))).toEqual(new Set(['payout', 'payout-timeout', 'status', 'receipt', 'push']));
    const kept = await dump(fixture.store, isOfSimulator);
    expect(found.filter(([, token]) => token === '' || kept.includes(token))).toEqual([]);
    expect(kept).not.toContain(await openCallbackSecret(fixture.store, createSecret(new Uint8Array(32))).present());
  });

  test.each([
    ['of another use', (nonce: string) => callbackToken(fixture.store.db, 'result', nonce)],
    ['whose nonce alone is known', (nonce: string) => nonce + '0'.repeat(32)],
    ['of an earlier release, at the address of an answer', () => 'a'.repeat(32)],
    ['with a NUL', () => '\0'],
    ['that is empty', () => ''],
  ])('token %s: belongs to nobody', (_, token) => {
    const nonce = newCallbackNonce();
    expect(nonceOf(fixture.store.db, 'status', token(nonce))).toBeNull();
    expect(nonceOf(fixture.store.db, 'status', callbackToken(fixture.store.db, 'status', nonce))).toBe(nonce);
  });

  test('database of an earlier release: callbacks to its addresses are still accepted, and no token is readable', async () => {
    await fixture.simulator.setSwitches({ callbacks: 'lost' });
    const b = await drawn();
    const [intent] = await fixture.intentsOf(b);
    const { db } = fixture.store;
    const [token, present, old] = ['0123456789abcdef0123456789abcdef', 'fedcba9876543210fedcba9876543210', '00'.repeat(16)];
    for (const table of ['rail_intent', 'reported_payment'])
      await raw(`alter table ${table} rename column callback_nonce to token`).execute(db);
    await sql`update rail_intent set token = ${token} where id = ${intent!.id}`.execute(db);
    await raw('drop table callback_secret').execute(db);
    await writeSetting(db, 'rail.callbackSecret', { present, old });
    await writeSetting(db, 'plain rows sealed', true);
    for (const statement of callbackAddresses.sql.replace(/--.*$/gm, '').split(';'))
      if (statement.trim() !== '') await raw(statement).execute(db);

    const secret = openCallbackSecret(fixture.store, createSecret(new Uint8Array(32)));
    // An operator's verb may run before the first start of the lender.
    expect(await secret.present()).toBe(present);
    expect(await encryptPlainRows(fixture.store)).toBe(1);
    expect([await secret.present(), await secret.isOurs(old)]).toEqual([present, true]);
    expect(await readSetting(db, 'rail.callbackSecret')).toBeUndefined();
    const kept = await dump(fixture.store, isOfSimulator);
    expect([token, present, old].filter((one) => kept.includes(one))).toEqual([]);

    const Result = { ResultCode: 0, OriginatorConversationID: intent!.id, TransactionID: 'EARLIER001' };
    expect((await fixture.report(`${token}/status`, { Result })).status).toBe(404);
    const [moved] = await fixture.intentsOf(b);
    const answer = await fixture.report(`${fixture.tokenOf(moved!, 'status')}/status`, { Result: { ResultCode: 1 } });
    expect(answer.status).toBe(200);
    expect((await fixture.report(`${token}/payout`, { Result })).status).toBe(200);
    expect((await fixture.order(b)).status).toBe(STATUS.repaying);
  });

  test('keys rotated: the address of the paybill stays, under the new key', async () => {
    const keyed = createSecret([
      { id: 2, bytes: Buffer.alloc(32, 8) },
      { id: 1, bytes: Buffer.alloc(32, 7) },
    ]);
    const secret = openCallbackSecret(fixture.store, keyed);
    const before = await secret.present();
    fixture.store.useSecret(keyed);
    await rotate(fixture.store, keyed);
    expect(await secret.present()).toBe(before);
    const { sealed } = await fixture.store.db.selectFrom('callback_secret').select('sealed').executeTakeFirstOrThrow();
    expect(Buffer.from(sealed ?? []).subarray(0, keyed.headerOf(2).length)).toEqual(keyed.headerOf(2));
    const replaced = await secret.rotate();
    expect([await secret.isOurs(before), await secret.isOurs(replaced)]).toEqual([true, true]);
  });
});
