/**
 * Random interleavings of presses of borrowers, decisions of the desk, reports of the rail, jumps of the clock, and restarts. Many
 * borrowers share one database, and each has an interleaving of its own. They share the clock, the rail, the restarts, and the
 * ledger, which must balance over all of them.
 */
import fc from 'fast-check';
import { DAY, HOUR, MINUTE } from '#machines/model/calendar.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { saveSection } from '#server/apply/applicant.ts';
import { createLending } from '#server/lending/createLending.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import type { Lending } from '#server/lending/facade.ts';
import { newOrderNo } from '#server/store/ids.ts';
import { encryptValue, decryptValue } from '#server/store/rowEncryption.ts';
import type { Store, Tx } from '#server/store/store.ts';
import { firstLoan } from '#src/market/products.ts';
import type { TestClock } from './database.ts';
import { seeded } from './hostileRail.ts';
import { consentTo, giveEverything, GOOD_ANSWERS, lendingConfig, newBorrower, savePayoutAccount, OPEN_GATE } from './lendingFixture.ts';
import { floatOf, checkMoneyInvariants, checkOrderInvariants } from './ledgerInvariants.ts';
import { createScriptedRail, type ScriptedRail } from './scriptedRail.ts';

/** Acts of one borrower, or of the desk about that borrower. */
const STEPS = [
  'send the application',
  'approve',
  'reject',
  'ask for a person',
  'draw',
  'decline',
  'correct the account',
  'push a part',
  'push everything',
  'tap the same push again',
  'pay at the paybill',
  'pay too much at the paybill',
  'somebody forges a payment',
  'choose a rollover and pay it',
  'open another order',
  'open home',
] as const;
type Step = (typeof STEPS)[number];

/**
 * The usual steps of a loan; null: a round in which only the rail answers. An interleaving is a beginning of this list, with random
 * steps in between.
 */
const USUAL_STEPS: readonly (Step | null)[] = [
  'send the application',
  'approve',
  'draw',
  null,
  null,
  'push a part',
  null,
  null,
  'push everything',
];

const CLOCK = {
  'no time': 0,
  'some seconds': 16_000,
  'some minutes': 11 * MINUTE,
  'a day': 25 * HOUR,
  'five days': 5 * DAY,
  'a term': 92 * DAY,
};
const EVENTS = [...Object.keys(CLOCK), 'restart'] as (keyof typeof CLOCK | 'restart')[];

export interface Batch {
  seed: number;
  /** The steps of each borrower in each round, which run at the same time. */
  people: (readonly Step[])[][];
  /** Jump of the clock, or restart, before each round. */
  events: (keyof typeof CLOCK | 'restart')[];
}

const ROUNDS = 12;

const interleaving: fc.Arbitrary<(readonly Step[])[]> = fc
  .record({
    usual: fc.oneof(fc.constant(USUAL_STEPS.length), fc.nat({ max: USUAL_STEPS.length })),
    between: fc.array(fc.record({ at: fc.nat({ max: ROUNDS - 1 }), step: fc.constantFrom(...STEPS) }), { maxLength: 4 }),
    delay: fc.nat({ max: 2 }),
  })
  .map(({ usual, between, delay }) =>
    Array.from({ length: ROUNDS }, (_, round): readonly Step[] => {
      const step = round >= delay && round - delay < usual ? USUAL_STEPS[round - delay] : null;
      const others = between.filter(({ at }) => at === round).map((one) => one.step);
      // The usual step begins before or after the others. All of them run at the same time.
      return !step ? others : round % 2 === 0 ? [step, ...others] : [...others, step];
    }),
  );

type Event = (typeof EVENTS)[number];
const early = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom<Event>('no time', 'some seconds', 'some minutes', 'restart') },
  { weight: 1, arbitrary: fc.constantFrom(...EVENTS) },
);
const late = fc.constantFrom(...EVENTS);
const last = fc.constantFrom<Event>('no time', 'a term');

/** @param size how many interleavings. */
export const batchOf = (size: number): fc.Arbitrary<Batch> =>
  fc.record({
    seed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    people: fc.array(interleaving, { minLength: size, maxLength: size }),
    // Long jumps come mostly in the second half: a lapsed offer would end most interleavings early.
    events: fc.tuple(...Array.from({ length: ROUNDS }, (_, round) => (round < ROUNDS / 2 ? early : round < ROUNDS - 1 ? late : last))),
  });

interface Person {
  userId: number;
  msisdn: string;
  orderNo: string;
  taps: number;
}

/** Violated invariants, one sentence each, and how often each step succeeded or was refused. */
export interface Outcome {
  complaints: string[];
  counts: Record<string, number>;
  /** User ids of the borrowers. */
  people: number[];
  rail: ScriptedRail;
}

/** Runs one batch until nothing is open at the rail, then checks the invariants. */
export async function runBatch(store: Store, clock: TestClock, { seed, people: scripts, events }: Batch): Promise<Outcome> {
  const counts: Record<string, number> = {};
  const complaints: string[] = [];
  const count = (what: string): void => void (counts[what] = (counts[what] ?? 0) + 1);
  const rail = createScriptedRail(seeded(seed));
  const before = await floatOf(store);
  let lending = createLending(store, clock, rail, lendingConfig);
  const people = await newPeople(store, clock, lending, scripts.length);

  /** Awaits a step. A refusal is an expected answer; any other error is a defect. */
  const attempt = async (what: string, work: Promise<unknown>): Promise<void> => {
    try {
      await work;
      count(`${what}: done`);
    } catch (error) {
      if (error instanceof Refusal) count(`${what}: refused`);
      else complaints.push(`${what} broke: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  };
  const work = async (by: Lending): Promise<void> => {
    for (const error of (await by.runDue()).errors)
      complaints.push(`due work broke: ${error instanceof Error ? (error.stack ?? '') : String(error)}`);
  };
  const deliver = (which: 'some' | 'all'): Promise<void>[] =>
    rail.take(which).map((callback) => attempt('callback', lending.railCallback(callback)));

  for (let round = 0; round < ROUNDS; round++) {
    const event = events[round] ?? 'no time';
    const older = lending;
    // The second server starts while the first one still works. They share no memory.
    if (event === 'restart') lending = createLending(store, clock, rail, lendingConfig);
    else clock.pass(CLOCK[event]);
    await Promise.all([
      ...people.flatMap((person, i) =>
        (scripts[i]?.[round] ?? []).map((step) => attempt(step, take(step, person, { lending, clock, rail }))),
      ),
      ...deliver('some'),
      work(older),
      work(lending),
    ]);
  }

  rail.stopFaults();
  for (let tries = 0; (await isAnythingOpen(store)) || tries < 3; tries++) {
    if (tries > 20) {
      complaints.push('the rail still has open intents after 20 rounds');
      break;
    }
    await Promise.all(deliver('all'));
    clock.pass(11 * MINUTE);
    await work(lending);
  }
  await Promise.all(deliver('all'));

  const ids = people.map((person) => person.userId);
  complaints.push(
    ...(await checkOrderInvariants(store, ids, (i) => JSON.stringify(scripts[i]))),
    ...(await checkMoneyInvariants(store, ids, rail, before)),
  );
  await countEnds(store, ids, count);
  // Later batches move the clock by months, which must not change these orders.
  await store.db.updateTable('loan_order').set({ next_due_at: null }).where('user_id', 'in', ids).execute();
  return { complaints, counts, people: ids, rail };
}

interface Surroundings {
  lending: Lending;
  clock: TestClock;
  rail: ScriptedRail;
}

async function take(step: Step, person: Person, { lending, clock, rail }: Surroundings): Promise<unknown> {
  const { userId, msisdn, orderNo } = person;
  const push = async (part: boolean, requestId: string): Promise<unknown> => {
    const { balance, rule } = await lending.repayment(userId, orderNo);
    return lending.startStk(userId, { orderNo, amount: part ? rule.minimum : balance.settleToday, requestId });
  };
  switch (step) {
    case 'send the application':
      return lending.advance(userId, orderNo, 'questionnaire.answered', async (tx) => {
        await saveSection(tx, userId, 'loanQuestion', GOOD_ANSWERS, clock.now());
      });
    case 'approve':
      return lending.decide(orderNo, 'approve');
    case 'reject':
      return lending.decide(orderNo, 'reject');
    case 'ask for a person':
      return lending.requestReview(userId, orderNo);
    case 'draw':
      return lending.getMoney(userId, await consentTo(lending, userId, orderNo), OPEN_GATE);
    case 'decline':
      return lending.decline(userId, orderNo);
    case 'correct the account':
      return lending.advance(userId, orderNo, 'account.bound', (tx) =>
        savePayoutAccount(tx, {
          user_id: userId,
          kind: 'mpesa',
          number: msisdn,
          bank_code: null,
          bank_name: 'M-PESA',
          holder: '',
          saved_at: clock.now(),
        }),
      );
    case 'push a part':
      return push(true, `tap-${++person.taps}`);
    case 'push everything':
      return push(false, `tap-${++person.taps}`);
    case 'tap the same push again':
      return push(true, `tap-${person.taps}`);
    case 'pay at the paybill':
      // The same amount as a prompt for a part, so that only the receipt distinguishes the two payments.
      return rail.payAtPaybill(orderNo, 50_000);
    case 'pay too much at the paybill':
      return rail.payAtPaybill(orderNo, 2_000_000);
    case 'somebody forges a payment':
      return rail.forgeAtPaybill(orderNo, 70_000);
    case 'choose a rollover and pay it': {
      const chosen = await lending.rollovers.choose(userId, orderNo, 14);
      // Nothing is missing when the rollover was chosen and paid before. Nobody can send an amount of zero.
      if (chosen.missing > 0) rail.payAtPaybill(chosen.accountNumber, chosen.missing);
      await Promise.all(rail.take('some').map((callback) => lending.railCallback(callback)));
      return lending.rollovers.confirm(userId, orderNo, chosen.extensionNo);
    }
    case 'open another order': {
      const opened = await lending.open(userId, { productId: firstLoan.id, amount: firstLoan.minPrincipal, termDays: 91 });
      person.orderNo = opened.orderNo;
      return opened;
    }
    case 'open home':
      return lending.home(userId);
  }
}

/** Applicants before the questionnaire. The first is created step by step; the others are copies of its rows. */
async function newPeople(store: Store, clock: TestClock, lending: Lending, size: number): Promise<Person[]> {
  const now = clock.now();
  const first = await newBorrower(store, now);
  await giveEverything(store, first.userId, first.msisdn, now);
  const { orderNo } = await lending.open(first.userId, { productId: firstLoan.id, amount: firstLoan.firstLoanMax, termDays: 91 });
  const others = await store.tx(async (tx) => {
    const users = await tx
      .insertInto('app_user')
      .values(
        Array.from({ length: size - 1 }, (_, i) => ({
          msisdn: `2541${String(first.userId).padStart(5, '0')}${String(i).padStart(3, '0')}`,
          created_at: now,
        })),
      )
      .returning(['id', 'msisdn'])
      .execute();
    for (const table of ['profile_section', 'photo', 'payout_account'] as const) {
      const rows = await tx.selectFrom(table).selectAll().where('user_id', '=', first.userId).execute();
      const copies = users.flatMap(({ id }) => rows.map((row) => copied(tx, row, id)));
      await tx
        .insertInto(table)
        .values(copies as never)
        .execute();
    }
    const { id: _, ...order } = await tx.selectFrom('loan_order').selectAll().where('order_no', '=', orderNo).executeTakeFirstOrThrow();
    const orders = await tx
      .insertInto('loan_order')
      .values(users.map(({ id }) => ({ ...order, contract: JSON.stringify(order.contract), user_id: id, order_no: newOrderNo() })))
      .returning(['id', 'user_id', 'order_no'])
      .execute();
    await tx
      .insertInto('order_event')
      .values(
        orders.map(({ id }) => ({ order_id: id, version: 0, from_status: null, to_status: order.status, event: 'order.opened', at: now })),
      )
      .execute();
    return users.map(({ id, msisdn }) => ({
      userId: id,
      msisdn,
      orderNo: orders.find((one) => one.user_id === id)?.order_no ?? '',
      taps: 0,
    }));
  });
  return [{ ...first, orderNo, taps: 0 }, ...others];
}

/** A copy of a row for another borrower. Encrypted values are encrypted anew for it, and the national ID number is another one. */
function copied(tx: Tx, row: { user_id: number }, userId: number): object {
  const copy = { ...row, user_id: userId };
  if (!('sealed' in row)) return copy;
  const [column, rest] =
    'section' in row ? (['profile_section.sealed', [row.section as string]] as const) : (['payout_account.sealed', []] as const);
  const values = decryptValue<Record<string, string>>(tx, column, [row.user_id, ...rest], row.sealed as Uint8Array);
  if ('nationalId' in values) values['nationalId'] = String(10_000_000 + userId);
  return { ...copy, sealed: encryptValue(tx, column, [userId, ...rest], values) };
}

const isAnythingOpen = async ({ db }: Store): Promise<boolean> =>
  (await db.selectFrom('reported_payment').select('id').where('state', '=', 'reported').limit(1).executeTakeFirst()) !== undefined ||
  (await db.selectFrom('rail_intent').select('id').where('state', 'in', ['NEW', 'SENT', 'UNKNOWN']).limit(1).executeTakeFirst()) !==
    undefined;

async function countEnds({ db }: Store, userIds: readonly number[], count: (what: string) => void): Promise<void> {
  const orders = await db.selectFrom('loan_order').select('status').where('user_id', 'in', userIds).execute();
  for (const { status } of orders) count(`ended in ${Object.entries(STATUS).find(([, number]) => number === status)?.[0]}`);
}
