/** A lender in one process: store, lending, Daraja client and simulator, joined by real HTTP on loopback. */
import Fastify, { type FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import type { Values } from '#machines/model/application.ts';
import type { Consent } from '#src/api/payloads.ts';
import { firstLoan } from '#src/market/products.ts';
import type { Order } from '#machines/model/order.ts';
import { payoutAccountRow, savePhoto, saveSection, type BoundAccount } from '#server/apply/applicant.ts';
import type { Save } from '#server/apply/applicationSteps.ts';
import type { DrawGate, GateRow } from '#server/borrow/drawCode.ts';
import { readConfig } from '#server/config.ts';
import { defaultLendingConfig, type LendingConfig } from '#server/books/lendingConfig.ts';
import { createLending } from '#server/lending/createLending.ts';
import type { Lending } from '#server/lending/facade.ts';
import type { Pace } from '#server/lending/settlement/railPace.ts';
import { railCallbacks } from '#server/rail/callbacks.ts';
import { createSharedTokens } from '#server/rail/accessTokens.ts';
import { createDaraja, type Daraja } from '#server/rail/daraja.ts';
import type { RailFault } from '#server/rail/darajaClient.ts';
import {
  createSimulator,
  simulatedAccess,
  simulatedBankPaybill,
  type Simulator,
  type SimulatorConfig,
} from '#server/simulation/rail/simulator.ts';
import type { Rail } from '#server/rail/rail.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Store, Tx } from '#server/store/store.ts';
import type { TestClock } from './database.ts';

export const lendingConfig: LendingConfig = {
  ...defaultLendingConfig,
  products: [firstLoan],
  lender: readConfig({ SANDBOX: '1' }).support,
};

export const PAYBILL_TOKEN = '0123456789abcdef0123456789abcdef';

/** Answers that the rules approve. */
export const GOOD_ANSWERS: Values = { 1: 'no', 2: 'no', 3: '5', 4: '36', 5: '36', 6: '0', 7: '0', 8: '0', 9: '0', 10: '0', 11: '0' };

/** The values that a sent application with {@link GOOD_ANSWERS} stores. */
export const goodAnswers =
  (userId: number, at: number): Save =>
  (tx) =>
    saveSection(tx, userId, 'loanQuestion', GOOD_ANSWERS, at).then(() => undefined);

let numbers = 0;

/** A new borrower. */
export async function newBorrower(
  store: Store,
  at: number,
  msisdn = `2547${String(10_000_000 + ++numbers)}`,
): Promise<{ userId: number; msisdn: string }> {
  const { id } = await store.db.insertInto('app_user').values({ msisdn, created_at: at }).returning('id').executeTakeFirstOrThrow();
  return { userId: id, msisdn };
}

/** Stores a payout account, without the codes that binding one needs. */
export async function savePayoutAccount(
  tx: Tx,
  { user_id, saved_at, ...account }: Omit<BoundAccount, 'details'> & { user_id: number; saved_at: number },
): Promise<void> {
  const row = payoutAccountRow(tx, user_id, { details: {}, ...account }, saved_at);
  await tx
    .insertInto('payout_account')
    .values(row)
    .onConflict((c) => c.column('user_id').doUpdateSet(row))
    .execute();
}

/** Stores all data of a borrower that the lender asks for once. */
export async function giveEverything(store: Store, userId: number, msisdn: string, at: number): Promise<void> {
  await store.tx(async (tx) => {
    await saveSection(tx, userId, 'personalInfo', { firstName: 'Wanjiku', lastName: 'Kamau', nationalId: msisdn.slice(-8) }, at);
    await saveSection(tx, userId, 'additionalInfo', { companyName: 'Duka', employmentType: 'employee', monthlySalary: 'from40000' }, at);
    for (const side of ['front', 'back', 'face'] as const) {
      await savePhoto(tx, {
        user_id: userId,
        side,
        order_id: null,
        storage_ref: `${userId}-${side}`,
        mime: 'image/jpeg',
        width: 800,
        height: 600,
        saved_at: at,
      });
    }
    await savePayoutAccount(tx, {
      user_id: userId,
      kind: 'mpesa',
      number: msisdn,
      bank_code: null,
      bank_name: 'M-PESA',
      holder: 'Wanjiku Kamau',
      saved_at: at,
    });
  });
}

/** Allows every draw without a code. The rules about codes are tested over the wire (`tests/server/borrow/drawCode.test.ts`). */
export const OPEN_GATE: DrawGate = {
  query: (tx) => sql<GateRow>`select false as is_blocked, true as is_fresh`.compile(tx),
  decide: () => Promise.resolve(null),
};

export const consentTo = async (lending: Lending, userId: number, orderNo: string): Promise<Consent> => {
  const { agreementVersion, terms } = await lending.offer(userId, orderNo);
  return { orderNo, agreementVersion, sent: terms.sent, owed: terms.owed };
};

export interface Borrower {
  userId: number;
  msisdn: string;
  orderNo: string;
}

/** A borrower with an approved offer over that principal. */
export async function approvedBorrower(
  store: Store,
  lending: Lending,
  clock: Clock,
  principal = 500_000,
  msisdn?: string,
): Promise<Borrower> {
  const borrower = await newBorrower(store, clock.now(), msisdn);
  await giveEverything(store, borrower.userId, borrower.msisdn, clock.now());
  const { userId } = borrower;
  const { orderNo } = await lending.open(userId, { productId: firstLoan.id, amount: principal, termDays: 91 });
  await lending.advance(userId, orderNo, 'questionnaire.answered', goodAnswers(userId, clock.now()));
  await lending.decide(orderNo, 'approve');
  return { ...borrower, orderNo };
}

export interface LendingFixture {
  store: Store;
  clock: TestClock;
  lending: Lending;
  rail: Daraja;
  simulator: Simulator;
  url: string;
  /** Runs the due work of lender and rail until nothing is due now. */
  settleDueWork(): Promise<void>;
  /** A borrower whose loan was paid out. */
  lent(principal?: number): Promise<Borrower>;
  /** Sends a prompt and types the right PIN. */
  pay(borrower: Borrower, amount: number): Promise<Order>;
  close(): Promise<void>;
}

export interface LendingFixtureOptions {
  config?: Partial<LendingConfig>;
  /** Wraps the real client of the rail. */
  around?: (rail: Daraja) => Rail;
  /** The network between the lender and the rail. */
  fetch?: typeof fetch;
  /** Settings of the simulated rail that differ from the usual ones. */
  simulated?: Partial<SimulatorConfig>;
  /** Number of simultaneous requests to the rail. */
  pace?: Pace;
  /** Is called with each refusal of the rail. */
  alarm?: (fault: RailFault) => void;
}

export async function startLendingFixture(
  store: Store,
  clock: TestClock,
  { config, around = (rail) => rail, fetch: network = fetch, simulated = {}, alarm = () => {}, pace }: LendingFixtureOptions = {},
  port = 0,
): Promise<LendingFixture> {
  const app: FastifyInstance = Fastify();
  let url = '';
  const rail = createDaraja({
    access: () => simulatedAccess(url, '/daraja'),
    clock,
    tokens: createSharedTokens(store, clock),
    alarm,
    bankPaybill: simulatedBankPaybill,
    fetch: network,
  });
  const simulator = createSimulator({ store, clock, config: simulated });
  const lending = createLending(store, clock, around(rail), { ...lendingConfig, ...config }, pace);
  await app.register(simulator.plugin, { prefix: '/daraja' });
  await app.register(railCallbacks, {
    receive: lending.railCallback,
    isPaybillSecret: async (secret) => secret === PAYBILL_TOKEN,
  });
  await app.listen({ host: '127.0.0.1', port });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  await rail.registerPaybill(PAYBILL_TOKEN);

  /** Every request of the lender must be as Safaricom documents it. */
  const checkRequests = (): void => {
    const violations = simulator.violations();
    if (violations.length > 0) throw new Error(`requests that are not as documented: ${violations.join(', ')}`);
  };
  async function settleDueWork(): Promise<void> {
    for (let round = 0; round < 20; round++) {
      const [due, railWork, texts] = [await lending.runDue(), await simulator.runDue(), await lending.runTexts()];
      checkRequests();
      for (const error of [...due.errors, ...texts.errors]) throw error;
      if (due.isMore || texts.isMore) continue;
      if (
        due.orders + due.sent + due.asked + due.reconciled + due.callbacks + railWork.prompts + railWork.payouts + railWork.delivered ===
        0
      )
        return;
    }
  }
  async function lent(principal = 500_000): Promise<Borrower> {
    const borrower = await approvedBorrower(store, lending, clock, principal);
    await lending.getMoney(borrower.userId, await consentTo(lending, borrower.userId, borrower.orderNo), OPEN_GATE);
    await settleDueWork();
    clock.pass(3_000);
    await settleDueWork();
    return borrower;
  }
  let taps = 0;
  async function pay({ userId, msisdn, orderNo }: Borrower, amount: number): Promise<Order> {
    await lending.startStk(userId, { orderNo, amount, requestId: `tap-${++taps}` });
    await settleDueWork();
    const [prompt] = await simulator.prompts(msisdn);
    if (!prompt) throw new Error('no prompt reached the phone');
    await simulator.answer(prompt.checkoutId, { pin: '1234' });
    await settleDueWork();
    return lending.order(userId, orderNo);
  }
  return {
    store,
    clock,
    lending,
    rail,
    simulator,
    url,
    settleDueWork,
    lent,
    pay,
    async close() {
      await app.close();
      checkRequests();
    },
  };
}
