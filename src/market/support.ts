/** Where borrowers reach people. One address, shown wherever help is promised. */
export const SUPPORT = {
  email: 'support@example.ke',
  /** When somebody reads it. Nairobi time, Monday to Friday. */
  hours: { from: '08:00', to: '17:00' },
} as const;

/** How long what is kept, in days, and how soon a request about one's own data is answered (specification, section 9; Kenyan data law). */
export const DATA_PROMISES = {
  /** Data of people who did not become borrowers. */
  nonBorrowersDays: 7,
  /** Asking what is kept is answered within. */
  accessDays: 7,
  /** Asking to delete is answered within. */
  erasureDays: 14,
  /** Books of loans that were paid out, after the last of them ended: what the law on money laundering asks of lenders (POCAMLA, section 46). */
  booksYears: 7,
} as const;

/** How soon people here do what they promise (specification, sections 1 and 9). */
export const PROMISES = {
  /** An application is usually answered within, and at the latest within. */
  reviewMinutes: 10,
  reviewWorkingDays: 1,
  /** Money arrives after its loan was accepted, in minutes. */
  disbursementMinutes: { from: 10, to: 60 },
  /** A repayment shows within. */
  repaymentMinutes: 15,
  /** From a rejection to the next application. */
  reapplyDays: 30,
  /** The forms take about. */
  formMinutes: 8,
  /** A message is answered within. */
  answerWorkingDays: 1,
  /** A proof of payment is checked within. */
  proofHours: 48,
} as const;
