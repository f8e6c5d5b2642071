/** Held payments, and the acts of a clerk at the desk. */
import type { HoldReason } from '#server/store/schema/repayTables.ts';
import type { Cents } from '#machines/model/money.ts';
import type { Store } from '#server/store/store.ts';
import type { LoanFixture } from '../lending/loanFixture.ts';

export interface HeldPayment {
  id: number;
  source: 'paybill' | 'push';
  receipt: string | null;
  /** null: no order has the account number. */
  orderNo: string | null;
  /** Cents, as reported and as the rail confirmed; null: not a valid amount, or not confirmed. */
  amount: Cents | null;
  confirmedAmount: Cents | null;
  reason: HoldReason | null;
}

/** Held payments, newest first. */
export const heldPayments = (store: Store): Promise<HeldPayment[]> =>
  store.db
    .selectFrom('reported_payment as r')
    .leftJoin('loan_order as o', 'o.id', 'r.order_id')
    .select(['r.id', 'r.source', 'r.receipt', 'o.order_no as orderNo', 'r.amount', 'r.confirmed_amount as confirmedAmount', 'r.reason'])
    .where('r.state', '=', 'held')
    .orderBy('r.id', 'desc')
    .execute();

type Fixture = Pick<LoanFixture, 'store' | 'clock' | 'lending'>;

/** Queries the rail about the receipt, as the desk does when a clerk opens the case. The answer arrives with due work. */
export const askAboutHeld = (fixture: Fixture, receipt: string): Promise<boolean> =>
  fixture.store.tx((tx) => fixture.lending.desk.askAboutReceipt(tx, receipt));

/** Books the payment to the loan, with the amount that the rail confirmed. @throws Refusal as the desk's act does. */
export const placeHeld = (fixture: Fixture, id: number, orderNo: string): Promise<void> =>
  fixture.store.tx((tx) => fixture.lending.desk.placeHeld(tx, id, orderNo));

/** Refuses the payment. @throws Refusal orderRefused when it was booked already. */
export const refuseHeld = (fixture: Fixture, id: number): Promise<void> =>
  fixture.store.tx((tx) => fixture.lending.desk.refuseHeld(tx, id));
