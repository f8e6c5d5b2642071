/**
 * A rail whose every fate comes from one seed and which waits for nothing: it moves the money or not, loses its
 * answer or not, and hands its callbacks over when the test says so, in any order and as often as it likes.
 */
import type { CallbackSays, PaybillPayment, Rail, RailIntent, RailResult } from '#server/rail/rail.ts';
import type { ArrivedCallback } from '#server/rail/callbacks.ts';

export interface ScriptedRail extends Rail {
  /** How often money moved for an intent. */
  readonly moved: ReadonlyMap<string, number>;
  /** Cents that left (below zero) or came in. */
  readonly balance: number;
  /** Somebody pays at the paybill; the lender gets a callback. */
  payAtPaybill(account: string, amount: number): void;
  /** Takes callbacks out of the line: some of them now, or the whole line. */
  take(which: 'some' | 'all'): ArrivedCallback[];
  /** From now on nothing is lost. What came in at the paybill is reported once more, as its statement would. */
  turnHonest(): void;
}

type Fate = 'paid' | 'refused by the person' | 'refused at once' | 'never arrived';
const PUSHES: readonly Fate[] = ['paid', 'paid', 'paid', 'refused by the person', 'refused at once', 'never arrived'];
const PAYOUTS: readonly Fate[] = ['paid', 'paid', 'paid', 'paid', 'refused by the person', 'never arrived'];
/** M-PESA's own numbers: cancelled by the user; receiver not registered. */
const CODES = { STK: 1032, B2C: 2040, B2B: 2040 } as const;
const LOSES = { answer: 0.25, callback: 0.3, query: 0.3 };
const MOST_COPIES = 3;

/** Every movement has a receipt of its own, on whichever rail. */
let receipts = 0;

/** @param random uniform in [0, 1), the same for the same seed. */
export function createScriptedRail(random: () => number): ScriptedRail {
  const done = new Map<string, RailResult>();
  const moved = new Map<string, number>();
  const paidIn: PaybillPayment[] = [];
  let line: ArrivedCallback[] = [];
  let balance = 0;
  let isHonest = false;

  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const isLost = (what: keyof typeof LOSES): boolean => !isHonest && random() < LOSES[what];
  const tell = (callback: ArrivedCallback): void => {
    if (isLost('callback')) return;
    for (let copies = 1 + Math.floor(random() * MOST_COPIES); copies > 0; copies--) line.push(callback);
  };
  const receipt = (): string => `R${++receipts}`;

  const resultOf = (intent: RailIntent, fate: Fate): RailResult => {
    if (fate !== 'paid') return { ok: false, code: CODES[intent.kind], text: fate, providerRef: `ws_${intent.id}` };
    moved.set(intent.id, (moved.get(intent.id) ?? 0) + 1);
    balance += intent.purpose === 'disbursement' ? -intent.amount : intent.amount;
    const result: RailResult = { ok: true, amount: intent.amount, receipt: receipt(), at: null, providerRef: `ws_${intent.id}` };
    if (intent.kind === 'STK') paidIn.push({ receipt: result.receipt ?? '', amount: intent.amount, account: intent.id, at: null });
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
      tell({ route: 'paybill', token: null, body: payment });
    },
    take(which) {
      const now = line.filter(() => which === 'all' || random() < 0.6);
      line = line.filter((callback) => !now.includes(callback));
      return now
        .map((callback) => ({ callback, order: random() }))
        .sort((a, b) => a.order - b.order)
        .map(({ callback }) => callback);
    },
    turnHonest() {
      isHonest = true;
      for (const payment of paidIn) line.push({ route: 'paybill', token: null, body: payment });
    },
    async send(intent) {
      // The same payout under the same id never moves money twice.
      const fate = done.has(intent.id) ? null : isHonest ? 'paid' : pick(intent.kind === 'STK' ? PUSHES : PAYOUTS);
      if (fate === 'never arrived') throw new Error('no connection');
      if (fate === 'refused at once') return { is: 'refused', code: CODES[intent.kind], text: fate };
      if (fate) {
        const result = resultOf(intent, fate);
        done.set(intent.id, result);
        tell({ route: intent.kind === 'STK' ? 'stk' : 'payout', token: intent.token, body: result });
      }
      if (isLost('answer')) throw new Error('connection reset');
      return { is: 'accepted', ref: `ws_${intent.id}` };
    },
    async query(intent) {
      if (isLost('query')) throw new Error('timeout');
      return done.get(intent.id) ?? null;
    },
    read: (route, body): CallbackSays =>
      route === 'paybill' ? { is: 'paybill', payment: body as PaybillPayment } : { is: 'result', result: body as RailResult },
  };
}
