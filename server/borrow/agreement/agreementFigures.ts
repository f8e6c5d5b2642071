/** The formatted figures of an agreement. Every amount and rate comes from the contract; the texts contain no numbers. */
import { sql } from 'kysely';
import type { Support } from '#machines/context.ts';
import { formatKsh, formatRate } from '#machines/model/money.ts';
import { formatMsisdn, type Msisdn } from '#machines/model/phoneNumber.ts';
import { penaltyCap, penaltyPerDay } from '#machines/model/terms.ts';
import { sectionsColumn, sectionsFrom, type SectionsInJson } from '#server/apply/applicant.ts';
import { fullName, requiredValue } from '#server/apply/sectionValues.ts';
import type { LendingConfig } from '#server/books/lendingConfig.ts';
import type { OrderRow } from '#server/books/orders.ts';
import type { Contract } from '#server/store/schema/index.ts';
import type { Db } from '#server/store/store.ts';
import { DATA_PROMISES, PROMISES } from '#src/market/support.ts';

/** The borrower as the agreement names them: name and ID number from the application, and the registered number. */
export interface BorrowerParty {
  /** Empty: missing in the application. */
  name: string;
  /** Empty: missing in the application. */
  nationalId: string;
  mobile: Msisdn;
}

export interface Figures {
  /** Number of the agreement and of the loan. */
  number: string;
  lender: Support;
  borrower: BorrowerParty & { mobileText: string };
  paybill: string;
  principal: string;
  days: number;
  interest: string;
  interestRate: string;
  fee: string;
  feeRate: string;
  feeMode: 'flat' | 'daily';
  tax: string;
  taxRate: string;
  sent: string;
  owed: string;
  cost: string;
  apr: string;
  effective: string;
  lateRate: string;
  latePerDay: string;
  lateCap: string;
  rollover: { days: readonly number[]; times: number; rate: string } | null;
  offerHours: number;
  /** Hours after which the money is sent without an answer of the borrower; null: never. */
  sentAfterHours: number | null;
  answerDays: number;
  accessDays: number;
  erasureDays: number;
  booksYears: number;
}

/** The party of an order, for a query of `loan_order` that joins `app_user`. */
export const PARTY_COLUMNS = ['app_user.msisdn', sectionsColumn('loan_order.user_id', sql<boolean>`s.section = 'personalInfo'`)] as const;

/** @returns null when the personal information was not sent yet, or was erased. */
export function partyFrom(
  db: Db,
  userId: number,
  { msisdn, sections }: { msisdn: Msisdn; sections: SectionsInJson },
): BorrowerParty | null {
  const [personalInfo] = sectionsFrom(db, userId, sections);
  if (!personalInfo) return null;
  const { values } = personalInfo;
  return { name: fullName(values), nationalId: requiredValue(values, 'nationalId'), mobile: msisdn };
}

export function figuresOf(
  { order_no }: Pick<OrderRow, 'order_no'>,
  { terms, product }: Contract,
  borrower: BorrowerParty,
  { lender, paybill }: Pick<LendingConfig, 'lender' | 'paybill'>,
): Figures {
  const { rollover } = product;
  return {
    number: order_no,
    lender,
    borrower: { ...borrower, mobileText: formatMsisdn(borrower.mobile) },
    paybill,
    principal: formatKsh(terms.principal),
    days: terms.termDays,
    interest: formatKsh(terms.interest),
    interestRate: formatRate(product.interestRate),
    fee: formatKsh(terms.fee),
    feeRate: formatRate(product.fee.rate),
    feeMode: product.fee.mode,
    tax: formatKsh(terms.tax),
    taxRate: formatRate(product.tax.rate),
    sent: formatKsh(terms.sent),
    owed: formatKsh(terms.owed),
    cost: formatKsh(terms.totalCost),
    apr: formatRate(terms.apr),
    effective: formatRate(terms.effectiveRate),
    lateRate: formatRate(product.penaltyRate),
    latePerDay: formatKsh(penaltyPerDay(terms.principal, product.penaltyRate)),
    lateCap: formatKsh(penaltyCap(terms.principal, terms.interest)),
    rollover: rollover.enabled ? { days: rollover.days, times: rollover.maxTimes, rate: formatRate(rollover.feeRatePerDay) } : null,
    offerHours: product.offerHours,
    sentAfterHours: product.autoDisburseHours ?? null,
    answerDays: PROMISES.answerWorkingDays,
    accessDays: DATA_PROMISES.accessDays,
    erasureDays: DATA_PROMISES.erasureDays,
    booksYears: DATA_PROMISES.booksYears,
  };
}
