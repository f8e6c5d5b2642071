/** Borrowers who draw and pay during outages of the database, and the checks of the books afterwards. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { CODE, LOCAL, toProblem, type Problem } from '#machines/model/codes.ts';
import { shillings } from '#machines/model/money.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { trialBalance } from '#server/books/ledger.ts';
import { createLending } from '#server/lending/createLending.ts';
import { systemClock } from '#server/store/clock.ts';
import { markMode } from '#server/store/databaseMode.ts';
import { createSecret } from '#server/store/secret.ts';
import { openStore, type Store } from '#server/store/store.ts';
import { approvedBorrower, lendingConfig, type Borrower } from './lendingFixture.ts';
import { PATIENCE } from './patience.ts';
import { createScriptedRail } from './scriptedRail.ts';
import { grantSession, testSessions } from './testSessions.ts';
import type { Phone, TestLender } from './testLender.ts';

/** The lender or the proxy to which the borrowers send their calls. */
type Front = Pick<TestLender, 'phone' | 'sandbox'>;

/** A borrower with an offer to draw, and a token for {@link deviceOf}. */
type ApprovedBorrower = Borrower & { token: string };
export type BorrowerWithPhone = Borrower & { phone: Phone };

/** The phones are the trusted devices of their borrowers: no draw needs a code. */
export const deviceOf = (userId: number): string => `phone-of-borrower-number-${userId}`;

async function withStore<T>(databaseUrl: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ dataDir: '', databaseUrl, clock: systemClock });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** @param key the data key of the lenders. */
export const prepareBorrowers = (databaseUrl: string, key: Buffer, count: number): Promise<ApprovedBorrower[]> =>
  withStore(databaseUrl, async (store) => {
    const sessions = testSessions(store, systemClock);
    const secret = createSecret(key);
    store.useSecret(secret);
    const lending = createLending(
      store,
      systemClock,
      createScriptedRail(() => 0),
      lendingConfig,
    );
    const borrowers: ApprovedBorrower[] = [];
    for (let i = 0; i < count; i++) {
      const borrower = await approvedBorrower(store, lending, systemClock);
      const device = secret.mac('device', deviceOf(borrower.userId)).toString('hex');
      borrowers.push({ ...borrower, token: await grantSession(store, sessions, borrower.userId, { device, isRegistration: true }) });
    }
    await markMode(store.db, 'sandbox');
    return borrowers;
  });

export const withPhone = ({ token, ...borrower }: ApprovedBorrower, front: Pick<Front, 'phone'>): BorrowerWithPhone => ({
  ...borrower,
  phone: Object.assign(front.phone({ device: () => deviceOf(borrower.userId) }), { token }),
});

/**
 * Codes of failures that the test itself causes: a server error, no room, no answer, or a clock that was moved during the call. A
 * call that failed so must have no effect twice, so it is sent again.
 */
const EXPECTED: readonly number[] = [CODE.serverError, CODE.tryLater, LOCAL.networkFailed, LOCAL.garbageAnswer, CODE.staleTimestamp];
export const isOfOutage = ({ code }: Problem): boolean => EXPECTED.includes(code);

const INSTALMENT = shillings(1_000);
const INSTALMENTS = 5;

export async function consentOf({ phone, orderNo }: BorrowerWithPhone) {
  const { agreementVersion, terms } = await phone.call('confirmProductInfo', { orderNo });
  return { orderNo, agreementVersion, sent: terms.sent, owed: terms.owed };
}

export interface Acknowledged {
  /** Numbers of orders. */
  drawn: string[];
  /** Ids of the payments that were requested, and of those that the borrower was told are paid. */
  pushed: string[];
  paid: string[];
}

/** Borrowers who draw and pay. Each sends a failed call again, as the same request, until it is answered. */
export function startLoad(front: Front, first: readonly BorrowerWithPhone[]) {
  const acknowledged: Acknowledged = { drawn: [], pushed: [], paid: [] };
  const failures: Problem[] = [];
  let answered = 0;
  let isOver = false;

  async function insist<T>(ask: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        const answer = await ask();
        answered++;
        return answer;
      } catch (error) {
        const problem = toProblem(error);
        failures.push(problem);
        if (!isOfOutage(problem)) throw error;
        await sleep(20);
      }
    }
  }

  async function live(borrower: BorrowerWithPhone): Promise<void> {
    const { phone, orderNo } = borrower;
    const statusNow = async () => (await insist(() => phone.call('latestOrder', {}))).order?.status;
    if ((await statusNow()) === STATUS.confirm) {
      const consent = await insist(() => consentOf(borrower));
      await insist(() => phone.call('getMoney', consent));
      acknowledged.drawn.push(orderNo);
    }
    while (!isOver && (await statusNow()) !== STATUS.repaying) await sleep(100);
    for (let tap = 1, paid = 0; paid < INSTALMENTS && !isOver; tap++) {
      const push = await insist(() => phone.call('mpesaRepayLink', { orderNo, amount: INSTALMENT, requestId: `tap-${tap}` }));
      const { payOrderId } = push;
      acknowledged.pushed.push(payOrderId);
      let { state } = push;
      while (!isOver && state !== 'paid' && state !== 'failed') {
        await sleep(100);
        ({ state } = await insist(() => phone.call('portalRepaymentDetail', { payOrderId })));
      }
      if (state !== 'paid') continue;
      acknowledged.paid.push(payOrderId);
      paid++;
    }
    while (!isOver) {
      await insist(() => phone.call('repayOrderDetail', { orderNo }));
      await sleep(100);
    }
  }

  /** Types the PIN at open prompts. A command that failed is repeated, because its prompt is still open. */
  async function answerPrompts(): Promise<void> {
    while (!isOver) {
      const { prompts } = await front.sandbox.state().catch(() => ({ prompts: [] }));
      for (const { id } of prompts) await front.sandbox.do(`/prompts/${id}`, { pin: '1234' }).catch(() => undefined);
      await sleep(100);
    }
  }

  const running: Promise<unknown>[] = [answerPrompts(), ...first.map(live)].map((one) => one.catch(() => undefined));
  const grows = (count: () => number, by: number): Promise<void> => {
    const before = count();
    return vi.waitFor(() => expect(count()).toBeGreaterThanOrEqual(before + by), { timeout: PATIENCE, interval: 20 });
  };
  return {
    acknowledged,
    failures,
    answered: () => answered,
    join: (borrower: BorrowerWithPhone): void => void running.push(live(borrower).catch(() => undefined)),
    moreAnswers: () => grows(() => answered, 20),
    anotherPayment: () => grows(() => acknowledged.paid.length, 1),
    async stop(): Promise<void> {
      isOver = true;
      await Promise.all(running);
    },
  };
}

/** After all work has ended, lists acknowledged changes that the database does not have. */
export const lostOf = (databaseUrl: string, { drawn, pushed, paid }: Acknowledged): Promise<string[]> =>
  withStore(databaseUrl, async ({ db }) => {
    const intents = await db.selectFrom('rail_intent').select(['id', 'state']).execute();
    const orders = await db.selectFrom('loan_order').select(['order_no', 'status']).execute();
    const stateOf = new Map(intents.map(({ id, state }) => [id, state]));
    const statusOf = new Map(orders.map(({ order_no, status }) => [order_no, status]));
    return [
      ...drawn.filter((no) => statusOf.get(no) !== STATUS.repaying && statusOf.get(no) !== STATUS.finish),
      ...pushed.filter((id) => !stateOf.has(id)),
      ...paid.filter((id) => stateOf.get(id) !== 'OK'),
    ];
  });

export interface Books {
  /** Movements of money without a result. */
  open: string[];
  /** Number of loans that M-PESA paid out, and of payments that it accepted. */
  payouts: number;
  payments: number;
  /** Movements of M-PESA that the journal does not have exactly once, and bookings without a movement. */
  different: string[];
  /** Cents; 0 when every entry balances. */
  sum: number;
}

export const booksOf = (databaseUrl: string): Promise<Books> =>
  withStore(databaseUrl, async ({ db }) => {
    const open = await db.selectFrom('rail_intent').select('id').where('state', 'not in', ['OK', 'FAILED']).execute();
    const lent = await db.selectFrom('journal').select('ref as id').where('kind', '=', 'disbursement').execute();
    const repaid = await db
      .selectFrom('journal as j')
      .innerJoin('rail_intent as i', 'i.id', 'j.ref')
      .select('i.receipt as id')
      .where('j.kind', '=', 'repayment.mpesa')
      .execute();
    const payouts = await db.selectFrom('sim_payout').select('originator_id as id').where('state', '=', 'paid').execute();
    const payments = await db.selectFrom('sim_prompt').select('receipt as id').where('state', '=', 'paid').execute();
    const times = (list: readonly string[], id: string): number => list.filter((one) => one === id).length;
    const compare = (moved: readonly { id: string | null }[], booked: readonly { id: string | null }[]): string[] => {
      const ids = moved.map(({ id }) => id ?? '');
      const journal = booked.map(({ id }) => id ?? '');
      return [...new Set([...ids, ...journal])].filter((id) => times(ids, id) !== 1 || times(journal, id) !== 1);
    };
    return {
      open: open.map(({ id }) => id),
      payouts: payouts.length,
      payments: payments.length,
      different: [...compare(payouts, lent), ...compare(payments, repaid)],
      sum: await trialBalance(db),
    };
  });
