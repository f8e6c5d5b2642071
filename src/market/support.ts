/**
 * Retention periods, and response times for requests about one's own data (specification, section 9; Kenyan data law).
 */
export const DATA_PROMISES = {
  /** Data of people who did not become borrowers. */
  nonBorrowersDays: 7,
  /** Response time for a request to see the stored data. */
  accessDays: 7,
  /** Response time for a request to delete the stored data. */
  erasureDays: 14,
  /**
   * Years for which the ledger of a paid-out loan is kept after the borrower's last loan has ended, as the law on money
   * laundering requires (POCAMLA, section 46).
   */
  booksYears: 7,
  /** How long a bureau record is used and kept, from the day of its figures. */
  bureauDays: 90,
} as const;

/** Response times that the specification promises (sections 1 and 9). */
export const PROMISES = {
  /** Usual and latest time of a decision. */
  reviewMinutes: 10,
  reviewWorkingDays: 1,
  /** Minutes from the acceptance of a loan to the arrival of the money. */
  disbursementMinutes: { from: 10, to: 60 },
  /** Time until a repayment is shown. */
  repaymentMinutes: 15,
  /** From a rejection to the next possible application. */
  reapplyDays: 30,
  /** Time for filling in the forms. */
  formMinutes: 8,
  /** Response time for a message. */
  answerWorkingDays: 1,
  /** Response time for a proof of payment. */
  proofHours: 48,
} as const;
