/**
 * Sends intents to the rail. The call is made outside any transaction. The rows that are written before and after the call
 * allow to continue after a crash at any point. Here and in `reconciliation.ts` and `arrivedCallbacks.ts`, locks are taken in
 * this order: callback, outbox, order, intent, report, float.
 */
import { sql } from 'kysely';
import { MINUTE } from '#machines/model/calendar.ts';
import { callbackToken } from '#server/rail/callbackToken.ts';
import type { RailIntent, SendAnswer } from '#server/rail/rail.ts';
import { compileOnce, type ValueOf } from '#server/store/compileOnce.ts';
import { isStopped, restoredAt } from '#server/store/payoutStop.ts';
import { decryptValue } from '#server/store/rowEncryption.ts';
import type { IntentState } from '#server/store/schema/index.ts';
import type { Db, Tx } from '#server/store/store.ts';
import { forRequest, type LendingContext } from '#server/books/lendingContext.ts';
import { FLOAT_PAUSE, releaseFloat, reserveFloat } from '#server/lending/origination/float.ts';
import type { Pace, Room } from './railPace.ts';
import { settle } from './settle.ts';
import { runSideBySide } from './sideBySide.ts';

/** ms after a call without an answer until a payout is sent again under the same id. */
export const RESEND_AFTER = 30_000;
export const MAX_PAUSE = 10 * MINUTE;
/** ms after which an intent without a result is queried. */
export const ASK_AFTER = 15_000;

/** Only B2C has an idempotency key, the lender's id. Every other kind is sent at most once. */
export const mayBeResent = ({ kind }: Pick<RailIntent, 'kind'>): boolean => kind === 'B2C';

interface Job {
  outboxId: number;
  /** Id of the request that queued the job. */
  traceId: string | null;
  orderNo: string;
  /** The intent as it was before the claim. */
  intent: RailIntent;
  claimedAt: number;
}

/** Every column by name, because a statement with `*` is not prepared (`server/store/prepared.ts`). */
const INTENT_COLUMNS = [
  'rail_intent.id',
  'rail_intent.kind',
  'rail_intent.purpose',
  'rail_intent.order_id',
  'rail_intent.user_id',
  'rail_intent.request_id',
  'rail_intent.amount',
  'rail_intent.msisdn',
  'rail_intent.bank_code',
  'rail_intent.bank_account_sealed',
  'rail_intent.state',
  'rail_intent.callback_nonce',
  'rail_intent.provider_ref',
  'rail_intent.receipt',
  'rail_intent.result_code',
  'rail_intent.result_text',
  'rail_intent.attempts',
  'rail_intent.next_at',
  'rail_intent.prompt_until',
  'rail_intent.created_at',
  'rail_intent.settled_at',
  'rail_intent.reported_code',
  'rail_intent.reported_text',
  'rail_intent.reported_at',
  'rail_intent.held_at',
  'rail_intent.waits_since',
  'rail_intent.sent_at',
  'rail_intent.asked_at',
] as const;

/**
 * The longest waiting jobs of these kinds with their intents, both locked. A job that another process has locked is left to the
 * next round. While payouts are stopped, only jobs that do not pay out are found.
 */
const nextJobs = compileOnce((db, value: ValueOf<{ now: number } & Room>) =>
  db
    .selectFrom('outbox')
    .innerJoin('rail_intent', 'rail_intent.id', 'outbox.ref')
    .innerJoin('loan_order', 'loan_order.id', 'rail_intent.order_id')
    .select(INTENT_COLUMNS)
    .select(['outbox.id as job_id', 'outbox.trace_id', 'loan_order.order_no'])
    .where('outbox.topic', '=', 'rail.send')
    .where('outbox.done_at', 'is', null)
    .where('outbox.next_at', '<=', value('now'))
    .where(sql<boolean>`rail_intent.kind = any(${value('kinds')}::text[])`)
    .where((is) => is.or([is('rail_intent.purpose', '=', 'repayment'), is.not(isStopped())]))
    .orderBy('outbox.next_at')
    .orderBy('outbox.id')
    .limit(value('most'))
    .forUpdate(['outbox', 'rail_intent'])
    .skipLocked(),
);

/**
 * Makes the database keep the plans of this transaction's statements, until new statistics arrive. By itself it plans
 * {@link nextJobs} at each call, because it expects a cheaper plan for the present values. Planning takes longer than the rest.
 */
const keepPlans = (tx: Tx): Promise<unknown> => sql`set local plan_cache_mode = force_generic_plan`.execute(tx);

const storeClaims = compileOnce((db, value: ValueOf<{ now: number; jobs: readonly number[]; intents: readonly string[] }>) =>
  db
    .with('claimed', (q) =>
      q
        .updateTable('outbox')
        .set({
          attempts: sql<number>`attempts + 1`,
          next_at: sql<number>`${value('now')}::bigint + least(${sql.lit(RESEND_AFTER)} * (1 << least(attempts, 10)), ${sql.lit(MAX_PAUSE)})`,
        })
        .where(sql<boolean>`id = any(${value('jobs')}::bigint[])`),
    )
    .updateTable('rail_intent')
    .set((q) => ({
      state: sql<IntentState>`case when state = 'NEW' then 'SENT' else state end`,
      attempts: q('attempts', '+', 1),
      next_at: sql<number>`${value('now')}::bigint + ${sql.lit(ASK_AFTER)}`,
      sent_at: q.fn.coalesce('sent_at', sql<number>`${value('now')}::bigint`),
      waits_since: null,
    }))
    .where(sql<boolean>`id = any(${value('intents')}::text[])`),
);

/**
 * Whether the lender may have sent this payout between a backup and its restore. The rail recognises a payout to a wallet,
 * because it has the same id again. A payout to a bank has no such id, so a person looks it up, once for each order.
 */
async function mayBeSentBefore(tx: Tx, { id, kind, purpose, order_id }: RailIntent): Promise<boolean> {
  if (purpose !== 'disbursement' || mayBeResent({ kind })) return false;
  const restored = await restoredAt(tx);
  if (restored === null) return false;
  const { opened_at } = await tx.selectFrom('loan_order').select('opened_at').where('id', '=', order_id).executeTakeFirstOrThrow();
  if (opened_at > restored) return false;
  const looked = await tx
    .selectFrom('rail_intent')
    .select('id')
    .where('order_id', '=', order_id)
    .where('id', '!=', id)
    .where('held_at', '>=', restored)
    .executeTakeFirst();
  return looked === undefined;
}

const endJob = (tx: Tx, jobId: number, now: number): Promise<unknown> =>
  tx.updateTable('outbox').set({ done_at: now }).where('id', '=', jobId).execute();

/** Whether a due job is sent now; false: it has ended, or it waits. */
async function isToBeSent(context: LendingContext, tx: Tx, { outboxId, intent, claimedAt: now }: Job): Promise<boolean> {
  // After a reported failure the rail is queried and then a person decides: the rail could carry out a repeat after its answer.
  const isOver = intent.state === 'OK' || intent.state === 'FAILED' || intent.reported_at !== null || intent.held_at !== null;
  if (isOver || (intent.state !== 'NEW' && !mayBeResent(intent))) {
    await endJob(tx, outboxId, now);
    return false;
  }
  if (intent.state !== 'NEW') return true;
  if (await mayBeSentBefore(tx, intent)) {
    await endJob(tx, outboxId, now);
    await tx.updateTable('rail_intent').set({ state: 'UNKNOWN', held_at: now, sent_at: now }).where('id', '=', intent.id).execute();
    await context.config.security?.record({ kind: 'payout.held', subject: 'lostTime', userId: intent.user_id }, tx);
    return false;
  }
  if (await reserveFloat(context, tx, intent)) return true;
  await tx
    .updateTable('outbox')
    .set({ next_at: now + FLOAT_PAUSE })
    .where('id', '=', outboxId)
    .execute();
  await tx
    .updateTable('rail_intent')
    .set({ waits_since: intent.waits_since ?? now })
    .where('id', '=', intent.id)
    .execute();
  return false;
}

interface Claimed {
  jobs: Job[];
  /** Whether more jobs may be due. */
  isMore: boolean;
}

/**
 * Claims several due jobs at once: in an overload each transaction waits for a connection, and claims of single jobs would send
 * fewer jobs than arrive. A claimed job is stored as sent before the call is made.
 */
async function claim(context: LendingContext, room: Room): Promise<Claimed> {
  return context.store.tx(async (tx) => {
    const now = context.clock.now();
    await keepPlans(tx);
    const found = await nextJobs(tx, { now, ...room });
    const jobs: Job[] = [];
    for (const { job_id: outboxId, trace_id: traceId, order_no: orderNo, ...intent } of found) {
      const job: Job = { outboxId, traceId, orderNo, intent, claimedAt: now };
      if (await isToBeSent(context, tx, job)) jobs.push(job);
    }
    if (jobs.length > 0) await storeClaims(tx, { now, jobs: jobs.map((job) => job.outboxId), intents: jobs.map((job) => job.intent.id) });
    return { jobs, isMore: found.length === room.most };
  });
}

/** The rail has not processed the request: the intent gets its earlier state back, and its job stays due. */
async function takeBack(tx: Tx, { intent, claimedAt }: Job): Promise<void> {
  const { id, state, attempts, sent_at } = intent;
  await tx
    .updateTable('rail_intent')
    .set({ state, attempts, sent_at })
    .where('id', '=', id)
    .where('state', 'in', ['SENT', 'UNKNOWN'])
    .execute();
  if (state === 'NEW') await releaseFloat(tx, intent, claimedAt);
}

/** Whether the intent has a result, which must not be overwritten. */
const hasResult = sql<boolean>`state in ('OK', 'FAILED')`;

interface Answered {
  jobId: number;
  now: number;
  /** The rail's own reference; null: the rail did not answer. */
  ref: string | null;
  state: IntentState;
  /** When the job ended; null: the job is sent again. */
  doneAt: number | null;
}

/** Stores the answer of the rail. An intent that already has a result only gets the rail's reference, if that is missing. */
const storeAnswer = compileOnce((db, value: ValueOf<Answered>) =>
  db
    .with('closed', (q) =>
      q
        .updateTable('outbox')
        .set({ done_at: sql<number>`coalesce(${value('doneAt')}, done_at)` })
        .where('id', '=', value('jobId'))
        .returning('ref'),
    )
    .updateTable('rail_intent')
    // `from` makes this statement lock the job before its intent, as everywhere.
    .from('closed')
    .set({
      provider_ref: sql<string>`coalesce(provider_ref, ${value('ref')})`,
      state: sql<IntentState>`case when ${hasResult} then state else ${value('state')}::text end`,
      next_at: sql<number>`case when ${hasResult} then next_at else ${value('now')}::bigint + ${sql.lit(ASK_AFTER)} end`,
    })
    .whereRef('rail_intent.id', '=', 'closed.ref'),
);

async function record(context: LendingContext, job: Job, answer: SendAnswer | null): Promise<void> {
  const { store, clock } = context;
  const now = clock.now();
  const { intent } = job;
  if (answer?.is === 'notNow') return store.tx((tx) => takeBack(tx, job));
  if (answer?.is === 'refused')
    return store.tx(async (tx) => {
      await endJob(tx, job.outboxId, now);
      // The refusal of a repeat says nothing about the first request, whose answer was lost.
      const by = intent.attempts === 0 ? 'rail' : 'callback';
      await settle(context, tx, intent.id, { ok: false, code: answer.code, text: answer.text, providerRef: null }, by);
    });
  await storeAnswer(store.db, {
    jobId: job.outboxId,
    now,
    ref: answer?.ref ?? null,
    state: answer ? 'SENT' : 'UNKNOWN',
    doneAt: answer || !mayBeResent(intent) ? now : null,
  });
}

/** Claims as many due jobs as there is room for. @returns `full` when there is no room. */
const claimInTurn = (context: LendingContext, pace: Pace): Promise<Claimed | 'full'> =>
  pace.inTurn(async () => {
    const room = pace.room(context.clock.now());
    if (room.most === 0) return 'full';
    const claimed = await claim(context, room);
    for (const { intent } of claimed.jobs) pace.began(intent.kind);
    return claimed;
  });

/**
 * Sends all due jobs, as fast as the rail accepts them.
 * @returns the number of calls.
 * @throws the first error, when all running calls have ended.
 */
export async function processOutbox(context: LendingContext, pace: Pace): Promise<number> {
  let sent = 0;
  await runSideBySide(async (running) => {
    while (!running.hasFailed && !context.config.isStopping?.()) {
      const claimed = await claimInTurn(context, pace);
      if (claimed === 'full') {
        // The room is taken by the calls of other rounds. What is left is found by the next pulse.
        if (running.size === 0) break;
        await running.oneEnds();
        continue;
      }
      for (const job of claimed.jobs) {
        sent++;
        running.begin(carryOut(forRequest(context, job.traceId), pace, job));
      }
      if (!claimed.isMore) break;
    }
  });
  return sent;
}

async function carryOut(context: LendingContext, pace: Pace, job: Job): Promise<void> {
  const { db } = context.store;
  let answer: SendAnswer | null = null;
  try {
    const token = callbackToken(db, 'result', job.intent.callback_nonce);
    answer = await context.rail.send(job.intent, token, accountOf(db, job), job.traceId).catch(() => null);
  } finally {
    pace.ended(job.intent.kind, answer, context.clock.now());
  }
  await record(context, job, answer);
}

/** The account number in the request to the rail; null for a payout to a wallet. */
function accountOf(db: Db, { orderNo, intent: { id, kind, bank_account_sealed: encrypted } }: Job): string | null {
  if (kind === 'STK') return orderNo;
  return encrypted && decryptValue<string>(db, 'rail_intent.bank_account_sealed', [id], encrypted);
}
