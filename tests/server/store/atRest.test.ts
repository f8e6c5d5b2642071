/** Borrowers' data in a copied database, and the rotation of the keys that encrypt it. */
import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE } from '#machines/model/calendar.ts';
import { CONTACT_TIMES } from '#machines/model/feedback.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { payoutAccountOf, readSections } from '#server/apply/applicant.ts';
import { keepReading } from '#server/apply/reader/cardReadings.ts';
import { rotateKeys } from '#server/operator/rotateKeys.ts';
import { ENCRYPTED } from '#server/store/encryptedColumns.ts';
import { loadKeys } from '#server/store/keyRing.ts';
import { rotate } from '#server/store/keyRotation.ts';
import { encryptPlainRows } from '#server/store/encryptPlainRows.ts';
import { decryptValue } from '#server/store/rowEncryption.ts';
import { createSecret } from '#server/store/secret.ts';
import type { Store } from '#server/store/store.ts';
import { complete } from '#tests/forms/sectionSamples.ts';
import { onBothDatabases, temporaryFolder } from '#tests/support/database.ts';
import { dump } from '#tests/support/databaseDump.ts';
import { idBack, sendFace } from '#tests/support/idCards.ts';
import { GOOD_ANSWERS, newBorrower } from '#tests/support/lendingFixture.ts';
import { startLender, type Phone, type TestLender } from '#tests/support/testLender.ts';
import { approve, clerkOf } from '#tests/support/testClerks.ts';
import { identityOf } from '#tests/support/identity.ts';

const MOBILE = '254733444555';
/** A text for each field that a borrower fills in. No text is part of another. */
const CANARY = {
  firstName: 'Zawadi',
  lastName: 'Kipchumba',
  nationalId: '77315529',
  whatsappNo: '0799111333',
  sparePhone: '0799222444',
  email: 'zawadi.kip@gmail.com',
  address: '77 Canary Close',
  contactName: 'Quilliana Bosire',
  contactPhone: '0799555777',
  otherName: 'Xolani Jefwa',
  otherPhone: '0799666888',
  employer: '0203344556',
  accountNumber: '9081726354453',
  holder: 'Zawadi Oduor Kipchumba',
  description: 'My neighbour Vuyiswa knows',
  contact: 'vuyiswa@gmail.com',
  receiver: '0799777999',
  message: 'Ask for Wambuiru',
  card: 'ZAWADI PRINTED KIPCHUMBA',
} as const;

/** The canaries in a text. A number is stored in several forms. */
const found = (text: string): string[] =>
  Object.entries(CANARY)
    .filter(
      ([, canary]) => text.includes(canary) || text.includes(canary.replace(/^0/, '254')) || text.includes(canary.replace(/^0(?=7)/, '')),
    )
    .map(([name]) => name);

const file = (bytes: Buffer): { files: { file: Blob } } => ({ files: { file: new Blob([Uint8Array.from(bytes)]) } });
let lender: TestLender;
let phone: Phone;
let ticketNo: string;
let orderNo: string;
beforeAll(async () => {
  lender = await startLender();
  phone = lender.phone();
});
afterAll(() => lender?.stop());

const code = async (): Promise<string> => {
  await lender.sandbox.advance(2 * MINUTE);
  await phone.call('latestOrder', {});
  await phone.call('getVerifyCode', { mobile: MOBILE, purpose: 'bindCard' });
  return lender.sandbox.codeFor(MOBILE);
};

const personal = {
  ...complete.personalInfo,
  ...Object.fromEntries(
    (['firstName', 'lastName', 'nationalId', 'whatsappNo', 'sparePhone', 'email', 'address'] as const).map((n) => [n, CANARY[n]]),
  ),
};
const bank = {
  accountKind: 'bank',
  cardholderName: CANARY.holder,
  bankCode: '68',
  accountNumber: CANARY.accountNumber,
  confirmAccountNumber: CANARY.accountNumber,
};

describe('canaries in every field of a borrower', () => {
  it('canaries in loan, bank account, ticket, card and photos: no table contains one readably', async () => {
    await phone.signIn(MOBILE);
    ({ orderNo } = await phone.call('applyMarket', { productId: 'first-loan', amount: 500_000, termDays: 91 }));
    await phone.call('saveBasicInfo', { orderNo, values: personal });
    const people = {
      companyPhone: CANARY.employer,
      emergencyContactName1: CANARY.contactName,
      emergencyContactMobile1: CANARY.contactPhone,
      emergencyContactName2: CANARY.otherName,
      emergencyContactMobile2: CANARY.otherPhone,
    };
    await phone.call('saveAdditionInfoMarket', { orderNo, values: { ...complete.additionalInfo, ...people } });
    const { store, clock } = lender.inside();
    const { id, user_id: userId } = await store.db.selectFrom('loan_order').select(['id', 'user_id']).executeTakeFirstOrThrow();
    await phone.call('uploadIdBack', { orderNo }, file(await idBack()));
    await sendFace(phone, orderNo);
    // Made of a back: a front is stored in the same way, but reading it would take seconds.
    await store.db.updateTable('photo').set({ side: 'front' }).where('side', '=', 'back').execute();
    await phone.call('uploadIdBack', { orderNo }, file(await idBack()));
    const card = { number: CANARY.nationalId, name: CANARY.card, birthday: '1992-03-15' };
    await store.tx((tx) => keepReading(tx, { userId, orderId: id, card, at: clock.now() }));
    await phone.call('finishUploadAllImg', { orderNo });
    await phone.call('bindBankCard', { orderNo, values: { ...bank, verificationCode: await code() } });
    await phone.call('saveQuestionnaire', { orderNo, values: GOOD_ANSWERS });
    await approve(lender, orderNo);
    const { agreementVersion, terms } = await phone.call('confirmProductInfo', { orderNo });
    await phone.call('getMoney', { orderNo, agreementVersion, sent: terms.sent, owed: terms.owed });
    await lender.sandbox.advance(MINUTE);
    ({ ticketNo } = await phone.call('feedbackCreate', {
      requestId: 'r-1',
      type: 1,
      description: CANARY.description,
      receiverAccount: CANARY.receiver,
      contact: CANARY.contact,
      contactTime: CONTACT_TIMES[0],
      pictures: [],
    }));
    await clerkOf(lender, 'support').act(`messages:${ticketNo}`, { name: 'answer', words: CANARY.message, next: 'ask' });

    expect(found(await dump(store))).toEqual([]);
    expect(await dump(store), 'the number of the account stays searchable').toContain(MOBILE);
  });

  it('typed canaries in every field: come back to their borrower and to the desk', async () => {
    expect((await phone.call('getUserInfo', {})).sections.personalInfo).toMatchObject({
      nationalId: CANARY.nationalId,
      email: CANARY.email,
    });
    expect((await phone.call('latestOrder', {})).order).toMatchObject({ status: STATUS.repaying, payoutAccount: { owner: CANARY.holder } });
    expect(await phone.call('latestOrder', {})).toMatchObject({ firstName: CANARY.firstName });
    const [order] = (await lender.sandbox.state()).orders;
    expect((await identityOf(lender, order?.orderNo ?? '')).card).toMatchObject({
      is: 'read',
      lines: { number: { agrees: true }, name: { agrees: true }, birthday: { agrees: true } },
    });
    expect(await clerkOf(lender, 'support').open(`messages:${ticketNo}`)).toMatchObject({
      description: CANARY.description,
      messages: [{ text: CANARY.message }],
    });
  });
});

onBothDatabases((engine) => {
  it('columns of bytes: each is in the list of encrypted columns', async () => {
    const store = await engine.open();
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type = 'bytea'`.execute(store.db);
    // A callback is stored as M-PESA sent it. It has data of the payment, and nothing that the borrower typed into the app.
    const callbacks = 'rail_callback.body';
    expect(
      rows
        .map(({ name }) => name)
        .filter((name) => name !== callbacks)
        .sort(),
    ).toEqual(ENCRYPTED.map(({ table, column }) => `${table}.${column}`).sort());
  });

  it('encrypted value copied to another row or column: cannot be read there', async () => {
    const store = await engine.open();
    const [one, other] = [await newBorrower(store, 1), await newBorrower(store, 1)];
    const { db } = store;
    await plainSections(store, one.userId);
    await encryptPlainRows(store);
    const { sealed } = await db
      .selectFrom('profile_section')
      .select('sealed')
      .where('section', '=', 'personalInfo')
      .executeTakeFirstOrThrow();
    expect(decryptValue(db, 'profile_section.sealed', [one.userId, 'personalInfo'], sealed)).toEqual({ nationalId: '123' });
    for (const wrong of [
      () => decryptValue(db, 'profile_section.sealed', [other.userId, 'personalInfo'], sealed),
      () => decryptValue(db, 'profile_section.sealed', [one.userId, 'additionalInfo'], sealed),
      () => decryptValue(db, 'payout_account.sealed', [one.userId], sealed),
    ])
      expect(wrong).toThrow();
  });

  it('database without encryption: is encrypted at the next start, also after an interrupted start', async () => {
    const store = await engine.open();
    const { userId, msisdn } = await newBorrower(store, 1);
    await plainSections(store, userId);
    await sql`insert into payout_account(user_id, kind, number, bank_name, holder, saved_at) values (${userId}, 'mpesa', ${msisdn}, 'M-PESA', 'W K', 1)`.execute(
      store.db,
    );
    await sql`update payout_account set details = '{"branch":"x"}'`.execute(store.db);
    // Interrupts the rotation after the sections, while accounts are not encrypted yet.
    await sql`alter table payout_account rename column holder to holder_away`.execute(store.db);
    await expect(encryptPlainRows(store)).rejects.toThrow();
    await sql`alter table payout_account rename column holder_away to holder`.execute(store.db);
    expect(await encryptPlainRows(store)).toBe(1);
    expect(await encryptPlainRows(store)).toBe(0);

    expect(await readSections(store.db, userId)).toEqual({ personalInfo: { nationalId: '123' }, additionalInfo: { contact: 'Mary' } });
    expect(await payoutAccountOf(store.db, userId)).toMatchObject({ number: msisdn, holder: 'W K', details: { branch: 'x' } });
    const { rows } = await sql<{ plain: string | null }>`
      select "values"::text as plain from profile_section union all select coalesce(number, holder, details::text) from payout_account`.execute(
      store.db,
    );
    expect(rows.map(({ plain }) => plain)).toEqual([null, null, null]);
  });

  it('rotation stopped in the middle while rows are written: continues with the rest, and the old key can be removed then', async () => {
    const store = await engine.open();
    const [KEY_1, KEY_2] = [1, 2].map((id) => ({ id, bytes: Buffer.alloc(32, id + 8) })) as [never, never];
    const given = (...keys: never[]) => ({ keys, keyFile: null, dataDir: '' });
    const { secret: before } = await loadKeys(given(KEY_1), store);
    const refs = Array.from({ length: 50 }, (_, n) => `ref-${n}`);
    for (const ref of refs) {
      const encrypted = before.encrypt('photo', Buffer.from(`photo ${ref}`), ref);
      // Every second row has the form of an earlier release.
      await store.db
        .insertInto('photo_blob')
        .values({ ref, encrypted: Number(ref.slice(4)) % 2 ? encrypted : encrypted.subarray(6), at: 1 })
        .execute();
    }
    const { secret } = await loadKeys(given(KEY_2, KEY_1), store);
    let batches = 0;
    expect(
      await rotate(
        store,
        secret,
        () => batches++,
        () => batches === 1,
      ),
    ).toBeNull();
    await expect(loadKeys(given(KEY_2), store), 'half of it').rejects.toThrow(/Key 1 is missing/);
    // The lender serves during the rotation: it reads both keys, and writes with the new one.
    for (const ref of refs) {
      const { encrypted } = await store.db.selectFrom('photo_blob').select('encrypted').where('ref', '=', ref).executeTakeFirstOrThrow();
      expect(secret.decrypt('photo', encrypted, ref).toString()).toBe(`photo ${ref}`);
    }
    await store.db
      .updateTable('photo_blob')
      .set({ encrypted: secret.encrypt('photo', Buffer.from('newer'), 'ref-49') })
      .where('ref', '=', 'ref-49')
      .execute();
    expect(await rotate(store, secret)).toEqual({ rows: 29, key: 2, unused: [1] });

    const { secret: after } = await loadKeys(given(KEY_2), store);
    for (const { ref, encrypted } of await store.db.selectFrom('photo_blob').selectAll().execute())
      expect(after.decrypt('photo', encrypted, ref).toString()).toBe(ref === 'ref-49' ? 'newer' : `photo ${ref}`);
    for (const purpose of ['number', 'device', 'log', 'nationalId', 'paybill'] as const)
      expect(after.mac(purpose, 'x'), purpose).toEqual(before.mac(purpose, 'x'));
  });

  it('rotation that ended after it had added its key: the next rotation uses that key', async () => {
    const store = await engine.open();
    if (engine.name === 'postgres') return;
    const dataDir = temporaryFolder();
    const keys = await loadKeys({ keys: null, keyFile: null, dataDir }, store);
    const file = path.join(dataDir, 'data.keys');
    const added = `2:${'5a'.repeat(32)}\n${fs.readFileSync(file, 'utf8')}`;
    fs.writeFileSync(file, added);
    const said: string[] = [];
    await rotateKeys({ store, clock: { now: () => 5 }, keys, say: (line) => void said.push(line), isStopped: () => false });
    expect(fs.readFileSync(file, 'utf8')).toBe(added);
    expect(keys.secret.currentKey).toBe(2);
    expect(said).toContain(`Key 2 of ${file} is the current one now.`);
  });

  it('verb for the rotation, embedded database: adds a key to the file; PostgreSQL: says that the operator has to add one', async () => {
    const store = await engine.open();
    const clock = { now: () => 5 };
    const dataDir = temporaryFolder();
    const keys = await loadKeys({ keys: null, keyFile: null, dataDir }, store);
    store.useSecret(keys.secret);
    const { userId } = await newBorrower(store, 1);
    await plainSections(store, userId);
    await encryptPlainRows(store);
    const said: string[] = [];
    const done = await rotateKeys({ store, clock, keys, say: (line) => void said.push(line), isStopped: () => false });
    const text = fs.readFileSync(path.join(dataDir, 'data.keys'), 'utf8');
    const logged = await store.db.selectFrom('security_event').select(['kind', 'subject']).execute();
    if (engine.name === 'postgres') {
      expect(done).toMatch(/^Every row is encrypted under key 1\. To replace it, .* start every lender again/);
      expect(logged).toEqual([]);
      return;
    }
    expect(text).toMatch(/^2:[0-9a-f]{64}\n1:[0-9a-f]{64}\n$/);
    expect(said).toEqual([expect.stringContaining('Key 2 was added to'), 'profile_section: 2']);
    expect(done).toMatch(/Nothing uses key 1 any more: remove it from .*data\.keys once no backup/);
    expect(logged).toEqual([{ kind: 'keys.rotated', subject: 'key 2' }]);
    expect(await readSections(store.db, userId)).toMatchObject({ personalInfo: { nationalId: '123' } });
    fs.writeFileSync(path.join(dataDir, 'data.keys'), text.split('\n')[0] as string);
    const { secret } = await loadKeys({ keys: null, keyFile: null, dataDir }, store);
    expect(secret.keyIds).toEqual([2]);
  });
});

/** Stores the sections unencrypted, as an earlier release did. */
async function plainSections({ db }: Store, userId: number): Promise<void> {
  for (const [section, values] of [
    ['personalInfo', '{"nationalId":"123"}'],
    ['additionalInfo', '{"contact":"Mary"}'],
  ])
    await sql`insert into profile_section(user_id, section, "values", saved_at) values (${userId}, ${section}, ${values}::jsonb, 1)`.execute(
      db,
    );
}

describe('secret', () => {
  it('ciphertext of another key with the same number: is refused', () => {
    const one = createSecret(Buffer.alloc(32, 1));
    expect(() => createSecret(Buffer.alloc(32, 2)).decrypt('row', one.encrypt('row', Buffer.from('x'), 'a'), 'a')).toThrow();
  });
});
