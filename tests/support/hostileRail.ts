/**
 * A rail with every fault that a rail may have. It moves the money and loses the answer, loses callbacks,
 * repeats them all at once, sends them before the answer, and does not answer queries. Only a payout's id is respected: the same
 * id never moves money twice.
 */
import type { CallbackRoute, CallbackContent, PaybillPayment, Rail, RailIntent, RailResult } from '#server/rail/rail.ts';
import { lendingConfig } from './lendingFixture.ts';
import { rawBody } from './rawBody.ts';
import type { Lending } from '#server/lending/facade.ts';

export interface HostileRail extends Rail {
  /** Number of times that money moved for an intent. */
  readonly moved: ReadonlyMap<string, number>;
  /** Cents that came in minus those that left. */
  readonly balance: number;
  /** Reports every payment that came in, as the paybill does, even if it was reported before. */
  statement(): Promise<void>;
  /** Waits for callbacks that are being delivered. */
  quiet(): Promise<void>;
  outcomes: Record<string, number>;
}

/** Reproducible numbers in [0, 1). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const LOSS_RATES = { answer: 0.3, callback: 0.4, query: 0.3 };
const REPEAT_RATE = 0.5;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export function createHostileRail(random: () => number, callback: Lending['railCallback']): HostileRail {
  const done = new Map<string, RailResult>();
  const moved = new Map<string, number>();
  const underWay = new Set<Promise<void>>();
  const paidIn: PaybillPayment[] = [];
  const outcomes: Record<string, number> = {};
  let balance = 0;
  let receipts = 0;

  const sendCallback = (intent: RailIntent, token: string, result: RailResult): void => {
    const route: CallbackRoute = intent.kind === 'STK' ? 'stk' : 'payout';
    const callbackSent = pause(random() * 30)
      .then(() => callback({ route, token, body: rawBody(result) }))
      .then((outcome) => void (outcomes[outcome] = (outcomes[outcome] ?? 0) + 1));
    underWay.add(callbackSent);
    void callbackSent.finally(() => underWay.delete(callbackSent));
  };

  return {
    moved,
    outcomes,
    get balance() {
      return balance;
    },
    async quiet() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    async statement() {
      for (const payment of paidIn) {
        const outcome = await callback({ route: 'paybill', token: null, body: rawBody(payment) });
        outcomes[`statement ${outcome}`] = (outcomes[`statement ${outcome}`] ?? 0) + 1;
      }
    },
    async send(intent, token, account) {
      await pause(random() * 8);
      const refOf = (count: number): string => (intent.kind === 'B2C' ? intent.id : `ws_${intent.id}_${count}`);
      if (!(intent.kind === 'B2C' && done.has(intent.id))) {
        const count = (moved.get(intent.id) ?? 0) + 1;
        moved.set(intent.id, count);
        balance += intent.purpose === 'disbursement' ? -intent.amount : intent.amount;
        const receipt = `R${++receipts}`;
        if (intent.kind === 'STK') paidIn.push({ receipt, amount: intent.amount, account: account ?? '', at: null });
        const result: RailResult = { ok: true, amount: intent.amount, receipt, at: null, providerRef: refOf(count) };
        done.set(intent.id, result);
        if (random() > LOSS_RATES.callback)
          for (let copies = random() < REPEAT_RATE ? 3 : 1; copies > 0; copies--) sendCallback(intent, token, result);
      }
      if (random() < LOSS_RATES.answer) throw new Error('connection reset');
      return { is: 'accepted', ref: refOf(moved.get(intent.id) ?? 1) };
    },
    async query(intent) {
      await pause(random() * 5);
      if (random() < LOSS_RATES.query) throw new Error('timeout');
      return done.get(intent.id) ?? null;
    },
    async confirm({ receipt }) {
      await pause(random() * 5);
      if (random() < LOSS_RATES.query) throw new Error('timeout');
      const payment = paidIn.find((one) => one.receipt === receipt);
      return payment
        ? { is: 'completed', receipt, amount: payment.amount, to: lendingConfig.paybill, at: null }
        : { is: 'unknown', text: 'no such receipt' };
    },
    askBalances: () => Promise.resolve(),
    reverse: () => Promise.reject(new Error('it returns nothing')),
    paymentsBetween: () => Promise.resolve(null),
    // The body of its callbacks is the result, as JSON.
    holderName: () => Promise.resolve(null),
    read: (route: CallbackRoute, body: unknown): CallbackContent =>
      route === 'paybill' ? { is: 'paybill', payment: body as PaybillPayment } : { is: 'result', result: body as RailResult },
  };
}
