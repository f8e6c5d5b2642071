/**
 * A simulated M-PESA: the Daraja endpoints, wallets, PIN prompts, and callbacks over HTTP. It runs in the lender's process with
 * tables of its own. Lender and simulator communicate over HTTP only.
 */
import type { FastifyPluginAsync } from 'fastify';
import { decimalShillings, shillings, type Cents } from '#machines/model/money.ts';
import type { Clock } from '#server/store/clock.ts';
import { newReceipt } from '#server/store/ids.ts';
import type { Store, Tx } from '#server/store/store.ts';
import type { DarajaAccess } from '#server/rail/darajaClient.ts';
import { toDarajaTime } from '#server/rail/darajaTime.ts';
import { endpoints } from './endpoints.ts';
import { processPayouts } from './simulatedPayouts.ts';
import { answerPrompt, expirePrompts, type PromptAnswer, type PromptOutcome } from './prompts.ts';
import {
  changeFloat,
  lockWallet,
  readFloat,
  readSetting,
  readSwitches,
  report,
  writeSetting,
  type SimulatedFloat,
  type SimulatorConfig,
  type Switches,
  type SimulatorContext,
} from './simulatorState.ts';

export type { SimulatorConfig, Switches } from './simulatorState.ts';
export type { PromptAnswer, PromptOutcome } from './prompts.ts';

/** An open prompt on the phone. */
export interface PromptView {
  checkoutId: string;
  msisdn: string;
  amount: Cents;
  reference: string;
  openedAt: number;
  expiresAt: number;
}

export interface WalletView {
  msisdn: string;
  pin: string;
  balance: Cents;
  /** The holder of the number; null: the rail does not name one. */
  name: string | null;
}

export interface TransactionView {
  receipt: string;
  kind: string;
  msisdn: string | null;
  /** Positive: into the wallet; negative: out of it. */
  amount: Cents;
  reference: string;
  at: number;
}

export interface Simulator {
  /** Daraja's endpoints; register it under any prefix. */
  plugin: FastifyPluginAsync;
  /** Open prompts, newest first. @param msisdn only those of this phone. */
  prompts(msisdn?: string): Promise<PromptView[]>;
  answer(checkoutId: string, answer: PromptAnswer): Promise<PromptOutcome>;
  wallets(): Promise<WalletView[]>;
  /** The wallet of a number, opened if it is new. */
  wallet(msisdn: string): Promise<WalletView>;
  setWallet(msisdn: string, change: { balance?: Cents; pin?: string; name?: string | null }): Promise<void>;
  /** Movements of money, newest first, at most 100. */
  transactions(msisdn?: string): Promise<TransactionView[]>;
  /** The borrower pays at the paybill. @returns null when the balance of the wallet is too low. */
  payAtPaybill(payment: { msisdn: string; amount: Cents; account: string }): Promise<{ receipt: string } | null>;
  /**
   * Forges a message of the paybill, as a person could who knows its address: no money moves, and M-PESA has no such receipt.
   * @returns the forged receipt.
   */
  forgePaybill(payment: { amount: Cents; account: string; receipt?: string }): Promise<{ receipt: string }>;
  /** Balances of the accounts that pay out. */
  float(): Promise<SimulatedFloat>;
  setFloat(change: Partial<SimulatedFloat>): Promise<void>;
  /** Ends the access token, as the request of another client with the same consumer key does. */
  endToken(): Promise<void>;
  /** Requests that differed from the documents, by page and field. Each was refused with 400.002.02. */
  violations(): readonly string[];
  switches(): Promise<Switches>;
  setSwitches(change: Partial<Switches>): Promise<void>;
  /**
   * Does all due work: expires prompts, carries out payouts, delivers callbacks. Failed deliveries are repeated, even after a
   * restart.
   */
  runDue(): Promise<{ prompts: number; payouts: number; delivered: number }>;
}

const SIMULATED = {
  consumerKey: 'simulated-key',
  consumerSecret: 'simulated-secret',
  shortcode: '174379',
  passkey: 'simulated-passkey',
  b2cShortcode: '600000',
};

export const defaultSimulatorConfig: SimulatorConfig = {
  ...SIMULATED,
  payoutDelay: 3_000,
  openingFloat: shillings(10_000_000),
  openingBalance: shillings(20_000),
  pin: '1234',
  promptLife: 60_000,
  mostPerSecond: null,
};

/**
 * Credentials and addresses with which the lender calls a simulator.
 * @param own address of the server, without a trailing slash.
 * @param prefix path of {@link Simulator.plugin}.
 */
export const simulatedAccess = (own: string, prefix: string, config: SimulatorConfig = defaultSimulatorConfig): DarajaAccess => ({
  baseUrl: own + prefix,
  consumerKey: config.consumerKey,
  consumerSecret: config.consumerSecret,
  shortcode: config.shortcode,
  passkey: config.passkey,
  b2cShortcode: config.b2cShortcode,
  initiatorName: 'simulated',
  securityCredential: 'c2ltdWxhdGVk',
  paybillInitiatorName: 'simulated',
  paybillSecurityCredential: 'c2ltdWxhdGVk',
  callbackBaseUrl: own,
  pullNumber: '254722000000',
});

/** Every bank with a clearing code can be reached in the simulation. */
export const simulatedBankPaybill = (bankCode: string): string | null =>
  /^\d{1,6}$/.test(bankCode) ? `88${bankCode.padStart(4, '0')}` : null;

/** A float below the default level of the lender's alarm. */
const LOW_FLOAT = shillings(100_000);

/** ms until a failed delivery is repeated; the pause grows each time. */
const RETRY = 2_000;
const MAX_ATTEMPTS = 20;

export interface SimulatorOptions {
  store: Store;
  clock: Clock;
  config?: Partial<SimulatorConfig>;
  fetch?: typeof fetch;
}

async function deliver(context: SimulatorContext, send: typeof fetch): Promise<number> {
  const { store, clock } = context;
  const now = clock.now();
  const due = await store.db
    .updateTable('sim_delivery')
    .set((q) => ({ attempts: q('attempts', '+', 1), due_at: q.val(now + RETRY) }))
    .where('done_at', 'is', null)
    .where('due_at', '<=', now)
    .where('attempts', '<', MAX_ATTEMPTS)
    .returningAll()
    .execute();
  let delivered = 0;
  for (const { id, url, body, attempts } of due.sort((a, b) => a.id - b.id)) {
    const arrived = await send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    }).then(
      (response) => response.ok,
      () => false,
    );
    const change = arrived ? { done_at: clock.now() } : { due_at: clock.now() + RETRY * attempts };
    await store.db.updateTable('sim_delivery').set(change).where('id', '=', id).execute();
    if (arrived) delivered++;
  }
  return delivered;
}

export function createSimulator({ store, clock, config = {}, fetch: send = fetch }: SimulatorOptions): Simulator {
  const context: SimulatorContext = { store, clock, config: { ...defaultSimulatorConfig, ...config }, violations: [] };
  const { db } = store;

  /** Sends the message to the registered address (Daraja 3.0, Customer To Business Register URL, "Confirmation and Validation"). */
  async function reportPayment(tx: Tx, paid: { receipt: string; amount: Cents; account: string; msisdn: string }): Promise<void> {
    const url = await readSetting<string>(tx, 'paybillUrl');
    if (url === undefined) return;
    await report(tx, context, url, {
      TransactionType: 'Pay Bill',
      TransID: paid.receipt,
      TransTime: toDarajaTime(clock.now()),
      TransAmount: decimalShillings(paid.amount),
      BusinessShortCode: context.config.shortcode,
      BillRefNumber: paid.account,
      InvoiceNumber: '',
      OrgAccountBalance: '0.00',
      ThirdPartyTransID: '',
      MSISDN: `${paid.msisdn.slice(0, 4)} ***** ${paid.msisdn.slice(-3)}`,
      FirstName: 'BORROWER',
      MiddleName: '',
      LastName: '',
    });
  }

  return {
    plugin: endpoints(context),
    async prompts(msisdn) {
      let query = db
        .selectFrom('sim_prompt')
        .selectAll()
        .where('state', '=', 'open')
        .where('expires_at', '>', clock.now())
        .orderBy('opened_at', 'desc');
      if (msisdn !== undefined) query = query.where('msisdn', '=', msisdn);
      return (await query.execute()).map((p) => ({
        checkoutId: p.checkout_id,
        msisdn: p.msisdn,
        amount: p.amount,
        reference: p.reference,
        openedAt: p.opened_at,
        expiresAt: p.expires_at,
      }));
    },
    answer: (checkoutId, answer) => answerPrompt(context, checkoutId, answer),
    wallets: () => db.selectFrom('sim_wallet').selectAll().orderBy('msisdn').execute(),
    wallet: (msisdn) => store.tx((tx) => lockWallet(tx, context, msisdn)),
    setWallet: (msisdn, change) =>
      store.tx(async (tx) => {
        await lockWallet(tx, context, msisdn);
        if (Object.keys(change).length > 0) await tx.updateTable('sim_wallet').set(change).where('msisdn', '=', msisdn).execute();
      }),
    async transactions(msisdn) {
      let query = db.selectFrom('sim_transaction').selectAll().orderBy('at', 'desc').limit(100);
      if (msisdn !== undefined) query = query.where('msisdn', '=', msisdn);
      return query.execute();
    },
    payAtPaybill: ({ msisdn, amount, account }) =>
      store.tx(async (tx) => {
        const wallet = await lockWallet(tx, context, msisdn);
        if (amount <= 0 || wallet.balance < amount) return null;
        const receipt = newReceipt();
        await tx
          .updateTable('sim_wallet')
          .set({ balance: wallet.balance - amount })
          .where('msisdn', '=', msisdn)
          .execute();
        await tx
          .insertInto('sim_transaction')
          .values({ receipt, kind: 'paybill', msisdn, amount: -amount, reference: account, at: clock.now() })
          .execute();
        await reportPayment(tx, { receipt, amount, account, msisdn });
        return { receipt };
      }),
    forgePaybill: ({ amount, account, receipt = newReceipt() }) =>
      store.tx(async (tx) => {
        await reportPayment(tx, { receipt, amount, account, msisdn: '254700000000' });
        return { receipt };
      }),
    float: () => store.tx((tx) => readFloat(tx, context)),
    setFloat: async (change) => void (await store.tx((tx) => changeFloat(tx, context, (held) => ({ ...held, ...change })))),
    endToken: () => writeSetting(db, 'accessToken', null),
    violations: () => context.violations,
    switches: () => readSwitches(db),
    setSwitches: (change) =>
      store.tx(async (tx) => {
        await writeSetting(tx, 'switches', { ...(await readSwitches(tx)), ...change });
        if (change.float === undefined) return;
        const held = { full: context.config.openingFloat, low: LOW_FLOAT, empty: 0 }[change.float];
        await changeFloat(tx, context, () => ({ utility: held, working: held, reserved: 0 }));
      }),
    runDue: async () => ({
      prompts: await expirePrompts(context),
      payouts: await processPayouts(context),
      delivered: await deliver(context, send),
    }),
  };
}
