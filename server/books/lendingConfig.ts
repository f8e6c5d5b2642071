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
  /** An account that holds less is alarming. */
  alarmBelow: Cents;
  /** Called once when an account falls below the alarm, and once when a payout has to wait for it. */
  alarm: (float: { account: FloatAccount; level: FloatLevel; available: Cents }) => void;
}

export interface LendingConfig {
  /** The first one is what home offers. */
  products: readonly LoanProduct[];
  /** Who lends and how it is reached, as the agreement says it. */
  lender: Support;
  /** Where borrowers pay by paybill. */
  paybill: string;
  /** From the application to its answer, ms. */
  reviewTime: number;
  /** From the draw to the money at the latest, as shown to the borrower, ms. */
  disbursementTime: number;
  /** A payout that was sent so long ago and has no result is put to a person, ms. */
  payoutSilence: number;
  /** Whether the rules answer an application that is due; otherwise it waits for a person. */
  rulesDecide: () => boolean;
  /** Days before a rejected borrower may apply again. */
  reapplyDays: number;
  /** The gateway for text messages about a loan; null: none are sent. */
  sms: Sms | null;
  /** The gateway that authorises bank cards; null: cards are not offered. */
  cards: CardGateway | null;
  /** Where security events are recorded; null: nowhere, in tests. */
  security: SecurityLog | null;
  /** How the float is watched; null: it is not, and no payout waits for it. */
  float: FloatWatch | null;
  /** The rail is asked for payments whose message never came every so often, ms; null: it is not. */
  pullEvery: number | null;
  /** Which process does a task; left out: this one does all. */
  leases?: Pick<TaskLeases, 'run'>;
  /** Whether this process stops: what is queued is left to another one. Left out: it never does. */
  isStopping?: () => boolean;
  /** The most a borrower may have, by the loans that were paid on time so far. */
  ceiling: (product: LoanProduct, loansOnTime: number) => Cents;
}

export const defaultLendingConfig: Omit<LendingConfig, 'products' | 'lender'> = {
  paybill: '174379',
  reviewTime: PROMISES.reviewMinutes * MINUTE,
  disbursementTime: PROMISES.disbursementMinutes.to * MINUTE,
  payoutSilence: 4 * HOUR,
  rulesDecide: () => true,
  reapplyDays: PROMISES.reapplyDays,
  sms: null,
  cards: null,
  security: null,
  float: null,
  pullEvery: null,
  ceiling: ceilingAfter,
};

/** The product that home offers. @throws Error without products, with which {@link checkProducts} refuses to start. */
export function mainProduct({ products: [product] }: Pick<LendingConfig, 'products'>): LoanProduct {
  if (!product) throw new Error('there is no product, which the start has checked');
  return product;
}

/** In days. @throws Error without terms, with which {@link checkProducts} refuses to start. */
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
