/** Fixtures of a lender with its rail, for tests of applications, of the rail and of running loans. */
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { addDays, HOUR, startOfDate } from '#machines/model/calendar.ts';
import type { Order, RepaymentDetail } from '#machines/model/order.ts';
import { saveSection } from '#server/apply/applicant.ts';
import { trialBalance } from '#server/books/ledger.ts';
import { createSimulatedCards } from '#server/simulation/rail/simulatedCards.ts';
import { callbackToken, type TokenUse } from '#server/rail/callbackToken.ts';
import type { RailIntent } from '#server/rail/rail.ts';
import type { AccountId } from '#server/store/schema/index.ts';
import type { SecurityLog } from '#server/store/securityLog.ts';
import { firstLoan } from '#src/market/products.ts';
import { testClock, type Engine } from '#tests/support/database.ts';
import {
  approvedBorrower,
  consentTo,
  giveEverything,
  GOOD_ANSWERS,
  newBorrower,
  OPEN_GATE,
  startLendingFixture,
  type Borrower,
  type LendingFixture,
  type LendingFixtureOptions,
} from '#tests/support/lendingFixture.ts';
import type { FaultyNetwork } from '../rail/faultyNetwork.ts';

/** The loan that a new borrower applies for. */
export const APPLY = { productId: firstLoan.id, amount: 500_000, termDays: 91 };

export const refusal = (code: number, key: string): unknown => expect.objectContaining({ name: 'Refusal', code, key });

export interface LoanFixture extends LendingFixture {
  order(borrower: Borrower): Promise<Order>;
  detail(borrower: Borrower): Promise<RepaymentDetail>;
  /** Sum of the order's entries on an account. */
  booked(borrower: Borrower, account: AccountId): Promise<number>;
  /** A borrower whose application with these answers was sent. */
  applied(answers?: typeof GOOD_ANSWERS): Promise<Borrower>;
  /** A borrower with an offer that is not drawn yet. */
  approved(): Promise<Borrower>;
  /** The borrower accepts the offer as it is and draws it, and the due work runs. */
  draw(borrower: Borrower): Promise<void>;
  /** Sum of all entries on an account. */
  balanceOf(account: AccountId): Promise<number>;
  /** Moves the clock by ms and runs the due work. */
  pass(ms: number): Promise<void>;
  /** Moves the clock to noon in Nairobi, this many days after the due date (before it when below zero). */
  goToDaysLate(borrower: Borrower, days: number): Promise<void>;
  /** The borrower pays at the paybill. The rail reports it, unless the test loses its reports. @returns the receipt. */
  payBill(borrower: Borrower, account: string, amount: number): Promise<string>;
  /** Posts a callback to the lender as the rail would. @param path behind the lender's address for callbacks. */
  report(path: string, body: unknown): Promise<Response>;
  /** Money that the rail moved to the lender and has not reported. */
  railKnows(payment: { receipt: string; amount: number; account: string; at?: number }): Promise<void>;
}

async function startLoanFixture(engine: Engine, options: LendingFixtureOptions = {}, clock = testClock()): Promise<LoanFixture> {
  const fixture = await startLendingFixture(await engine.open(clock), clock, options);
  const detail = (b: Borrower): Promise<RepaymentDetail> => fixture.lending.repayment(b.userId, b.orderNo);
  return {
    ...fixture,
    order: (b) => fixture.lending.order(b.userId, b.orderNo),
    detail,
    async booked(b, account) {
      const rows = await fixture.store.db
        .selectFrom('entry')
        .innerJoin('journal', 'journal.id', 'entry.journal_id')
        .innerJoin('loan_order', 'loan_order.id', 'journal.order_id')
        .where('order_no', '=', b.orderNo)
        .where('account_id', '=', account)
        .select('amount')
        .execute();
      return rows.reduce((sum, row) => sum + row.amount, 0);
    },
    async applied(answers = GOOD_ANSWERS) {
      const { userId, msisdn } = await newBorrower(fixture.store, clock.now());
      await giveEverything(fixture.store, userId, msisdn, clock.now());
      const { orderNo } = await fixture.lending.open(userId, APPLY);
      await fixture.lending.advance(userId, orderNo, 'questionnaire.answered', async (tx) => {
        await saveSection(tx, userId, 'loanQuestion', answers, clock.now());
      });
      return { userId, msisdn, orderNo };
    },
    approved: () => approvedBorrower(fixture.store, fixture.lending, clock),
    async draw(b) {
      await fixture.lending.getMoney(b.userId, await consentTo(fixture.lending, b.userId, b.orderNo), OPEN_GATE);
      await fixture.settleDueWork();
    },
    async balanceOf(account) {
      const rows = await fixture.store.db.selectFrom('entry').select('amount').where('account_id', '=', account).execute();
      return rows.reduce((sum, { amount }) => sum + amount, 0);
    },
    async pass(ms) {
      clock.pass(ms);
      await fixture.settleDueWork();
    },
    async goToDaysLate(b, days) {
      const { dueDate } = (await detail(b)).balance;
      clock.set(startOfDate(addDays(dueDate, days)) + 12 * HOUR);
    },
    async payBill(b, account, amount) {
      const paid = await fixture.simulator.payAtPaybill({ msisdn: b.msisdn, amount, account });
      await fixture.settleDueWork();
      return paid?.receipt ?? '';
    },
    async railKnows({ receipt, amount, account, at = clock.now() }) {
      await fixture.store.db
        .insertInto('sim_transaction')
        .values({ receipt, kind: 'paybill', msisdn: '254700000001', amount: -amount, reference: account, at })
        .execute();
    },
    report: (path, body) =>
      fetch(`${fixture.url}/rail/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
}

/**
 * Starts a fixture before the suite and closes it after the suite, when its books must balance.
 * @returns the fixture; its members exist from the first test on.
 */
function standing<H extends LendingFixture>(start: () => Promise<H>): H {
  const fixture = {} as H;
  beforeAll(async () => {
    Object.assign(fixture, await start());
  });
  afterAll(async () => {
    expect(await trialBalance(fixture.store.db)).toBe(0);
    await fixture.close();
  });
  return fixture;
}

/** Call it once per suite, like the two functions below. */
export const setLoanFixture = (engine: Engine, config: LendingFixtureOptions['config'] = {}): LoanFixture =>
  standing(() => startLoanFixture(engine, { config }));

export interface RailFixture extends LoanFixture {
  /** The intents of this borrower, oldest first. */
  intentsOf(borrower: Borrower): Promise<RailIntent[]>;
  /** The token in the address for results of an intent, or for answers to a query about it. */
  tokenOf(intent: Pick<RailIntent, 'callback_nonce'>, use?: TokenUse): string;
  /** Cents that the borrower's wallet has received since it was made. */
  received(borrower: Borrower): Promise<number>;
}

/** A fixture whose rail is reached through this network. After each test, network and rail are reset, and the books must balance. */
export function setRailFixture(
  engine: Engine,
  network: FaultyNetwork,
  config: LendingFixtureOptions['config'] = {},
  alarm: NonNullable<LendingFixtureOptions['alarm']> = () => {},
  simulated: LendingFixtureOptions['simulated'] = {},
  pace?: LendingFixtureOptions['pace'],
): RailFixture {
  const fixture = standing<RailFixture>(async () => {
    const loans = await startLoanFixture(engine, { config, fetch: network.fetch, alarm, simulated, ...(pace && { pace }) });
    return {
      ...loans,
      intentsOf: (b) =>
        loans.store.db.selectFrom('rail_intent').selectAll().where('user_id', '=', b.userId).orderBy('created_at').execute(),
      tokenOf: ({ callback_nonce }, use = 'result') => callbackToken(loans.store.db, use, callback_nonce),
      received: async (b) => (await loans.simulator.wallet(b.msisdn)).balance - 2_000_000,
    };
  });
  afterEach(async () => {
    network.heal();
    await fixture.simulator.setSwitches({ callbacks: 'normal', nextPayout: 'success', gateway: 'normal' });
    expect(await trialBalance(fixture.store.db)).toBe(0);
  });
  return fixture;
}

export interface TextingFixture extends LoanFixture {
  /** The text messages, oldest first. */
  readonly texts: readonly { to: string; text: string }[];
  /** The text messages to this borrower. */
  textsTo(borrower: Pick<Borrower, 'msisdn'>): string[];
  /** The gateway that sends the texts. */
  readonly gateway: { isDown: boolean };
}

/** A fixture that lends up to the product's maximum, authorises cards and sends text messages. */
export function setTextingFixture(engine: Engine, security?: SecurityLog): TextingFixture {
  const clock = testClock();
  const texts: { to: string; text: string }[] = [];
  const textsTo = ({ msisdn }: Pick<Borrower, 'msisdn'>): string[] => texts.filter(({ to }) => to === msisdn).map(({ text }) => text);
  const gateway = { isDown: false };
  const config: LendingFixtureOptions['config'] = {
    ...(security && { security }),
    ceiling: (product) => product.maxPrincipal,
    cards: createSimulatedCards(clock),
    sms: {
      async send(to, text) {
        if (gateway.isDown) return { is: 'notNow' };
        texts.push({ to, text });
        return { is: 'taken' };
      },
    },
  };
  return standing(async () => ({ ...(await startLoanFixture(engine, { config }, clock)), texts, textsTo, gateway }));
}
