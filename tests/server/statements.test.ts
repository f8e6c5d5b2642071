/**
 * Statements that each call sends to the database, with `begin` and `commit`, and how often it waits for the database. A count is
 * exact, and the same on every machine.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addBorrowers, type SeededBorrower } from '../../scripts/lib/manyBorrowers.ts';
import { startLender, type Phone, type TestLender } from '#tests/support/testLender.ts';
import { complete } from '../forms/sectionSamples.ts';

let lender: TestLender;
/** Statements since the last call began, in order. */
let sent: string[] = [];
/** How often the last call waited for an answer of the database. */
let waits = 0;
let isPublishing = false;
let unsubscribe = (): void => undefined;

beforeAll(async () => {
  lender = await startLender({ env: { READER: 'off' } });
  // Otherwise the statements of due work would be counted too.
  await lender.inside().due.stop();
  unsubscribe = lender.inside().store.onStatement((sql) => {
    sent.push(sql);
    if (sql === 'begin') return;
    // The statements of a pipeline are published in one go. `begin` is sent with the statement after it.
    if (!isPublishing) waits++;
    isPublishing = true;
    queueMicrotask(() => (isPublishing = false));
  });
});
afterAll(async () => {
  unsubscribe();
  await lender.stop();
});

let numbers = 50_000_000;
async function seeded(stage: 'applying' | 'offered' | 'lent'): Promise<{ phone: Phone; borrower: SeededBorrower }> {
  const { store, clock } = lender.inside();
  const [borrower] = await addBorrowers(store, { stage, count: 1, first: numbers++, now: clock.now() });
  if (!borrower) throw new Error('no borrower was added');
  const phone = lender.phone({ device: () => borrower.deviceId });
  phone.token = borrower.token;
  return { phone, borrower };
}

async function statementsOf(call: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  sent = statements;
  waits = 0;
  await call();
  sent = [];
  return statements;
}

const isWrite = (sql: string): boolean => /^\s*(insert|update|delete|begin)|for (no key )?(update|share)/i.test(sql);

describe('home', () => {
  test('home, running loan: one statement with the session, which neither writes nor locks', async () => {
    const { phone } = await seeded('lent');
    const statements = await statementsOf(() => phone.call('latestOrder', {}));
    expect(statements.filter(isWrite)).toEqual([]);
    expect(statements).toHaveLength(1);
  });
});

/** Most statements of a call. A commit that makes a call cheaper lowers the number; a commit that raises one gives the reason. */
const BUDGET = { save: 10, offer: 5, draw: 10, repay: 8, repaymentPage: 9 };

/** Most waits for an answer of the database. Each takes a round trip, which is a millisecond or more where the database is another machine. */
const WAITS = { save: 6, draw: 5, repay: 5 };

test('calls of a borrower: send exactly as many statements as is written here, and wait as often for the database', async () => {
  const applying = await seeded('applying');
  const { orderNo } = applying.borrower;
  const values = { ...complete.personalInfo, nationalId: applying.borrower.msisdn.slice(-8), address: '1 Moi Avenue' };
  const save = await statementsOf(() => applying.phone.call('saveBasicInfoMarket', { orderNo, values }));
  const waitsOfSave = waits;

  const offered = await seeded('offered');
  let consent = { orderNo: offered.borrower.orderNo, agreementVersion: '', sent: 0, owed: 0 };
  const offer = await statementsOf(async () => {
    const { agreementVersion, terms } = await offered.phone.call('confirmProductInfo', { orderNo: consent.orderNo });
    consent = { ...consent, agreementVersion, sent: terms.sent, owed: terms.owed };
  });
  const draw = await statementsOf(() => offered.phone.call('getMoney', consent));
  const waitsOfDraw = waits;

  const lent = await seeded('lent');
  const order = { orderNo: lent.borrower.orderNo };
  const repaymentPage = await statementsOf(() => lent.phone.call('repayOrderDetail', order));
  const repay = await statementsOf(() => lent.phone.call('mpesaRepayLink', { ...order, amount: 100_000, requestId: 'tap-1' }));

  expect({ save: waitsOfSave, draw: waitsOfDraw, repay: waits }).toEqual(WAITS);
  const counted = { save, offer, draw, repay, repaymentPage };
  expect(Object.fromEntries(Object.entries(counted).map(([call, statements]) => [call, statements.length]))).toEqual(BUDGET);
});

test('queued prompt: is claimed, sent and recorded with four statements, without reading the access token again', async () => {
  const { lending } = lender.inside();
  const queuePrompt = async (): Promise<void> => {
    const { phone, borrower } = await seeded('lent');
    await phone.call('mpesaRepayLink', { orderNo: borrower.orderNo, amount: 100_000, requestId: 'tap-1' });
  };
  await queuePrompt();
  await lending.runQueued();
  await queuePrompt();
  const statements = await statementsOf(() => lending.runQueued());
  // The others are those of the simulated rail, and the begins and ends of transactions.
  const ofLender = statements.filter((sql) => /"(outbox|rail_intent|rail_token)"/.test(sql));
  expect(ofLender.map((sql) => /^\w+/.exec(sql)?.[0])).toEqual(['select', 'select', 'with', 'with']);
});
