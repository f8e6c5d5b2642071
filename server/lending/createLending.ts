/** Assembles the facade of lending from its parts. */
import type { LoanRecord } from '#machines/model/order.ts';
import type { Rail } from '#server/rail/rail.ts';
import { DatabaseUnavailable } from '#server/store/availability.ts';
import type { Clock } from '#server/store/clock.ts';
import { compileOnce, type ValueOf } from '#server/store/compileOnce.ts';
import type { OutboxTopic } from '#server/store/schema/index.ts';
import type { Store } from '#server/store/store.ts';
import type { Task } from '#server/store/taskLease.ts';
import { advance, open } from '#server/apply/applicationSteps.ts';
import { applyElapsedTime } from './timers.ts';
import { processDueOrders } from './dueOrders.ts';
import { checkProducts, type LendingConfig } from '#server/books/lendingConfig.ts';
import { forRequest, latestOrder, type LendingContext } from '#server/books/lendingContext.ts';
import { afterRepaying, creditInfo, market, rejectRecommendation, repayColour } from '#server/borrow/marketplace.ts';
import { agreement, agreementFile, decline, getMoney, offer } from '#server/borrow/offer.ts';
import { storeDocuments } from '#server/borrow/agreement/storedAgreement.ts';
import { ownsCallbackToken, processCallbacks, railCallback } from './settlement/arrivedCallbacks.ts';
import { processOutbox } from './settlement/outbox.ts';
import { createPace, type Pace } from './settlement/railPace.ts';
import { queryIntent, reconcile } from './settlement/reconciliation.ts';
import { createCoupons } from '#server/repay/coupons.ts';
import { createProofs } from '#server/repay/proofs.ts';
import { dedicatedAccount, payment, reconcilePayment, repayment, startStk } from '#server/repay/repayment.ts';
import { createRollovers } from '#server/repay/rollover.ts';
import { requestReview } from '#server/apply/personReview.ts';
import { statement } from '#server/repay/statement.ts';
import type { Lending, TextsDone, WorkDone } from './facade.ts';
import { sendTexts } from './borrowerTexts.ts';
import { createDeskActs } from './deskActs.ts';
import { createHeldPayouts } from './settlement/heldPayouts.ts';
import { processConfirmations } from './settlement/reports.ts';
import { askFloat } from './origination/float.ts';
import { pullPayments } from './settlement/pull.ts';
import { askAboutReceipts } from './servicing/receiptAnswers.ts';
import { createReversals, processReversals } from './servicing/reversals.ts';
import { home } from './readHome.ts';
import { commitChange, readingApplication, readOrder, RECORD_COLUMNS, viewOrder, viewRecord } from './orderView.ts';

const PAGE = 20;

async function records(
  context: LendingContext,
  userId: number,
  page: number,
  productId?: string,
): Promise<{ rows: LoanRecord[]; more: boolean }> {
  const from = (Math.max(1, Math.trunc(page)) - 1) * PAGE;
  const all = context.store.db.selectFrom('loan_order').select(RECORD_COLUMNS).where('user_id', '=', userId);
  const chosen = productId === undefined ? all : all.where('product_id', '=', productId);
  const rows = await chosen
    .orderBy('id', 'desc')
    .offset(from)
    .limit(PAGE + 1)
    .execute();
  return { rows: rows.slice(0, PAGE).map(viewRecord), more: rows.length > PAGE };
}

/** Limits of texts in one round. Loans come first: while many are due, texts leave little by little. */
const TEXTS = { usually: { most: 100, atOnce: 4 }, whileOrdersAreDue: { most: 10, atOnce: 1 } } as const;

interface Sending {
  /** Whether a movement of money was queued since the outbox was last processed. */
  money: { isFilled: boolean };
  /** Whether more orders are due than the last round processed. */
  orders: { areLeft: boolean };
  pace: Pace;
}

/** The kinds of requests to the rail that are due, read in one statement, because most rounds find none. */
const dueTopics = compileOnce((db, value: ValueOf<{ now: number }>) =>
  db.selectFrom('outbox').select('topic').distinct().where('done_at', 'is', null).where('next_at', '<=', value('now')),
);

/** Runs one kind of work. A failure does not stop the other kinds, except a lost database, for which each of them would wait. */
function createAttempts() {
  const errors: unknown[] = [];
  let isDatabaseLost = false;
  return {
    errors,
    async attempt(work: () => Promise<number>): Promise<number> {
      if (isDatabaseLost) return 0;
      try {
        return await work();
      } catch (error) {
        isDatabaseLost = error instanceof DatabaseUnavailable;
        errors.push(error);
        return 0;
      }
    },
  };
}

const failsAlone =
  (errors: unknown[]) =>
  (error: unknown): void => {
    if (error instanceof DatabaseUnavailable) throw error;
    errors.push(error);
  };

/** Makes the due requests to the rail. @returns how many of them move money, and how many are queries. */
async function askRail(
  context: LendingContext,
  { money, pace }: Sending,
  { attempt, errors }: ReturnType<typeof createAttempts>,
): Promise<{ sent: number; asked: number }> {
  money.isFilled = false;
  const topics = new Set<string>();
  await attempt(async () => {
    for (const { topic } of await dueTopics(context.store.db, { now: context.clock.now() })) topics.add(topic);
    return topics.size;
  });
  const doneFor = async (topic: OutboxTopic, work: () => Promise<number>): Promise<number> => (topics.has(topic) ? attempt(work) : 0);
  const sent = await doneFor('rail.send', () => processOutbox(context, pace));
  const reversed = await doneFor('rail.reverse', () => processReversals(context));
  const confirmed = await doneFor('rail.confirm', () => processConfirmations(context, failsAlone(errors)));
  const asked = await doneFor('rail.receipt', () => askAboutReceipts(context));
  return { sent: sent + reversed, asked: confirmed + asked };
}

async function runQueued(context: LendingContext, sending: Sending): Promise<{ done: number; errors: unknown[] }> {
  const attempts = createAttempts();
  const { sent, asked } = await askRail(context, sending, attempts);
  return { done: sent + asked, errors: attempts.errors };
}

async function runDue(context: LendingContext, sending: Sending): Promise<WorkDone> {
  const { leases } = context.config;
  const attempts = createAttempts();
  const { errors, attempt } = attempts;
  const failed = failsAlone(errors);
  // Work that claims rows one by one runs in every process. Work that reads all rows runs in one process.
  const alone = async (task: Task, work: () => Promise<number>): Promise<number> =>
    leases === undefined ? work() : ((await leases.run(task, work)) ?? 0);
  const { money, orders } = sending;
  let areOrdersLeft = false;
  let areDocumentsLeft = false;
  const ordersInTime = async (): Promise<number> => {
    const { worked, isMore } = await processDueOrders(context, failed, () => money.isFilled);
    areOrdersLeft = isMore;
    return worked;
  };
  const documentsInTime = async (): Promise<number> => {
    const { made, isMore } = await storeDocuments(context.store.db, failed);
    areDocumentsLeft = isMore;
    return made;
  };
  return {
    float: await attempt(() => askFloat(context)),
    pulled: await attempt(() => pullPayments(context, failed)),
    callbacks: await attempt(() => alone('callbacks', () => processCallbacks(context, failed))),
    orders: await attempt(() => alone('orders', ordersInTime)).finally(() => (orders.areLeft = areOrdersLeft)),
    ...(await askRail(context, sending, attempts)),
    reconciled: await attempt(() => alone('reconcile', () => reconcile(context, failed))),
    documents: await attempt(() => alone('documents', documentsInTime)),
    isMore: areOrdersLeft || areDocumentsLeft,
    errors,
  };
}

async function runTexts(context: LendingContext, { orders }: Sending): Promise<TextsDone> {
  const { errors, attempt } = createAttempts();
  let isMore = false;
  const sent = await attempt(async () => {
    const done = await sendTexts(context, orders.areLeft ? TEXTS.whileOrdersAreDue : TEXTS.usually, failsAlone(errors));
    isMore = done.isMore && !orders.areLeft;
    return done.sent;
  });
  return { sent, isMore, errors };
}

/** @param pace limits requests to the rail. @throws CannotStart when a product breaks a rule. */
export function createLending(store: Store, clock: Clock, rail: Rail, config: LendingConfig, pace: Pace = createPace()): Lending {
  checkProducts(config.products);
  const listeners = new Set<() => void>();
  const sending: Sending = { money: { isFilled: false }, orders: { areLeft: false }, pace };
  const context: LendingContext = {
    store,
    clock,
    rail,
    config,
    traceId: null,
    queued() {
      sending.money.isFilled = true;
      listeners.forEach((listener) => listener());
    },
    applyElapsedTime: (tx, row, now) => applyElapsedTime(tx, row, config, now),
    viewOrder,
    commitChange,
    readingApplication,
    queryIntent,
  };
  const facade = (of: LendingContext): Lending => createFacade(of, sending, listeners, (traceId) => facade(forRequest(of, traceId)));
  return facade(context);
}

function createFacade(context: LendingContext, sending: Sending, listeners: Set<() => void>, forRequestOf: Lending['forRequest']): Lending {
  const { store, rail } = context;
  const acts = createDeskActs(context);
  return {
    forRequest: forRequestOf,
    home: (userId, language = 'en', read) => home(context, userId, language, read),
    order: (userId, orderNo, language = 'en') => readOrder(context, userId, orderNo, language),
    async latestOrder(userId, language = 'en') {
      const latest = await latestOrder(context, userId);
      return latest && readOrder(context, userId, latest.order_no, language);
    },
    records: (userId, page, productId) => records(context, userId, page, productId),
    statement: (userId, orderNo) => statement(context, userId, orderNo),
    market: (userId, language) => market(context, userId, language),
    afterRepaying: (userId, language) => afterRepaying(context, userId, language),
    rejectRecommendation: (userId, language) => rejectRecommendation(context, userId, language),
    repayColour: (userId) => repayColour(context, userId),
    creditInfo: (userId) => creditInfo(context, userId),
    open: (userId, request, language = 'en') => open(context, userId, request, language),
    advance: (userId, orderNo, step, save, language = 'en') => advance(context, userId, orderNo, step, save, language),
    offer: (userId, orderNo, choice = {}, device = null) => offer(context, userId, orderNo, choice, device),
    agreement: (userId, orderNo, language, choice = {}) => agreement(context, userId, orderNo, language, choice),
    agreementFile: (userId, orderNo) => agreementFile(context, userId, orderNo),
    getMoney: (userId, consent, gate, language = 'en') => getMoney(context, userId, consent, gate, language),
    decline: (userId, orderNo, language = 'en') => decline(context, userId, orderNo, language),
    requestReview: (userId, orderNo, language = 'en') => requestReview(context, userId, orderNo, language),
    repayment: (userId, orderNo, language = 'en') => repayment(context, userId, orderNo, language),
    startStk: (userId, request, language = 'en') => startStk(context, userId, request, language),
    payment: (userId, payOrderId, language = 'en') => payment(context, userId, payOrderId, language),
    reconcilePayment: (userId, payOrderId, language = 'en') => reconcilePayment(context, userId, payOrderId, language),
    dedicatedAccount: (userId, orderNo) => dedicatedAccount(context, userId, orderNo),
    rollovers: createRollovers(context),
    proofs: createProofs(context),
    coupons: createCoupons(context),
    heldPayouts: createHeldPayouts(context),
    reversals: createReversals(context),
    // Without an answer the holder counts as unknown, because an outage of the rail must not stop an application.
    holderName: (msisdn) => rail.holderName(msisdn).catch(() => null),
    desk: acts,
    decide: (orderNo, decision, reason = 'policy') =>
      store.tx((tx) => (decision === 'approve' ? acts.approve(tx, orderNo) : acts.reject(tx, orderNo, reason, ''))),
    railCallback: (arrived) => railCallback(context, arrived),
    ownsCallbackToken: (route, token) => ownsCallbackToken(context, route, token),
    runDue: () => runDue(context, sending),
    runQueued: () => runQueued(context, sending),
    runTexts: () => runTexts(context, sending),
    onQueued: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
