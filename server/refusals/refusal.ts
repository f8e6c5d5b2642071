import type { CODE } from '#machines/model/codes.ts';

export type RefusalCode = Exclude<(typeof CODE)[keyof typeof CODE], 0>;

/** The lender says no, for a reason the borrower is told. The call boundary turns `key` and `params` into words. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly code: RefusalCode,
    /** Message key, `lender.…`. */
    readonly key: RefusalKey,
    readonly params: Readonly<Record<string, string | number>> = {},
  ) {
    super(`${key} (${code})`);
  }
}

/** Every reason there is, with its parameters. Amounts are cents, dates `YYYY-MM-DD`. */
export type RefusalKey =
  | 'lender.orderNotFound'
  | 'lender.orderRefused'
  | 'lender.orderTimedOut'
  /** minimum, maximum, step */
  | 'lender.amountRefused'
  | 'lender.termRefused'
  | 'lender.productUnknown'
  /** loans */
  | 'lender.productLater'
  | 'lender.reviewRefused'
  | 'lender.reviewOver'
  /** minimum, step, left */
  | 'lender.repaymentRefused'
  | 'lender.termsChanged'
  | 'lender.payoutAccountMissing'
  /** date */
  | 'lender.reapplyTooEarly'
  /** orderNo */
  | 'lender.oneLoanAtATime'
  /** payOrderId */
  | 'lender.paymentInProgress'
  | 'lender.paymentNotFound'
  | 'lender.photosMissing'
  | 'lender.stepsMissing'
  | 'lender.noPaymentMethod'
  | 'lender.rolloverOff'
  /** times */
  | 'lender.rolloverTimesUsed'
  /** left */
  | 'lender.rolloverPenaltyOpen'
  | 'lender.rolloverDays'
  | 'lender.rolloverNotFound'
  /** left */
  | 'lender.rolloverUnpaid'
  | 'lender.receiptUsed'
  | 'lender.picturesMissing'
  | 'lender.proofNotFound'
  | 'lender.cardInvalid'
  | 'lender.cardExpired'
  | 'lender.cardDeclined'
  | 'lender.cardNoAnswer'
  | 'lender.couponTaken';
