/** What waits for a person is decided by `npm run desk`, beside a lender on either database. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE } from '#machines/model/calendar.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { readDeskRequest } from '#server/operator/deskRequest.ts';
import { specimenPath } from '#src/api/sandbox.ts';
import { complete } from '#tests/forms/sectionSamples.ts';
import { storeCardPhotos } from '#tests/paths/lender/freshLenders.ts';
import { reachStatus } from '#tests/paths/lender/reachStatus.ts';
import { givenEverything } from '#tests/support/applying.ts';
import type { Ran } from '#tests/support/bundledLender.ts';
import { removeTemporaryFolders, temporaryFolder } from '#tests/support/database.ts';
import { copyFreshDatabase } from '#tests/support/freshDatabase.ts';
import { png } from '#tests/support/photoBytes.ts';
import { inTurn } from '#tests/support/effort.ts';
import { postgresDatabase } from '#tests/support/postgresService.ts';
import { startLender, type Phone, type TestLender } from '#tests/support/testLender.ts';
import { runVerbHere } from '#tests/support/verbHere.ts';

afterAll(removeTemporaryFolders);

const picture = (): Blob => new Blob([Uint8Array.from(png())]);

describe.each(inTurn(['embedded', 'PostgreSQL'] as const))('beside a lender on %s', (engine) => {
  let lender: TestLender;
  let desk: (...args: string[]) => Promise<Ran>;
  let numbers = 254_733_000_000;

  beforeAll(async () => {
    const dataDir = temporaryFolder();
    const keys = { DATA_KEYS: 'ab'.repeat(32) };
    if (engine === 'embedded') {
      await copyFreshDatabase(dataDir);
      lender = await startLender({ env: { DATA_DIR: dataDir } });
      desk = (...args) => runVerbHere(dataDir, ['desk', ...args]);
    } else {
      const databaseUrl = await postgresDatabase();
      lender = await startLender({ databaseUrl, env: keys });
      desk = (...args) => runVerbHere(dataDir, ['desk', ...args], { ...keys, DATABASE_URL: databaseUrl });
    }
    await lender.sandbox.do('/decision', { mode: 'desk' });
  });
  afterAll(() => lender?.stop());

  const done = async (...args: string[]): Promise<string> => {
    const { code, out, error } = await desk(...args);
    expect({ code, error }, args.join(' ')).toEqual({ code: 0, error: '' });
    return out;
  };
  const statusOf = async (orderNo: string): Promise<number | undefined> =>
    (await lender.sandbox.state()).orders.find((order) => order.orderNo === orderNo)?.status;

  /** A sent application whose answer is late: on PostgreSQL the verb has the system's clock, so a moment long ago is written. */
  async function late(): Promise<string> {
    const { orderNo, phone } = await givenEverything(lender, String(++numbers));
    const front = await (await fetch(lender.url + specimenPath(orderNo, 'front'))).blob();
    await phone.call('uploadIdFront', { orderNo }, { files: { file: front } });
    await phone.call('saveQuestionnaire', { orderNo, values: complete.loanQuestion });
    const { db } = lender.inside().store;
    await db.updateTable('loan_order').set({ answer_latest_at: MINUTE }).where('order_no', '=', orderNo).execute();
    return orderNo;
  }
  let loan: { orderNo: string; phone: Phone } | null = null;
  /** One loan for the tests of money: its borrower has the ID number of the samples, which no other may have. */
  async function borrowed(): Promise<{ orderNo: string; phone: Phone }> {
    if (loan) return loan;
    const mobile = String(++numbers);
    const phone = lender.phone();
    await phone.signIn(mobile);
    const { basicInfo } = await phone.call('getUserInfo', {});
    await storeCardPhotos(lender, Number(basicInfo.userId));
    expect(await reachStatus({ lender, phone, mobile }, STATUS.repaying)).toBeNull();
    const { order } = await phone.call('latestOrder', {});
    return (loan = { orderNo: order?.orderNo ?? '', phone });
  }

  it('nothing waits: says so', async () => {
    expect(await done()).toBe('Nothing waits for a person.\n');
  });

  it('application without an answer in time: is listed and shown with its photos, and approved once', async () => {
    const orderNo = await late();
    expect(await done()).toMatch(new RegExp(`^Applications .*: 1\\n  ${orderNo}  KSh .* no decision was made in time\\n$`));

    const folder = join(temporaryFolder(), 'photos');
    const shown = await done('application', orderNo, '--pictures', folder);
    expect(shown).toMatch(/firstName: Amina/);
    expect(shown).toContain(`Written into ${folder}: `);
    const [photo = ''] = readdirSync(folder);
    expect(photo).toBe(`${orderNo}-front.jpg`);
    expect(readFileSync(join(folder, photo)).subarray(0, 2).toString('hex'), 'a JPEG').toBe('ffd8');
    expect(statSync(join(folder, photo)).mode & 0o077, 'for nobody else').toBe(0);

    expect(await done('application', orderNo, 'approve')).toBe(`${orderNo} is approved: the borrower gets the offer.\n`);
    expect(await statusOf(orderNo)).toBe(STATUS.confirm);
    expect(await done()).toBe('Nothing waits for a person.\n');
    expect(await desk('application', orderNo, 'approve')).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^This is not possible for this loan now\. Nothing was changed/) as string,
    });
  });

  it('application rejected with the words of a person: the borrower reads them', async () => {
    const orderNo = await late();
    expect(await done('application', orderNo, 'reject', 'Please write to us about your ID.')).toContain('is rejected');
    expect(await statusOf(orderNo)).toBe(STATUS.reject);
    const { db } = lender.inside().store;
    const { rejection_reason: reason } = await db
      .selectFrom('loan_order')
      .select('rejection_reason')
      .where('order_no', '=', orderNo)
      .executeTakeFirstOrThrow();
    expect(reason).toBe('Please write to us about your ID.');
  });

  it('held payments: are listed with what M-PESA said; one is booked with the amount that was found, one is refused', async () => {
    const { orderNo, phone } = await borrowed();
    const before = (await phone.call('repayOrderDetail', { orderNo })).balance.settleToday;
    for (const amount of [70_000, 80_000]) await lender.sandbox.do('/forge', { accountNumber: orderNo, amount });
    for (let minutes = 0; minutes < 6; minutes++) await lender.sandbox.advance(MINUTE);
    const list = await done();
    expect(list).toMatch(/^Payments .*: 2\n/);
    expect(list).toMatch(new RegExp(`  \\d+  .*  ${orderNo}  reported KSh 700\\.00, confirmed nothing  unknownReceipt`));
    const [newest, oldest] = [...list.matchAll(/^ {2}(\d+) {2}/gm)].map(([, id = '']) => id);

    expect(await done('payment', oldest ?? '', 'book', '500')).toBe(`Payment ${oldest} is booked.\n`);
    expect(await done('payment', oldest ?? '', 'refuse'), 'the first decision counts').toBe(`Payment ${oldest} is booked.\n`);
    expect(await done('payment', newest ?? '', 'refuse')).toBe(`Payment ${newest} is refused: it is never booked.\n`);
    expect((await phone.call('repayOrderDetail', { orderNo })).balance.settleToday).toBe(before - 50_000);
    expect((await lender.sandbox.ledger()).sum).toBe(0);
    expect(await done()).toBe('Nothing waits for a person.\n');
    expect(await desk('payment', '999999', 'book')).toMatchObject({
      code: 1,
      error: expect.stringContaining('This payment was not found') as string,
    });
  });

  it('proof of payment: is shown with its picture, and counted', async () => {
    const { orderNo, phone } = await borrowed();
    const receipt = `SKC82PACB${numbers % 10}`;
    const voucher = await phone.call('uploadVoucher', { orderNo }, { files: { file: picture() } });
    const { proofNo } = await phone.call('saveVoucher', {
      orderNo,
      receipt,
      amount: 60_000,
      pictures: [voucher.picture],
    });
    expect(await done()).toMatch(
      new RegExp(`^Proofs of payment .*: 1\\n  ${proofNo}  ${orderNo}  SKC82PACB\\d  KSh 600\\.00  answer promised by`),
    );
    const folder = temporaryFolder();
    expect(await done('proof', proofNo, '--pictures', folder)).toContain('Pictures: 1');
    expect(readdirSync(folder)).toEqual([`proof-${proofNo}-1.jpg`]);
    expect(await desk('proof', proofNo, 'count'), 'M-PESA does not know the receipt').toMatchObject({
      code: 1,
      error: expect.stringMatching(/^M-PESA has not confirmed a payment to the lender with this receipt/) as string,
    });
    const { db } = lender.inside().store;
    const paid = { receipt, kind: 'paybill', msisdn: '254700000001', amount: -60_000, reference: 'WRONG', at: MINUTE };
    await db.insertInto('sim_transaction').values(paid).execute();
    await db.updateTable('outbox').set({ done_at: null, next_at: 0 }).where('topic', '=', 'rail.receipt').execute();
    await lender.sandbox.advance(MINUTE);
    expect(await done('proof', proofNo, 'count')).toBe(`Proof ${proofNo} is counted.\n`);
    expect(await done('proof', proofNo, 'refuse'), 'the first decision counts').toBe(`Proof ${proofNo} is counted.\n`);
  });

  it('ticket: is read, asked about and solved, and the borrower reads the answer', async () => {
    const phone = lender.phone();
    await phone.signIn(String(++numbers));
    const { ticketNo } = await phone.call('feedbackCreate', {
      requestId: 'ticket-of-the-desk-test',
      type: 1,
      receiverAccount: '',
      description: 'I paid yesterday and it is not shown',
      contact: 'a.b@gmail.com',
      contactTime: 'any',
      pictures: [],
    });
    expect(await done()).toMatch(new RegExp(`^Tickets .*: 1\\n  ${ticketNo}  repaidBillNotUpdated  new since`));
    expect(await done('ticket', ticketNo)).toContain('borrower: I paid yesterday and it is not shown');
    expect(await done('ticket', ticketNo, 'take')).toBe(`Ticket ${ticketNo}: taken.\n`);
    expect(await done('ticket', ticketNo, 'solve', 'It is booked now.')).toBe(`Ticket ${ticketNo}: solved.\n`);
    const { messages } = await phone.call('feedbackMessages', { ticketNo });
    expect(messages).toMatchObject([{ author: 'lender', text: 'It is booked now.' }]);
    expect(await desk('ticket', 'T000', 'take')).toMatchObject({ code: 1, error: expect.stringMatching(/not found/i) as string });
  });

  it('folder for pictures that cannot be made: one sentence, and nothing is decided', async () => {
    const orderNo = await late();
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    expect(await desk('application', orderNo, '--pictures', join(file, 'photos'))).toMatchObject({
      code: 1,
      error: expect.stringContaining(`The pictures could not be written into ${file}/photos: `) as string,
    });
    expect(await statusOf(orderNo)).toBe(STATUS.applying);
    await done('application', orderNo, 'approve');
  });
});

describe('what an operator types', () => {
  it.each([
    [['application', 'L1', 'reject', ' identity '], { about: 'application', id: 'L1', decision: 'reject', reason: 'identity' }],
    [['payment', '7', 'book', '1500'], { about: 'payment', id: 7, decision: 'book', amount: 150_000 }],
    [['payment', '7', 'book'], { about: 'payment', id: 7, decision: 'book', amount: null }],
    [['proof', 'P1', 'refuse'], { about: 'proof', id: 'P1', decision: 'refuse', reason: undefined }],
    [['ticket', 'T1', '--pictures', 'x'], { about: 'ticket', id: 'T1', decision: null, pictures: true }],
  ])('%j: is read', (args, request) => {
    expect(readDeskRequest(args).request).toEqual(request);
  });

  it.each([
    [['payment', '7'], /^Say what to do:/],
    [['payment', 'seven', 'book'], /^"seven" is no number of a payment/],
    [['payment', '7', 'book', '15.50'], /^"15\.50" is no amount in whole shillings/],
    [['payment', '7', 'book', '-5'], /^"-5" is no amount|Unknown option/],
    [['payment', '7', 'refuse', '5'], /^Say what to do:/],
    [['application', 'L1', 'reject'], /^Say why: arrears, /],
    [['application', 'L1', 'approve', 'now'], /^Say what to do:/],
    [['application', 'L1', 'approve', '--pictures', 'x'], /^Say what to do:/],
    [['application'], /^Say what to do:/],
    [['ticket', 'T1', 'solve', ' '], /^Write what the borrower reads/],
    [['loan', 'L1'], /^Say what to do:/],
    [['--pictures', 'x'], /^Say what to do:/],
  ])('%j: is refused in words', (args, words) => {
    expect(() => readDeskRequest(args)).toThrow(words);
  });
});
