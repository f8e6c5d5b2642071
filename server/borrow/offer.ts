/** The calls about an offer, from its approval to the payout. */
import { CODE } from '#machines/model/codes.ts';
import type { Agreement, Offer, Order } from '#machines/model/order.ts';
import { isIncomplete, isOffered, STATUS } from '#machines/model/orderStatus.ts';
import { agreementIn, agreementVersion, type AgreementFacts } from './agreement/agreementText.ts';
import type { BorrowerParty } from './agreement/agreementFigures.ts';
import { acceptedAgreement, agreementDocument } from './agreement/storedAgreement.ts';
import { payoutHeldFor } from '#server/apply/holderName.ts';
import { couponOf } from '#server/books/couponState.ts';
import { lockCurrent, lockCurrentWith, readCurrent, type LendingContext } from '#server/books/lendingContext.ts';
import { contractFor, drawing, offerOf, payeeFrom, payeeRows, readPayee, type OfferChoice } from './drawing.ts';
import { isDrawCodeNeeded, type DrawGate } from './drawCode.ts';
import { findOrder, movingRow, type OrderRow } from '#server/books/orders.ts';
import { orderRefused, Refusal } from '#server/refusals/refusal.ts';
import type { Db } from '#server/store/store.ts';
import type { Language } from '#machines/context.ts';

export interface ConsentGiven {
  orderNo: string;
  agreementVersion: string;
  sent: number;
  owed: number;
  /** The borrower's choice of amount. Left out: the approved amount. */
  amount?: number | undefined;
  termDays?: number | undefined;
}

const timedOut = (): Refusal => new Refusal(CODE.orderTimedOut, 'lender.orderTimedOut');

/** Whether the order ended because its offer lapsed. */
async function hasLapsed(db: Db, row: OrderRow): Promise<boolean> {
  if (row.status !== STATUS.cancel) return false;
  const last = await db
    .selectFrom('order_event')
    .select('event')
    .where('order_id', '=', row.id)
    .where('version', '=', row.version)
    .executeTakeFirst();
  return last?.event === 'offer.lapsed';
}

/**
 * @param device hash of the id of the reading installation; null when the request contains none.
 * @throws Refusal orderTimedOut after the offer lapsed, orderRefused in any other status without an offer, amountRefused for the choice.
 */
export const offer = async (
  context: LendingContext,
  userId: number,
  orderNo: string,
  choice: OfferChoice,
  device: string | null,
): Promise<Offer> => {
  const found = await readCurrent(context, userId, orderNo, async (db, row): Promise<Offer | Refusal> => {
    if (await hasLapsed(db, row)) return timedOut();
    const { account, borrower } = await readPayee(db, row);
    if (!isOffered(row.status) || row.offer_open_until === null || !account || !borrower) return orderRefused();
    // The coupon is used when the loan is repaid, so it is read as for a running loan.
    const coupon = await couponOf(context, db, { ...row, status: STATUS.repaying });
    const now = context.clock.now();
    const facts = factsFor(context, row, borrower, choice);
    const offered = offerOf(row, facts, account, agreementVersion(facts), now);
    const needsCode = await isDrawCodeNeeded(db, { row, account }, device, now);
    return { ...offered, coupon: coupon?.is === 'offered' ? coupon.amount : null, needsCode };
  });
  if (found instanceof Refusal) throw found;
  return found;
};

/** The facts of the agreement for this choice of the borrower. @throws Refusal amountRefused. */
const factsFor = ({ config }: LendingContext, row: OrderRow, borrower: BorrowerParty, choice: OfferChoice): AgreementFacts => ({
  row,
  contract: contractFor(row, choice),
  borrower,
  config,
});

/**
 * The text for this choice while the offer is open; afterwards the stored, accepted text.
 * @throws Refusal orderRefused when it cannot name the borrower.
 */
export const agreement = (
  context: LendingContext,
  userId: number,
  orderNo: string,
  language: Language,
  choice: OfferChoice,
): Promise<Agreement> =>
  readCurrent(context, userId, orderNo, async (db, row) => {
    const isOfferOpen = isOffered(row.status);
    const accepted = isOfferOpen ? null : await acceptedAgreement(db, row);
    if (accepted) return accepted;
    const { borrower } = await readPayee(db, row);
    if (!borrower) throw orderRefused();
    return agreementIn(language, factsFor(context, row, borrower, isOfferOpen ? choice : {}));
  });

/** The PDF of the accepted agreement; null: no agreement was accepted. @throws Refusal orderNotFound. */
export async function agreementFile({ store: { db } }: LendingContext, userId: number, orderNo: string): Promise<Buffer | null> {
  const { id } = await findOrder(db, userId, orderNo);
  return agreementDocument(db, id);
}

/**
 * Accepts the offer and queues the payout. A repeated call with the same agreement needs no code and returns the present order.
 * @param gate decides whether the caller may draw.
 * @throws Refusal orderTimedOut, orderRefused, termsChanged when the consent names other terms, payoutHeld, or that of the gate.
 */
export async function getMoney(
  context: LendingContext,
  userId: number,
  consent: ConsentGiven,
  gate: DrawGate,
  language: Language,
): Promise<Order> {
  const drawn = await context.store.tx(async (tx): Promise<Order | Refusal> => {
    const now = context.clock.now();
    const { orderNo } = consent;
    const [row, [found], [caller]] = await lockCurrentWith(context, tx, { userId, orderNo }, [
      payeeRows.of(tx, { userId, orderNo }),
      gate.query(tx, userId),
    ]);
    if (!isOffered(row.status)) {
      const before = await tx
        .selectFrom('consent')
        .select('id')
        .where('order_id', '=', row.id)
        .where('agreement_version', '=', consent.agreementVersion)
        .executeTakeFirst();
      if (before && row.status !== STATUS.cancel) return context.viewOrder(tx, row, now, language);
      // The refusal is returned and not thrown: an exception would roll back the lapse that was just written.
      return (await hasLapsed(tx, row)) ? timedOut() : orderRefused();
    }
    const payee = payeeFrom(tx, row, found);
    const { account, borrower } = payee;
    if (!borrower) return orderRefused();
    const facts = factsFor(context, row, borrower, consent);
    const { sent, owed } = facts.contract.terms;
    const agreement = agreementIn(language, facts);
    if (consent.agreementVersion !== agreement.version || consent.sent !== sent || consent.owed !== owed)
      throw new Refusal(CODE.orderRefused, 'lender.termsChanged');
    if (!account) throw new Refusal(CODE.orderRefused, 'lender.payoutAccountMissing');
    const holder = await payoutHeldFor(tx, account);
    if (holder !== null) throw new Refusal(CODE.orderRefused, 'lender.payoutHeld', { name: holder });
    const refused = await gate.decide(tx, { row, account }, caller);
    if (refused) return refused;
    const change = drawing(
      tx,
      row,
      { ...payee, account, borrower },
      { agreed: facts, agreement, language, by: 'borrower', traceId: context.traceId },
      context.config,
      now,
    );
    return context.commitChange(tx, row.id, change, now, language);
  });
  if (drawn instanceof Refusal) throw drawn;
  context.queued();
  return drawn;
}

/** Declines the offer, or withdraws an unfinished application. Repeating it changes nothing. @throws Refusal orderRefused. */
export const decline = (context: LendingContext, userId: number, orderNo: string, language: Language): Promise<Order> =>
  context.store.tx(async (tx) => {
    const now = context.clock.now();
    const row = await lockCurrent(context, tx, userId, orderNo);
    if (row.status === STATUS.cancel) return context.viewOrder(tx, row, now, language);
    const type = isIncomplete(row.status) ? 'application.withdrawn' : 'offer.declined';
    return context.commitChange(tx, row.id, movingRow(tx, row, { type }, now), now, language);
  });
