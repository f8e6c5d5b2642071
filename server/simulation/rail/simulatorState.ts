/** Settings and money of the simulated M-PESA. All state is in the `sim_` tables, so it survives a killed server. */
import type { Instant } from '#machines/model/calendar.ts';
import type { Cents } from '#machines/model/money.ts';
import type { Clock } from '#server/store/clock.ts';
import { newReceipt } from '#server/store/ids.ts';
import type { Db, Store, Tx } from '#server/store/store.ts';

/** Result of the next payout. `timeout`: a callback reports that it is stuck. `expired`: it fails without a callback. */
export type NextPayout = 'success' | 'unregistered' | 'limit' | 'timeout' | 'expired';

/** Result of the next push. Only with `shown` the prompt reaches the phone. */
export type NextPrompt = 'shown' | 'unreachable' | 'sameAmount' | 'busy';

/** Delivery of callbacks. `lost`: never. `late`: two minutes later. `repeated`: three times. */
export type CallbackMode = 'normal' | 'lost' | 'late' | 'repeated';

/** The gateway's refusal of every call, by the documents' names. `tooMany`: as `spikeArrest`, with HTTP 429. */
export type GatewayFault = 'busy' | 'spikeArrest' | 'tooMany' | 'quota' | 'maintenance' | 'internal';

export interface Switches {
  /** Is used for one payout, and then reset to `success`. */
  nextPayout: NextPayout;
  /** Is used for one push, and then reset to `shown`. */
  nextPrompt: NextPrompt;
  callbacks: CallbackMode;
  gateway: 'normal' | GatewayFault;
  /** Sets the balances of the accounts that pay out. */
  float: FloatPosition;
}

export type FloatPosition = 'full' | 'low' | 'empty';

export const DEFAULT_SWITCHES: Switches = {
  nextPayout: 'success',
  nextPrompt: 'shown',
  callbacks: 'normal',
  gateway: 'normal',
  float: 'full',
};

export interface Credentials {
  consumerKey: string;
  consumerSecret: string;
  shortcode: string;
  passkey: string;
  /** Business number from which money is sent. */
  b2cShortcode: string;
}

export interface SimulatorConfig extends Credentials {
  /** ms from a payout's request to the money in the wallet. */
  payoutDelay: number;
  /** Balance of each account that pays out, at first. */
  openingFloat: Cents;
  /** Balance and PIN of a new wallet. */
  openingBalance: Cents;
  pin: string;
  /** ms until an unanswered prompt closes. */
  promptLife: number;
  /** Requests of one call that the gateway forwards in a second; null: any number. Further ones get a spike arrest. */
  mostPerSecond: number | null;
}

/** The dependencies of every part of the simulator. */
export interface SimulatorContext {
  store: Store;
  clock: Clock;
  config: SimulatorConfig;
  /** Requests that differed from the documents, by page and field. */
  violations: string[];
}

/** Delay of a late callback, ms. */
const LATE = 120_000;

export async function readSetting<T>(db: Db, key: string): Promise<T | undefined> {
  const row = await db.selectFrom('sim_setting').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value as T | undefined;
}

export async function writeSetting(db: Db, key: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value);
  await db
    .insertInto('sim_setting')
    .values({ key, value: text })
    .onConflict((c) => c.column('key').doUpdateSet({ value: text }))
    .execute();
}

/** Balances of the lender's accounts, with the reserved amounts. */
export interface SimulatedFloat {
  utility: Cents;
  working: Cents;
  reserved: Cents;
}

const FLOAT = 'float';

/** Changes the balances of the accounts. Concurrent changes are made one after the other. */
export async function changeFloat(
  tx: Tx,
  { config }: SimulatorContext,
  change: (held: SimulatedFloat) => SimulatedFloat,
): Promise<SimulatedFloat> {
  const first: SimulatedFloat = { utility: config.openingFloat, working: config.openingFloat, reserved: 0 };
  await tx
    .insertInto('sim_setting')
    .values({ key: FLOAT, value: JSON.stringify(first) })
    .onConflict((c) => c.doNothing())
    .execute();
  const { value } = await tx.selectFrom('sim_setting').select('value').where('key', '=', FLOAT).forUpdate().executeTakeFirstOrThrow();
  const next = change(value as SimulatedFloat);
  await writeSetting(tx, FLOAT, next);
  return next;
}

export const readFloat = (tx: Tx, context: SimulatorContext): Promise<SimulatedFloat> => changeFloat(tx, context, (held) => held);

export const readSwitches = async (db: Db): Promise<Switches> => ({
  ...DEFAULT_SWITCHES,
  ...(await readSetting<Partial<Switches>>(db, 'switches')),
});

/** Locks the wallet of a number. A new wallet is opened with the usual balance. */
export async function lockWallet(
  tx: Tx,
  { config }: SimulatorContext,
  msisdn: string,
): Promise<{ msisdn: string; pin: string; balance: Cents; name: string | null }> {
  await tx
    .insertInto('sim_wallet')
    .values({ msisdn, pin: config.pin, balance: config.openingBalance })
    .onConflict((c) => c.column('msisdn').doNothing())
    .execute();
  return tx.selectFrom('sim_wallet').selectAll().where('msisdn', '=', msisdn).forUpdate().executeTakeFirstOrThrow();
}

/** Moves money into a locked wallet (positive) or out of it. @returns the receipt. */
export async function moveMoney(
  tx: Tx,
  context: SimulatorContext,
  movement: { msisdn: string | null; amount: Cents; kind: string; reference: string },
): Promise<string> {
  const { msisdn, amount, kind, reference } = movement;
  if (msisdn !== null)
    await tx
      .updateTable('sim_wallet')
      .set((q) => ({ balance: q('balance', '+', amount) }))
      .where('msisdn', '=', msisdn)
      .execute();
  const receipt = newReceipt();
  await tx.insertInto('sim_transaction').values({ receipt, kind, msisdn, amount, reference, at: context.clock.now() }).execute();
  return receipt;
}

/** Queues a callback to the lender, delivered according to the switch `callbacks`. */
export async function report(tx: Tx, { clock }: SimulatorContext, url: string, body: unknown, mode?: CallbackMode): Promise<void> {
  const callbacks = mode ?? (await readSwitches(tx)).callbacks;
  if (callbacks === 'lost') return;
  const due: Instant = clock.now() + (callbacks === 'late' ? LATE : 0);
  const copies = callbacks === 'repeated' ? 3 : 1;
  const row = { url, body: JSON.stringify(body), due_at: due, done_at: null };
  await tx
    .insertInto('sim_delivery')
    .values(Array.from({ length: copies }, () => row))
    .execute();
}
