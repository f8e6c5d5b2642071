/** The numbers of the one loan of a fork, by the rules of the lender: its debt, its statement, and what a payment changes. */
import { nairobiDate, type Instant } from '#machines/model/calendar.ts';
import type { LoanBalance, LoanStatement, Order, PaymentLine, StatementLine } from '#machines/model/order.ts';
import type { LoanProduct } from '#machines/model/terms.ts';
import type { Cents } from '#machines/model/money.ts';
import { allocate, dueDateOf, earlySettlementRebate, payoutParts, penaltyPerDay } from '#machines/model/terms.ts';

type Rates = Pick<LoanProduct, 'interestRate' | 'penaltyRate'>;
type Loan = Pick<Order, 'orderNo' | 'status' | 'principal' | 'termDays' | 'terms'>;

/** The debt of a loan that is paid out now. */
export function firstBalance({ principal, termDays, terms }: Loan, { interestRate, penaltyRate }: Rates, now: Instant): LoanBalance {
  const today = nairobiDate(now);
  return {
    asOf: now,
    disbursedOn: today,
    dueDate: dueDateOf(today, termDays),
    agreed: terms.owed,
    paid: 0,
    principal,
    interest: terms.interest,
    penalty: 0,
    left: terms.owed,
    settleToday: terms.owed - earlySettlementRebate(principal, interestRate, termDays, today, today),
    daysLate: 0,
    penaltyPerDay: penaltyPerDay(principal, penaltyRate),
  };
}

/** The debt after a payment, and the part of the payment above the debt. */
export function afterPayment(
  balance: LoanBalance,
  { penaltyRate }: Rates,
  amount: Cents,
  now: Instant,
): { balance: LoanBalance; over: Cents } {
  const settles = amount >= balance.settleToday;
  const { penalty, interest, principal, over } = allocate(amount, balance);
  const left = settles ? 0 : balance.left - (amount - over);
  const principalLeft = settles ? 0 : balance.principal - principal;
  return {
    balance: {
      ...balance,
      asOf: now,
      paid: balance.paid + Math.min(amount, balance.settleToday),
      penalty: settles ? 0 : balance.penalty - penalty,
      interest: settles ? 0 : balance.interest - interest,
      principal: principalLeft,
      left,
      settleToday: Math.max(0, balance.settleToday - amount),
      penaltyPerDay: penaltyPerDay(principalLeft, penaltyRate),
    },
    over: Math.max(0, amount - balance.settleToday),
  };
}

/** @param payments of the loan, in any order. @param paidOutAt the moment of the payout, with its receipt. */
export function statementOfLoan(
  { orderNo, status, principal, termDays, terms }: Loan,
  balance: LoanBalance,
  payments: readonly PaymentLine[],
  { at, receipt, asOf }: { at: Instant; receipt: string; asOf: Instant },
): LoanStatement {
  const paidOut: StatementLine = {
    no: 1,
    kind: 'paidOut',
    on: balance.disbursedOn,
    at,
    receipt,
    parts: payoutParts(terms),
    balance: terms.owed,
  };
  const lines = [paidOut];
  for (const { receipt: number, amount, at: paidAt } of [...payments].sort((a, b) => a.at - b.at)) {
    const before = lines[lines.length - 1]?.balance ?? terms.owed;
    const line: Pick<StatementLine, 'kind' | 'on' | 'at'> = { kind: 'payment', on: nairobiDate(paidAt), at: paidAt };
    lines.push({
      ...line,
      no: lines.length + 1,
      receipt: number,
      parts: [{ part: 'received', amount }],
      balance: Math.max(0, before - amount),
    });
  }
  // Charges and rebates that the fork did not see are in the debt, which is the balance of the last line.
  const last = lines[lines.length - 1];
  if (last) last.balance = balance.left;
  return { orderNo, status, principal, termDays, openedAt: at, asOf, lines, left: balance.left };
}
