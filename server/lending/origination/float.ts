/**
 * The float: the balances of the lender's accounts with the rail. The rail is queried for them by schedule, and more often
 * while a payout waits. A payout that the float does not cover waits and is not sent. An unknown float stops no payout.
 */
import { sql } from 'kysely';
import { HOUR, type Instant, MINUTE } from '#machines/model/calendar.ts';
import type { Cents } from '#machines/model/money.ts';
import { accountOf, type Balances, type RailIntent } from '#server/rail/rail.ts';
import { callbackToken, newCallbackNonce } from '#server/rail/callbackToken.ts';
import { faultOfPayout } from '#server/rail/darajaCodes.ts';
import { encryptValue, decryptValue } from '#server/store/rowEncryption.ts';
import type { Db, Tx } from '#server/store/store.ts';
import type { LendingContext } from '#server/books/lendingContext.ts';
import { queueIntent, type NewIntent } from '#server/books/queueIntent.ts';
import type { CallbackOutcome } from '#server/rail/callbacks.ts';
import type { FloatAccount, FloatLevel } from '#server/store/schema/railTables.ts';
import { claimQuestion, makeDue } from '#server/rail/questionSchedule.ts';

/** ms between two queries of the float while a payout waits. */
const ASK_WHILE_WAITING = MINUTE;
/** ms after which a reported float counts as unknown. */
const KNOWN_FOR = 30 * MINUTE;
/** ms after a query in which its answer is accepted. */
const ANSWERED_WITHIN = 24 * HOUR;

/** ms after which a waiting payout is tried again. */
export const FLOAT_PAUSE = 15_000;

const KINDS: Readonly<Record<FloatAccount, RailIntent['kind']>> = { utility: 'B2C', working: 'B2B' };

async function isAnyoneWaiting(db: Db): Promise<boolean> {
  const waiting = db.selectFrom('rail_intent').select('id').where('waits_since', 'is not', null).where('state', '=', 'NEW');
  return (await waiting.limit(1).executeTakeFirst()) !== undefined;
}

/** Deletes old queries and the callbacks that answered them. */
async function forgetQuestions(db: Db, before: Instant): Promise<void> {
  const old = db.selectFrom('balance_query').select('id').where('asked_at', '<', before);
  await db.deleteFrom('rail_callback').where('balance_query_id', 'in', old).execute();
  await db.deleteFrom('balance_query').where('asked_at', '<', before).execute();
}

/** Queries the rail for the balances if this is due. The answer comes as a callback. @returns the number of queries. */
export async function askFloat(context: LendingContext): Promise<number> {
  const { store, clock, rail, config } = context;
  if (config.float === null) return 0;
  const now = clock.now();
  const pause = (await isAnyoneWaiting(store.db)) ? Math.min(ASK_WHILE_WAITING, config.float.askEvery) : config.float.askEvery;
  if ((await claimQuestion(store.db, 'balance', now, pause)) === null) return 0;
  const nonce = newCallbackNonce();
  await forgetQuestions(store.db, now - ANSWERED_WITHIN);
  await store.db.insertInto('balance_query').values({ callback_nonce: nonce, asked_at: now }).execute();
  await rail.askBalances(callbackToken(store.db, 'balance', nonce));
  return 1;
}

/** Stores the balance of an account, and raises an alarm when its level has become worse. */
async function keep(
  { config }: LendingContext,
  tx: Tx,
  account: FloatAccount,
  { available, as_of, isShort }: { available: Cents; as_of: Instant; isShort: boolean },
): Promise<void> {
  const before = await tx.selectFrom('rail_float').select('level').where('account', '=', account).forUpdate().executeTakeFirst();
  const isLow = config.float !== null && available < config.float.alarmBelow;
  const level: FloatLevel = isShort ? 'short' : isLow ? 'low' : 'enough';
  await tx
    .insertInto('rail_float')
    .values({ account, available, as_of, level })
    .onConflict((c) => c.column('account').doUpdateSet({ available, as_of, level }))
    .execute();
  const isWorse = level !== 'enough' && level !== before?.level && before?.level !== 'short';
  if (!isWorse) return;
  config.float?.alarm({ account, level, available });
  await config.security?.record({ kind: 'float.low', subject: level === 'short' ? `${account}.short` : account }, tx);
}

/** The sum of payouts sent from an account since the query: the rail's answer may not include them. */
async function sentSince(tx: Tx, account: FloatAccount, since: Instant): Promise<Cents> {
  const { sent } = await tx
    .selectFrom('rail_intent')
    .select(sql<Cents>`coalesce(sum(amount), 0)::bigint`.as('sent'))
    .where('purpose', '<>', 'repayment')
    .where('kind', '=', KINDS[account])
    .where('state', 'in', ['SENT', 'UNKNOWN', 'OK'])
    .where('sent_at', '>=', since)
    .executeTakeFirstOrThrow();
  return sent;
}

/** The amount of the smallest waiting payout of this account; null: no payout waits. */
async function leastWaiting(tx: Tx, account: FloatAccount): Promise<Cents | null> {
  const { least } = await tx
    .selectFrom('rail_intent')
    .select((q) => q.fn.min<Cents | null>('amount').as('least'))
    .where('kind', '=', KINDS[account])
    .where('state', '=', 'NEW')
    .where('waits_since', 'is not', null)
    .executeTakeFirstOrThrow();
  return least;
}

/**
 * Applies the rail's answer to a query of the balances, unless a later query has been answered already.
 */
export async function applyBalances(context: LendingContext, tx: Tx, queryId: number, balances: Balances): Promise<CallbackOutcome> {
  const query = await tx.selectFrom('balance_query').select('asked_at').where('id', '=', queryId).executeTakeFirst();
  if (!query) return 'nothing';
  let outcome: CallbackOutcome = 'repeated';
  for (const account of ['utility', 'working'] as const) {
    const balance = balances[account];
    if (balance === undefined) continue;
    const known = await tx.selectFrom('rail_float').select('as_of').where('account', '=', account).forUpdate().executeTakeFirst();
    if (known && known.as_of > query.asked_at) continue;
    const available = balance - (await sentSince(tx, account, query.asked_at));
    const least = await leastWaiting(tx, account);
    await keep(context, tx, account, { available, as_of: query.asked_at, isShort: least !== null && available < least });
    outcome = 'applied';
  }
  return outcome;
}

/**
 * Reserves the amount of an unsent payout, if the float is known. The caller has locked the intent.
 * @returns false: the payout has to wait.
 */
export async function reserveFloat(context: LendingContext, tx: Tx, intent: RailIntent): Promise<boolean> {
  if (intent.purpose === 'repayment') return true;
  const now = context.clock.now();
  const account = accountOf(intent);
  const float = await tx.selectFrom('rail_float').selectAll().where('account', '=', account).forUpdate().executeTakeFirst();
  if (!float || now - float.as_of > KNOWN_FOR) return true;
  const { as_of } = float;
  if (float.available >= intent.amount) {
    await keep(context, tx, account, { available: float.available - intent.amount, as_of, isShort: false });
    return true;
  }
  await keep(context, tx, account, { available: float.available, as_of, isShort: true });
  if (intent.waits_since === null) await makeDue(tx, 'balance', now);
  return false;
}

/** Releases the amount that {@link reserveFloat} reserved at `reservedAt`, unless the rail has reported the float since. */
export async function releaseFloat(tx: Tx, intent: RailIntent, reservedAt: Instant): Promise<void> {
  if (intent.purpose === 'repayment') return;
  await tx
    .updateTable('rail_float')
    .set((q) => ({ available: q('available', '+', intent.amount) }))
    .where('account', '=', accountOf(intent))
    .where('as_of', '<=', reservedAt)
    .where('as_of', '>=', reservedAt - KNOWN_FOR)
    .execute();
}

/**
 * Stores that the float is below the amount of a payout that the rail has refused for lack of float, whatever balance the rail
 * reported before.
 */
async function learnFloatIsShort(context: LendingContext, tx: Tx, intent: RailIntent): Promise<void> {
  const now = context.clock.now();
  const account = accountOf(intent);
  const known = await tx.selectFrom('rail_float').select('available').where('account', '=', account).forUpdate().executeTakeFirst();
  const available = Math.min(known?.available ?? Infinity, intent.amount - 100);
  await keep(context, tx, account, { available, as_of: now, isShort: true });
  await makeDue(tx, 'balance', now);
}

/**
 * Queues again a payout that the rail has refused for lack of float. The order does not change. The payout waits for the float
 * under a new id, because the rail accepts no id twice.
 */
async function waitForFloat(context: LendingContext, tx: Tx, intent: RailIntent, id: string, now: Instant): Promise<void> {
  const encrypted = intent.bank_account_sealed;
  const account = encrypted && decryptValue<string>(tx, 'rail_intent.bank_account_sealed', [intent.id], encrypted);
  const waiting: NewIntent = {
    id,
    kind: intent.kind,
    purpose: intent.purpose,
    order_id: intent.order_id,
    user_id: intent.user_id,
    amount: intent.amount,
    msisdn: intent.msisdn,
    bank_code: intent.bank_code,
    bank_account_sealed: account === null ? null : encryptValue(tx, 'rail_intent.bank_account_sealed', [id], account),
    state: 'NEW',
    callback_nonce: newCallbackNonce(),
    provider_ref: intent.kind === 'B2C' ? id : null,
    next_at: now,
    waits_since: now,
    created_at: now,
  };
  await queueIntent(tx, waiting, context.traceId);
  await learnFloatIsShort(context, tx, intent);
}

/**
 * Whether the float was the reason for the refusal of a payout or refund, which then waits for the float. A fault of the lender
 * is recorded as a security event.
 * @param nextId returns the new id of a payout that waits.
 */
export async function waitsForFloat(
  context: LendingContext,
  tx: Tx,
  intent: RailIntent,
  { code, nextId }: { code: number; nextId: () => Promise<string> },
  now: Instant,
): Promise<boolean> {
  const fault = faultOfPayout(code);
  const what = intent.purpose === 'refund' ? 'refund' : 'payout';
  if (fault === 'lender') await context.config.security?.record({ kind: 'rail.fault', subject: `${what} ${code}` }, tx);
  if (fault !== 'float') return false;
  await waitForFloat(context, tx, intent, await nextId(), now);
  return true;
}

/** The float for an operator. @property waiting number of payouts that wait for the float; `waitingAmount` is their sum. */
export interface FloatState {
  account: FloatAccount;
  level: FloatLevel;
  available: Cents;
  asOf: Instant;
  waiting: number;
  waitingAmount: Cents;
}

/** The accounts with a known float; empty until the rail has answered a first query. */
export async function readFloat(db: Db): Promise<FloatState[]> {
  const accounts = await db.selectFrom('rail_float').selectAll().orderBy('account').execute();
  const waiting = await db
    .selectFrom('rail_intent')
    .select(['kind', sql<number>`count(*)::int`.as('payouts'), sql<Cents>`coalesce(sum(amount), 0)::bigint`.as('amount')])
    .where('state', '=', 'NEW')
    .where('waits_since', 'is not', null)
    .groupBy('kind')
    .execute();
  return accounts.map(({ account, level, available, as_of }) => {
    const own = waiting.find(({ kind }) => kind === KINDS[account]);
    return { account, level, available, asOf: as_of, waiting: own?.payouts ?? 0, waitingAmount: own?.amount ?? 0 };
  });
}
