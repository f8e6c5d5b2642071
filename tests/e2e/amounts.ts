/**
 * The amounts that a page may show: those of the lender's ledger and of the contract's terms, and no
 * others. They are computed from the journal's lines, not from the lender's answers to the app.
 */
import { nairobiDate } from '#machines/model/calendar.ts';
import { formatKsh, shillings, type Cents } from '#machines/model/money.ts';
import { earlySettlementRebate, penaltyCap, penaltyPerDay, rolloverCost, termsFor } from '#machines/model/terms.ts';
import type { SandboxLedger } from '#src/api/sandbox.ts';
import { ceilingsOf } from '#src/market/ceilings.ts';
import { salaryBrackets } from '#src/market/lists/work.ts';
import { labelOf } from '#src/market/options.ts';
import { firstLoan } from '#src/market/products.ts';
import type { TestLender } from '../support/testLender.ts';
import { expect } from 'vitest';

const product = firstLoan;
const [TERM_DAYS = 0] = product.termDays;

/** Amount in cents to its name. */
export type Allowed = Map<Cents, string>;

/** The amounts of the terms of a loan with this principal. */
export function termAmounts(principal: Cents): Allowed {
  const terms = termsFor(product, principal, TERM_DAYS);
  const { interest, fee, tax, sent, owed, totalCost } = terms;
  const named = {
    principal,
    interest,
    fee,
    tax,
    sent,
    owed,
    totalCost,
    latePerDay: penaltyPerDay(principal, product.penaltyRate),
    lateCap: penaltyCap(principal, interest),
  };
  return new Map(Object.entries(named).map(([name, amount]) => [amount, name]));
}

/** The amounts of the product: the range of its principal, the ceilings of later loans, and the rule of its payments. */
export const productAmounts = (): Allowed =>
  new Map([
    ...ceilingsOf(product).map((ceiling, loans) => [ceiling, `ceiling after ${loans} loans paid on time`] as const),
    [product.minPrincipal, 'smallest loan'],
    [product.maxPrincipal, 'largest loan'],
    [product.firstLoanMax, 'largest first loan'],
    [product.principalStep, 'step of the principal'],
    [product.repayment.minimum, 'smallest payment'],
    [product.repayment.step, 'step of a payment'],
    ...salaryBrackets.map((bracket) => {
      const [, amount = ''] = /KSh ([\d,]+)/.exec(labelOf(bracket, 'en')) ?? [];
      return [shillings(Number(amount.replace(/,/g, ''))), 'bracket of income'] as const;
    }),
  ]);

export interface Debt {
  principal: Cents;
  interest: Cents;
  penalty: Cents;
  left: Cents;
  paid: Cents;
  payments: Cents[];
  disbursed: Cents;
  disbursedOn: string | null;
}

/** The debt, computed from the journal's lines. */
export function debtIn({ lines }: SandboxLedger): Debt {
  const balance = (account: string): Cents => lines.filter((line) => line.account === account).reduce((sum, { amount }) => sum + amount, 0);
  const float = lines.filter(({ account }) => account === 'mpesa_float');
  const payments = float.filter(({ kind }) => kind.startsWith('repayment')).map(({ amount }) => amount);
  const disbursements = float.filter(({ kind }) => kind === 'disbursement');
  const principal = balance('loan_receivable');
  const interest = balance('interest_receivable');
  const penalty = balance('penalty_receivable');
  return {
    principal,
    interest,
    penalty,
    left: principal + interest + penalty,
    payments,
    paid: payments.reduce((sum, amount) => sum + amount, 0),
    disbursed: -disbursements.reduce((sum, { amount }) => sum + amount, 0),
    disbursedOn: disbursements[0]?.on ?? null,
  };
}

/** The amounts that a page may show about this order now. */
export async function orderAmounts(lender: Pick<TestLender, 'sandbox'>, orderNo: string, principal: Cents): Promise<Allowed> {
  const [ledger, { now, prompts }] = await Promise.all([lender.sandbox.ledger(orderNo), lender.sandbox.state()]);
  expect(ledger.sum, 'the ledger adds up').toBe(0);
  const debt = debtIn(ledger);
  const allowed = new Map([...productAmounts(), ...termAmounts(principal)]);
  if (debt.disbursedOn === null) return allowed;
  for (const { amount } of prompts) allowed.set(amount, 'asked for by an open prompt');
  const spared = Math.min(debt.left, earlySettlementRebate(principal, product.interestRate, TERM_DAYS, debt.disbursedOn, nairobiDate(now)));
  const more: [Cents, string][] = [
    [debt.principal, 'principal left'],
    [debt.interest, 'interest left'],
    [debt.penalty, 'late charge'],
    [debt.left, 'left'],
    [debt.left - debt.penalty, 'left without the late charge'],
    [debt.left - spared, 'left when settled today'],
    [spared, 'interest spared today'],
    [debt.paid, 'paid'],
    [penaltyPerDay(debt.principal, product.penaltyRate), 'late charge of one more day'],
    ...debt.payments.map((amount): [Cents, string] => [amount, 'one payment']),
    ...product.rollover.days.flatMap((days): [Cents, string][] => {
      const { fee, tax, total } = rolloverCost(product, debt.principal, days);
      return [
        [fee, `fee of ${days} more days`],
        [tax, `tax on it`],
        [total, `cost of ${days} more days`],
      ];
    }),
  ];
  for (const [amount, name] of more) if (!allowed.has(amount)) allowed.set(amount, name);
  return allowed;
}

/** Fails with every amount on the page that is not allowed, with the words around it. */
export function expectDerived(shown: readonly { cents: Cents; words: string }[], allowed: Allowed, where: string): void {
  const strange = shown.filter(({ cents }) => !allowed.has(cents)).map(({ cents, words }) => `${formatKsh(cents)} in "${words}"`);
  expect(strange, `amounts on ${where} that are neither in the ledger nor in the terms`).toEqual([]);
}

/** The wanted amounts that the page does not show. */
export const missingFrom = (shown: readonly { cents: Cents }[], wanted: Readonly<Record<string, Cents>>): string[] =>
  Object.entries(wanted)
    .filter(([, amount]) => !shown.some(({ cents }) => cents === amount))
    .map(([name, amount]) => `${name}: ${formatKsh(amount)}`);
