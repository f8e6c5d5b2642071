/** Configuration of lending: products, times, decisions, gateways. */
import type { Support } from '#machines/context.ts';
import { HOUR, MINUTE } from '#machines/model/calendar.ts';
import type { Cents } from '#machines/model/money.ts';
import { whyProductIsRefused, type LoanProduct } from '#machines/model/terms.ts';
import type { Sms } from '#server/messaging/sms.ts';
import type { CardGateway } from '#server/rail/cardGateway.ts';
import { ceilingAfter } from '#src/market/ceilings.ts';
import { PROMISES } from '#src/market/support.ts';
import type { SecurityLog } from '#server/store/securityLog.ts';
import type { FloatAccount, FloatLevel } from '#server/store/schema/railTables.ts';
import { CannotStart } from '#server/store/cannotStart.ts';
import type { TaskLeases } from '#server/store/taskLease.ts';

export interface FloatWatch {
  /** ms. */
  askEvery: number;
  /** Below this level an account raises the alarm. */
  alarmBelow: Cents;
  /** Called once when an account falls below the alarm, and once when a payout has to wait for it. */
  alarm: (float: { account: FloatAccount; level: FloatLevel; available: Cents }) => void;
}

export interface LendingConfig {
  /** Home offers the first one. */
  products: readonly LoanProduct[];
  /** The company that lends and its contacts, as the agreement names them. */
  lender: Support;
  /** The number that borrowers pay to by hand. */
  paybill: string;
  /** Time from the application to its answer, ms. */
  reviewTime: number;
  /** Longest time from the draw to the arrival of the money, as shown to the borrower, ms. */
  disbursementTime: number;
  /** After this time, in ms, a sent payout without a result waits for the decision of a person. */
  payoutSilence: number;
  /** Whether the rules decide a due application; otherwise it waits for a person. */
  rulesDecide: () => boolean;
  /** Whether an application with photos that no reader judged waits for a person. */
  refersUnreadPhotos: boolean;
  /** Days before a rejected borrower may apply again. */
  reapplyDays: number;
  /** The gateway for text messages about a loan; null: none are sent. */
  sms: Sms | null;
  /** The gateway that authorises bank cards; null: cards are not offered. */
  cards: CardGateway | null;
  /** Records security events; null only in tests. */
  security: SecurityLog | null;
  /** Settings for watching the float; null: the float is not watched, and no payout waits for it. */
  float: FloatWatch | null;
  /** Pause between two pulls, which find payments without a message, ms; null: there are no pulls. */
  pullEvery: number | null;
  /** Decides which process does a task. Left out: this process does every task. */
  leases?: Pick<TaskLeases, 'run'>;
  /** Whether this process is stopping, so that another one has to send what is queued. Left out: false. */
  isStopping?: () => boolean;
  /** The ceiling of a borrower. @param loansOnTime loans that were paid on time so far. */
  ceiling: (product: LoanProduct, loansOnTime: number) => Cents;
}

export const defaultLendingConfig: Omit<LendingConfig, 'products' | 'lender'> = {
  paybill: '174379',
  reviewTime: PROMISES.reviewMinutes * MINUTE,
  disbursementTime: PROMISES.disbursementMinutes.to * MINUTE,
  payoutSilence: 4 * HOUR,
  rulesDecide: () => true,
  refersUnreadPhotos: false,
  reapplyDays: PROMISES.reapplyDays,
  sms: null,
  cards: null,
  security: null,
  float: null,
  pullEvery: null,
  ceiling: ceilingAfter,
};

/** The product that home offers. @throws Error without products, which {@link checkProducts} refuses at the start. */
export function mainProduct({ products: [product] }: Pick<LendingConfig, 'products'>): LoanProduct {
  if (!product) throw new Error('there is no product, which the start has checked');
  return product;
}

/** In days. @throws Error without terms, which {@link checkProducts} refuses at the start. */
export function shortestTerm({ id, termDays: [days] }: LoanProduct): number {
  if (days === undefined) throw new Error(`product ${id} has no term, which the start has checked`);
  return days;
}

/** @throws CannotStart naming the first product that breaks a rule. */
export function checkProducts(products: readonly LoanProduct[]): void {
  if (products.length === 0) throw new CannotStart('There is no product to lend: configure at least one.');
  for (const product of products) {
    const reason = whyProductIsRefused(product);
    if (reason) throw new CannotStart(`The lender does not start: ${reason}.`);
  }
}
