/**
 * A rail without delays, whose results come from one seed. It moves the money or not, and loses its answer or not. The test takes
 * its callbacks in random order, with random repetitions.
 */
import type { CallbackContent, Confirmation, PaybillPayment, Rail, RailIntent, RailResult } from '#server/rail/rail.ts';
import { lendingConfig } from './lendingFixture.ts';
import { rawBody } from './rawBody.ts';
import type { ArrivedCallback } from '#server/rail/callbacks.ts';

export interface ScriptedRail extends Rail {
  /** Number of times that money moved for an intent. */
  readonly moved: ReadonlyMap<string, number>;
  /** Cents that came in minus those that left. */
  readonly balance: number;
  /** A payment at the paybill, which is reported by callback. */
  payAtPaybill(account: string, amount: number): void;
  /** A stranger forges a message of the paybill: no money moved. */
  forgeAtPaybill(account: string, amount: number): void;
  /** Takes some or all of the queued callbacks. */
  take(which: 'some' | 'all'): ArrivedCallback[];
  /** From now on nothing is lost. Reports every payment at the paybill once more, as a statement would. */
  stopFaults(): void;
}

type Behaviour = 'paid' | 'refused by the person' | 'refused at once' | 'refused for want of float' | 'not now' | 'never arrived';
const PUSHES: readonly Behaviour[] = ['paid', 'paid', 'paid', 'refused by the person', 'refused at once', 'never arrived'];
const PAYOUTS: readonly Behaviour[] = [
  'paid',
  'paid',
  'paid',
  'paid',
  'refused by the person',
  'refused for want of float',
  'not now',
  'never arrived',
];
/** M-PESA's result codes: cancelled by the user; receiver not registered. */
const CODES = { STK: 1032, B2C: 2040, B2B: 2040 } as const;
const NO_FLOAT = 1;
const LOSS_RATES = { answer: 0.25, callback: 0.3, query: 0.3 };
const FORGED_FAILURES = 0.4;
const MAX_COPIES = 3;

/** Number of receipts: each movement gets its own, in all rails together. */
let receipts = 0;

/** @param random uniform in [0, 1), the same for the same seed. */
export function createScriptedRail(random: () => number): ScriptedRail {
  const done = new Map<string, RailResult>();
  const moved = new Map<string, number>();
  const paidIn: (PaybillPayment & { amount: number })[] = [];
  let queue: ArrivedCallback[] = [];
  let balance = 0;
  let isFaultless = false;

  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const isLost = (what: keyof typeof LOSS_RATES): boolean => !isFaultless && random() < LOSS_RATES[what];
  const queueCallback = (callback: ArrivedCallback): void => {
    if (isLost('callback')) return;
    for (let copies = 1 + Math.floor(random() * MAX_COPIES); copies > 0; copies--) queue.push(callback);
  };
  const receipt = (): string => `R${++receipts}`;

  const resultOf = (intent: RailIntent, behaviour: Behaviour, account: string | null): RailResult => {
    const code = behaviour === 'refused for want of float' ? NO_FLOAT : CODES[intent.kind];
    if (behaviour !== 'paid') return { ok: false, code, text: behaviour, providerRef: `ws_${intent.id}` };
    moved.set(intent.id, (moved.get(intent.id) ?? 0) + 1);
    balance += intent.purpose === 'disbursement' ? -intent.amount : intent.amount;
    const result: RailResult = { ok: true, amount: intent.amount, receipt: receipt(), at: null, providerRef: `ws_${intent.id}` };
    if (intent.kind === 'STK') paidIn.push({ receipt: result.receipt ?? '', amount: intent.amount, account: account ?? '', at: null });
    return result;
  };

  return {
    moved,
    get balance() {
      return balance;
    },
    payAtPaybill(account, amount) {
      const payment = { receipt: receipt(), amount, account, at: null };
      balance += amount;
      paidIn.push(payment);
      queueCallback({ route: 'paybill', token: null, body: rawBody(payment) });
    },
    forgeAtPaybill(account, amount) {
      queueCallback({ route: 'paybill', token: null, body: rawBody({ receipt: receipt(), amount, account, at: null }) });
    },
    take(which) {
      const now = queue.filter(() => which === 'all' || random() < 0.6);
      queue = queue.filter((callback) => !now.includes(callback));
      return now
        .map((callback) => ({ callback, order: random() }))
        .sort((a, b) => a.order - b.order)
        .map(({ callback }) => callback);
    },
    stopFaults() {
      isFaultless = true;
      for (const payment of paidIn) queue.push({ route: 'paybill', token: null, body: rawBody(payment) });
    },
    async send(intent, token, account) {
      // A payout with an id that was used never moves money again.
      const behaviour = done.has(intent.id) ? null : isFaultless ? 'paid' : pick(intent.kind === 'STK' ? PUSHES : PAYOUTS);
      if (behaviour === 'never arrived') throw new Error('no connection');
      if (behaviour === 'not now') return { is: 'notNow', text: behaviour };
      if (behaviour === 'refused at once') return { is: 'refused', code: CODES[intent.kind], text: behaviour };
      if (behaviour) {
        const result = resultOf(intent, behaviour, account);
        done.set(intent.id, result);
        queueCallback({ route: intent.kind === 'STK' ? 'stk' : 'payout', token, body: rawBody(result) });
        // A stranger who knows the address forges a failure.
        if (intent.purpose === 'disbursement' && random() < FORGED_FAILURES)
          queueCallback({
            route: 'payout',
            token,
            body: rawBody({ ok: false, code: 2001, text: 'forged', providerRef: result.providerRef }),
          });
      }
      if (isLost('answer')) throw new Error('connection reset');
      return { is: 'accepted', ref: `ws_${intent.id}` };
    },
    async query(intent) {
      if (isLost('query')) throw new Error('timeout');
      return done.get(intent.id) ?? null;
    },
    async confirm({ receipt: asked, token }) {
      if (isLost('query')) throw new Error('timeout');
      const payment = paidIn.find((one) => one.receipt === asked);
      const confirmation: Confirmation = payment
        ? { is: 'completed', receipt: asked, amount: payment.amount, to: lendingConfig.paybill, at: null }
        : { is: 'unknown', text: 'no such receipt' };
      // The confirmation is returned at once, or comes by callback.
      if (random() < 0.5) return confirmation;
      queueCallback({ route: 'receipt', token, body: rawBody(confirmation) });
      return null;
    },
    askBalances: () => Promise.resolve(),
    reverse: () => Promise.reject(new Error('it returns nothing')),
    paymentsBetween: () => Promise.resolve(null),
    holderName: () => Promise.resolve(null),
    read: (route, body): CallbackContent =>
      route === 'receipt'
        ? { is: 'confirmation', confirmation: body as Confirmation }
        : route === 'paybill'
          ? { is: 'paybill', payment: body as PaybillPayment }
          : { is: 'result', result: body as RailResult },
  };
}
