/** From the approved offer to the money on its way. */
import { createHash } from 'node:crypto';
import { nairobiDate } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import type { Agreement, Offer, Order } from '#machines/model/order.ts';
import { isIncomplete, STATUS } from '#machines/model/orderStatus.ts';
import { dueDateOf, penaltyCap, penaltyPerDay } from '#machines/model/terms.ts';
import type { Selectable } from 'kysely';
import { newCallbackToken, newDisbursementId } from '#server/store/ids.ts';
import type { PayoutAccountTable } from '#server/store/schema.ts';
import type { Tx } from '#server/store/store.ts';
import { agreementText } from './agreement.ts';
import { maskAccount, payoutAccountOf } from './applicant.ts';
import { hasLapsed, lockPresent, readPresent, type Core } from './core.ts';
import { move, type OrderRow } from './orders.ts';
import { Refusal } from './refusal.ts';
import type { Language } from './texts.ts';
import type { ConsentGiven } from './types.ts';
import { viewOrder } from './view.ts';

const isOffered = (row: OrderRow): boolean => row.status === STATUS.confirm || row.status === STATUS.getMoney;

const refused = (): Refusal => new Refusal(CODE.orderRefused, 'lender.orderRefused');
const timedOut = (): Refusal => new Refusal(CODE.orderTimedOut, 'lender.orderTimedOut');

/** Changes with the terms, the prices behind them and the words of the agreement, and with nothing else. */
export function agreementVersion(core: Core, row: OrderRow): string {
  const text = agreementText('en', row.contract, core.config);
  return createHash('sha256')
    .update(JSON.stringify([row.order_no, row.contract, text]))
    .digest('hex')
    .slice(0, 32);
}

export const offer = async (core: Core, userId: number, orderNo: string): Promise<Offer> => {
  const found = await readPresent(core, userId, orderNo, async (db, row): Promise<Offer | Refusal> => {
    if (await hasLapsed(db, row)) return timedOut();
    const account = await payoutAccountOf(db, userId);
    if (!isOffered(row) || row.offer_open_until === null || !account) return refused();
    const { product, terms } = row.contract;
    return {
      orderNo: row.order_no,
      terms,
      dueDate: dueDateOf(nairobiDate(core.clock.now()), terms.termDays),
      openUntil: row.offer_open_until,
      payoutAccount: maskAccount(account),
      product,
      latePerDay: penaltyPerDay(terms.principal, product.penaltyRate),
      lateCap: penaltyCap(terms.principal, terms.interest),
      agreementVersion: agreementVersion(core, row),
    };
  });
  if (found instanceof Refusal) throw found;
  return found;
};

export const agreement = (core: Core, userId: number, orderNo: string, language: Language): Promise<Agreement> =>
  readPresent(core, userId, orderNo, async (_, row) => ({
    version: agreementVersion(core, row),
    ...agreementText(language, row.contract, core.config),
  }));

/** Writes the payout down before anyone hears of it; the outbox hands it to the rail. */
async function queueDisbursement(
  tx: Tx,
  row: OrderRow,
  account: Selectable<PayoutAccountTable>,
  userMsisdn: string,
  now: number,
): Promise<void> {
  const id = newDisbursementId(row.order_no);
  const bank = account.kind === 'bank';
  await tx
    .insertInto('rail_intent')
    .values({
      id,
      kind: bank ? 'B2B' : 'B2C',
      purpose: 'disbursement',
      order_id: row.id,
      user_id: row.user_id,
      request_id: null,
      amount: row.contract.terms.sent,
      msisdn: bank ? userMsisdn : account.number,
      bank_code: account.bank_code,
      bank_account: bank ? account.number : null,
      state: 'NEW',
      token: newCallbackToken(),
      provider_ref: bank ? null : id,
      receipt: null,
      result_code: null,
      result_text: null,
      next_at: now,
      prompt_until: null,
      created_at: now,
      settled_at: null,
    })
    .execute();
  await tx.insertInto('outbox').values({ topic: 'rail.send', ref: id, next_at: now, done_at: null }).execute();
}

export async function getMoney(core: Core, userId: number, consent: ConsentGiven, language: Language): Promise<Order> {
  const drawn = await core.store.tx(async (tx): Promise<Order | Refusal> => {
    const now = core.clock.now();
    const row = await lockPresent(core, tx, userId, consent.orderNo);
    if (!isOffered(row)) {
      const before = await tx
        .selectFrom('consent')
        .select('id')
        .where('order_id', '=', row.id)
        .where('agreement_version', '=', consent.agreementVersion)
        .executeTakeFirst();
      if (before && row.status !== STATUS.cancel) return viewOrder(tx, row, now, language);
      // Returned, not thrown: the lapse just written must be kept.
      return (await hasLapsed(tx, row)) ? timedOut() : refused();
    }
    const { terms } = row.contract;
    if (consent.agreementVersion !== agreementVersion(core, row) || consent.sent !== terms.sent || consent.owed !== terms.owed)
      throw new Refusal(CODE.orderRefused, 'lender.termsChanged');
    const account = await payoutAccountOf(tx, userId);
    if (!account) throw new Refusal(CODE.orderRefused, 'lender.payoutAccountMissing');
    const user = await tx.selectFrom('app_user').select('msisdn').where('id', '=', userId).executeTakeFirstOrThrow();

    await tx
      .insertInto('consent')
      .values({ order_id: row.id, agreement_version: consent.agreementVersion, terms: JSON.stringify(terms), at: now })
      .execute();
    const accepted = row.status === STATUS.confirm ? await move(tx, row, { type: 'offer.accepted' }, now) : row;
    const lending = await move(tx, accepted, { type: 'money.drawn' }, now, {
      disbursement_requested_at: now,
      disbursement_expected_by: now + core.config.disbursementTime,
    });
    await queueDisbursement(tx, lending, account, user.msisdn, now);
    return viewOrder(tx, lending, now, language);
  });
  if (drawn instanceof Refusal) throw drawn;
  core.queued();
  return drawn;
}

export const decline = (core: Core, userId: number, orderNo: string, language: Language): Promise<Order> =>
  core.store.tx(async (tx) => {
    const now = core.clock.now();
    const row = await lockPresent(core, tx, userId, orderNo);
    if (row.status === STATUS.cancel) return viewOrder(tx, row, now, language);
    const type = isIncomplete(row.status) ? 'application.withdrawn' : 'offer.declined';
    return viewOrder(tx, await move(tx, row, { type }, now), now, language);
  });
