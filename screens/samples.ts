/** People, loans and payments for the examples. The lender's own functions compute the amounts. */
import { type HomeFacts, initialContext, type JourneyContext, type Support } from '#machines/context.ts';
import {
  addDays,
  daysBetween,
  endOfNextWorkingDay,
  HOUR,
  MINUTE,
  nairobiDate,
  type CalendarDate,
  type Instant,
} from '#machines/model/calendar.ts';
import type { CardLines, IdentityCheck } from '#machines/model/identityCheck.ts';
import { formatKsh, shillings } from '#machines/model/money.ts';
import type {
  AcceptedAgreement,
  Agreement,
  LoanBalance,
  LoanStatement,
  MarketProduct,
  Offer,
  Order,
  Payment,
  Rejection,
  RepaymentDetail,
} from '#machines/model/order.ts';
import type { Proof } from '#machines/model/proof.ts';
import { maskMsisdn } from '#machines/model/phoneNumber.ts';
import { rolloverObstacle, rolloverOption, type RolloverDetail } from '#machines/model/rollover.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { dueDateOf, earlySettlementRebate, payoutParts, penaltyCap, penaltyFor, penaltyPerDay, termsFor } from '#machines/model/terms.ts';
import { loaded } from '#machines/model/loadable.ts';
import { ceilingAfter } from '#src/market/ceilings.ts';
import { firstLoan, longerLoan, productNames } from '#src/market/products.ts';

/** Nairobi time: `2025-11-20 10:32`. */
export const at = (text: string): Instant => Date.parse(`${text.replace(' ', 'T')}:00+03:00`);

export const NOW = at('2025-11-20 10:35');
const PRINCIPAL = shillings(5_000);
const TERM = 91;

export const terms = termsFor(firstLoan, PRINCIPAL, TERM);
export const mpesa = { kind: 'mpesa', masked: maskMsisdn('254712345678'), holderName: 'M-PESA', owner: '', branch: '' } as const;
export const bank = { kind: 'bank', masked: '••• 4321', holderName: 'Equity Bank', owner: 'Amina Wanjiku', branch: 'Moi Avenue' } as const;

/** A support with every contact channel. */
export const support: Support = {
  email: 'help@lender.example.ke',
  phone: '0800 000 000',
  whatsapp: '254712000000',
  hours: { days: 'mon-sat', from: '07:00', to: '20:00' },
  company: {
    name: 'Example Loan Limited',
    address: '1 Example Street, Nairobi',
    licence: 'EXAMPLE-0000',
    regulator: 'Example Regulator',
    regulatorContact: 'complaints@regulator.example',
    dataOfficerEmail: 'data-officer@lender.example.ke',
    policiesSince: '2026-01-01',
  },
};
/** A card with the values that Amina typed; back and face were recognised. */
export const cardLines: CardLines = {
  number: { read: '12345678', typed: '12345678', agrees: true },
  name: { read: 'AMINA WANJIKU', typed: 'Amina Wanjiku', agrees: true },
  birthday: { read: '15-03-1992', typed: '15-03-1992', agrees: true },
};
export const identity: IdentityCheck = { card: { is: 'read', lines: cardLines }, back: { is: 'recognised' }, face: { is: 'recognised' } };

/** Home's facts for a visitor. */
export const home: HomeFacts = {
  firstName: null,
  product: firstLoan,
  limit: firstLoan.firstLoanMax,
  limitTerms: termsFor(firstLoan, firstLoan.firstLoanMax, TERM),
  nextLimit: ceilingAfter(firstLoan, 1),
  readAt: NOW,
};

/** The context of a visitor. */
export const visitor: Partial<JourneyContext> = {
  ...initialContext,
  now: NOW,
  home: loaded(home),
};

/** Home's facts for Amina, with some of them changed. */
export const homeWith = (change: Partial<HomeFacts>) => ({ home: loaded({ ...home, firstName: 'Amina', ...change }) });

/** A borrower without an order. */
export const amina: Partial<JourneyContext> = {
  ...visitor,
  session: { token: 'sample', userId: '1042', mobile: '254712345678' },
  epoch: 1,
  ...homeWith({}),
};

export const order = (status: number, change: Partial<Order> = {}): Order => ({
  orderNo: 'LN2511200042',
  status,
  productId: firstLoan.id,
  principal: PRINCIPAL,
  termDays: TERM,
  terms,
  submittedAt: null,
  answerExpectedAt: null,
  answerLatestAt: null,
  photos: { front: false, back: false, face: false },
  payoutAccount: null,
  rejection: null,
  offer: null,
  disbursement: null,
  balance: null,
  ...change,
});

const SENT_AT = at('2025-11-20 10:32');
const submitted = {
  submittedAt: SENT_AT,
  answerExpectedAt: SENT_AT + 10 * MINUTE,
  answerLatestAt: endOfNextWorkingDay(SENT_AT),
  payoutAccount: mpesa,
  photos: { front: true, back: true, face: true },
};

export const assessing = order(STATUS.applying, submitted);
export const approved = order(STATUS.confirm, { ...submitted, offer: { openUntil: at('2025-11-21 10:42') } });
export const rejection: Rejection = {
  reason: 'Your income could not be confirmed.',
  reapplyOn: addDays(nairobiDate(NOW), 30),
  review: 'possible',
};
export const rejected = order(STATUS.reject, { ...submitted, rejection });
/** A person reviews the rejected application. */
export const inReview = order(STATUS.applying, { ...submitted, inReview: true, answerExpectedAt: SENT_AT + 12 * MINUTE });

const DRAWN_AT = at('2025-11-20 10:55');
const drawn = { ...submitted, disbursement: { requestedAt: DRAWN_AT, expectedBy: DRAWN_AT + HOUR, failure: null } };
export const lending = order(STATUS.lending, drawn);
const failedFor = (failure: string): Order => order(STATUS.payFail, { ...drawn, disbursement: { ...drawn.disbursement, failure } });
export const payFail = failedFor('This number is not registered for M-PESA.');
export const payFailBank = failedFor('We cannot send money to this bank. Please choose another account.');

const DISBURSED: CalendarDate = '2025-11-20';
const DUE = dueDateOf(DISBURSED, TERM);

/** The debt on `today` after 2,000 shillings paid on 2 January: interest first, then principal. */
const balanceOn = (today: CalendarDate): LoanBalance => {
  const paid = shillings(2_000);
  const principal = PRINCIPAL - (paid - terms.interest);
  const daysLate = Math.max(0, daysBetween(DUE, today));
  const penalty = penaltyFor(principal, firstLoan.penaltyRate, daysLate, penaltyCap(principal, 0));
  const left = principal + penalty;
  const rebate = daysLate > 0 ? 0 : earlySettlementRebate(PRINCIPAL, firstLoan.interestRate, TERM, DISBURSED, today);
  return {
    asOf: at(`${today} 10:35`),
    disbursedOn: DISBURSED,
    dueDate: DUE,
    agreed: terms.owed,
    paid,
    principal,
    interest: 0,
    penalty,
    left,
    settleToday: left - rebate,
    daysLate,
    penaltyPerDay: penaltyPerDay(principal, firstLoan.penaltyRate),
  };
};

const withoutCharge = (balance: LoanBalance): LoanBalance => ({
  ...balance,
  paid: balance.paid + balance.penalty,
  penalty: 0,
  left: balance.left - balance.penalty,
  settleToday: balance.settleToday - balance.penalty,
});

export const twelveDaysBefore = at('2026-02-07 10:35');
export const fiveDaysLate = at('2026-02-24 10:35');
export const repaying = order(STATUS.repaying, { ...drawn, balance: balanceOn('2026-02-07') });
export const overdue = order(STATUS.overdued, { ...drawn, balance: balanceOn('2026-02-24') });
/** The same day, after a payment of exactly the late charge. */
export const overdueChargePaid = order(STATUS.overdued, { ...drawn, balance: withoutCharge(balanceOn('2026-02-24')) });
export const finished = order(STATUS.finish, drawn);

/** The statement of {@link repaying}. */
export const statement: LoanStatement = {
  orderNo: repaying.orderNo,
  status: repaying.status,
  principal: PRINCIPAL,
  termDays: TERM,
  openedAt: at('2025-11-20 10:20'),
  asOf: twelveDaysBefore,
  lines: [
    {
      no: 1,
      kind: 'paidOut',
      on: DISBURSED,
      at: DRAWN_AT,
      receipt: 'TKK1B7QZ4D',
      parts: payoutParts(terms),
      balance: terms.owed,
    },
    {
      no: 2,
      kind: 'payment',
      on: '2026-01-02',
      at: at('2026-01-02 18:20'),
      receipt: 'TB27K4XQ9M',
      parts: [
        { part: 'received', amount: shillings(2_000) },
        { part: 'interest', amount: -terms.interest },
        { part: 'principal', amount: terms.interest - shillings(2_000) },
      ],
      balance: terms.owed - shillings(2_000),
    },
  ],
  left: terms.owed - shillings(2_000),
  agreedAt: at('2025-11-20 10:40'),
};

/** The products for a borrower with one repaid loan. */
export const market: MarketProduct[] = [firstLoan, longerLoan].map((product) => ({
  product,
  name: productNames[product.id]?.en ?? product.name,
  limit: shillings(10_000),
  limitTerms: termsFor(product, shillings(10_000), TERM),
  nextLimit: ceilingAfter(product, 2),
  availability: { is: 'open' },
}));

/** Shorter than a real agreement, with one example of each part of a section. */
export const agreement: Agreement = {
  version: '2f6b1c0d9a8e4b7730f1e2d3c4b5a697',
  title: 'Loan agreement',
  sections: [
    {
      heading: 'The parties',
      facts: [
        { label: 'Lender', value: support.company.name },
        { label: 'Address', value: support.company.address },
        { label: 'Licence', value: support.company.licence },
        { label: 'Borrower', value: 'Amina Wanjiku' },
        { label: 'National ID number', value: '12345678' },
      ],
      body: 'In this agreement “we” is the lender and “you” is the borrower.',
    },
    {
      heading: 'What you receive',
      lines: [
        { label: 'Loan', value: formatKsh(terms.principal) },
        { label: 'Processing fee, 0.98% once', value: `− ${formatKsh(terms.fee)}` },
        { label: 'Tax on the fee, 18%', value: `− ${formatKsh(terms.tax)}` },
        { label: 'We send you', value: formatKsh(terms.sent) },
      ],
      body: 'Fee and tax are taken off the loan.',
    },
    {
      heading: 'Paying late',
      body: 'For each day after the due date 2% of the unpaid loan is added.\nThe late charges never exceed the loan that was unpaid on the due date.',
    },
  ],
};
export const accepted: AcceptedAgreement = {
  at: at('2025-11-20 10:40'),
  language: 'en',
  file: '/agreements/token/loan-agreement-LN2511200001.pdf',
};

export const offer: Offer = {
  orderNo: approved.orderNo,
  terms,
  dueDate: DUE,
  openUntil: at('2025-11-21 10:42'),
  sentAt: null,
  choice: { minimum: firstLoan.minPrincipal, maximum: PRINCIPAL, step: firstLoan.principalStep, termDays: firstLoan.termDays },
  payoutAccount: mpesa,
  product: firstLoan,
  latePerDay: penaltyPerDay(PRINCIPAL, firstLoan.penaltyRate),
  lateCap: penaltyCap(PRINCIPAL, terms.interest),
  agreementVersion: 'sample',
};

const repaymentOf = (of: Order): RepaymentDetail => ({
  orderNo: of.orderNo,
  status: of.status,
  balance: of.balance ?? balanceOn('2026-02-07'),
  payments: [{ receipt: 'TB27K4XQ9M', amount: shillings(2_000), at: at('2026-01-02 18:20'), channel: 'mpesa', over: 0 }],
  rule: firstLoan.repayment,
  channels: ['mpesa', 'paybill', 'dedicated'],
  paybill: { businessNumber: '174379', accountNumber: of.orderNo },
  openPayment: null,
  coupon: { is: 'offered', amount: shillings(100) },
});
export const repayment = repaymentOf(repaying);
export const repaymentOverdue = repaymentOf(overdue);
export const repaymentChargePaid = repaymentOf(overdueChargePaid);

export const payment = (change: Partial<Payment> = {}): Payment => ({
  payOrderId: 'P88213',
  orderNo: repaying.orderNo,
  amount: shillings(3_374),
  state: 'sent',
  phone: maskMsisdn('254712345678'),
  promptUntil: twelveDaysBefore + 48_000,
  resultCode: null,
  reason: '',
  receipt: null,
  paidAt: null,
  over: 0,
  ...change,
});

/** A debt that is reduced by the coupon for a card. */
export const repaymentWithCoupon: RepaymentDetail = {
  ...repayment,
  coupon: { is: 'taken', amount: shillings(100), lastFour: '4242' },
  balance: {
    ...repayment.balance,
    principal: repayment.balance.principal - shillings(100),
    left: repayment.balance.left - shillings(100),
    settleToday: repayment.balance.settleToday - shillings(100),
  },
};

const proofSentAt = at('2026-02-06 18:20');
const proof: Proof = {
  proofNo: 'V1',
  receipt: 'TBN1A2B3C4',
  amount: shillings(1_000),
  pictures: 2,
  state: 'waiting',
  sentAt: proofSentAt,
  answerBy: proofSentAt + 48 * HOUR,
  reason: '',
};
export const sentProofs: readonly Proof[] = [
  proof,
  { ...proof, proofNo: 'V2', receipt: 'TAM9P8Q7R6', state: 'counted', pictures: 1 },
  { ...proof, proofNo: 'V3', receipt: 'TAL5D4E3F2', state: 'known', pictures: 1 },
  {
    ...proof,
    proofNo: 'V4',
    receipt: 'TAK2X3Y4Z5',
    state: 'refused',
    reason: 'M-PESA knows no payment to us with this receipt. Please check the receipt number.',
  },
];

const rolloverOf = (of: Order, now: CalendarDate, change: Partial<RolloverDetail> = {}): RolloverDetail => {
  const balance = of.balance ?? balanceOn(now);
  return {
    orderNo: of.orderNo,
    dueDate: balance.dueDate,
    penalty: balance.penalty,
    obstacle: rolloverObstacle(firstLoan, balance, change.timesUsed ?? 0),
    timesUsed: 0,
    timesAllowed: firstLoan.rollover.maxTimes,
    options: firstLoan.rollover.days.map((days) => rolloverOption(firstLoan, balance, now, days)),
    chosen: null,
    confirmed: null,
    ...change,
  };
};
const fourteen = rolloverOption(firstLoan, balanceOn('2026-02-07'), '2026-02-07', 14);
const chosen = { ...fourteen, extensionNo: 'E77A10', businessNumber: '174379', accountNumber: 'R204417733' };

export const rollover = rolloverOf(repaying, '2026-02-07');
export const rolloverChosen = { ...rollover, chosen: { ...chosen, received: 0, missing: fourteen.total } };
export const rolloverPartPaid = { ...rollover, chosen: { ...chosen, received: shillings(50), missing: fourteen.total - shillings(50) } };
export const rolloverFunded = { ...rollover, chosen: { ...chosen, received: fourteen.total, missing: 0 } };
export const rolloverOverPaid = { ...rollover, chosen: { ...chosen, received: fourteen.total + shillings(76), missing: 0 } };
export const rolloverMoved = {
  ...rollover,
  dueDate: fourteen.newDueDate,
  timesUsed: 1,
  confirmed: { extensionNo: chosen.extensionNo, days: 14, newDueDate: fourteen.newDueDate },
};
export const rolloverLate = rolloverOf(overdue, '2026-02-24');
export const rolloverUsedUp = rolloverOf(repaying, '2026-02-07', { timesUsed: firstLoan.rollover.maxTimes });
export const rolloverOff: RolloverDetail = { ...rollover, obstacle: 'off', options: [] };
