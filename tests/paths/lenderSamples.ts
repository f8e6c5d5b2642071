/**
 * One fixed sample of every answer of the lender. Further samples that differ in data only would multiply the explored graph
 * without covering more.
 */
import { STATUS, stepOf, type OrderStatus } from '#machines/model/orderStatus.ts';
import type {
  Agreement,
  HomeData,
  LoanBalance,
  LoanRecord,
  LoanStatement,
  MarketProduct,
  Offer,
  Order,
  Payment,
  PaymentState,
  RepaymentDetail,
} from '#machines/model/order.ts';
import type { Session, Support } from '#machines/context.ts';
import type { SignedInDevice } from '#machines/model/device.ts';
import { addDays, HOUR, MINUTE, nairobiDate, type Instant } from '#machines/model/calendar.ts';
import type { Collection } from '#machines/model/collection.ts';
import type { CancellationTerms } from '#machines/model/cancellation.ts';
import { FEEDBACK_TYPES, TICKET, type Ticket } from '#machines/model/feedback.ts';
import { shillings } from '#machines/model/money.ts';
import { maskMsisdn } from '#machines/model/phoneNumber.ts';
import type { Proof } from '#machines/model/proof.ts';
import { rolloverOption, type RolloverDetail } from '#machines/model/rollover.ts';
import { termsFor } from '#machines/model/terms.ts';
import { firstLoan } from '#src/market/products.ts';

/** Noon of 5 March 2026 in Nairobi: the time of every sample. */
export const NOW: Instant = Date.UTC(2026, 2, 5, 9);
export const TODAY = nairobiDate(NOW);

/** A number that no status has: 13, 15 and 16 do not exist. */
export const UNKNOWN_STATUS = 13;

export const PRINCIPAL = shillings(5_000);
const terms = termsFor(firstLoan, PRINCIPAL, 91);

export const session: Session = { token: 'token-of-wanjiru', userId: 'borrower-1', mobile: '254712345678' };

export const devices: readonly SignedInDevice[] = [
  { id: 'd1', name: 'Android 10, Chrome 80', firstUsedAt: NOW - 24 * HOUR, lastUsedAt: NOW, isThis: true },
  { id: 'd2', name: 'Android 13, Chrome 120', firstUsedAt: NOW - 72 * HOUR, lastUsedAt: NOW - 48 * HOUR, isThis: false },
];

const balanceOf = (daysLate: number): LoanBalance => {
  const dueDate = addDays(TODAY, -daysLate);
  const disbursedOn = addDays(dueDate, -terms.termDays);
  const penalty = daysLate * shillings(100);
  const left = terms.owed + penalty;
  return {
    asOf: NOW,
    disbursedOn,
    dueDate,
    agreed: terms.owed,
    paid: 0,
    principal: terms.principal,
    interest: terms.interest,
    penalty,
    left,
    settleToday: left,
    daysLate,
    penaltyPerDay: shillings(100),
  };
};

const HAS_MONEY: readonly number[] = [STATUS.repaying, STATUS.overdued];
const HAS_OFFER: readonly number[] = [STATUS.confirm, STATUS.getMoney];
const HAS_DISBURSEMENT: readonly number[] = [STATUS.lending, STATUS.payFail];

export const FIRST_ORDER = 'order-1';

/**
 * The sample order in this status. The lender already has both sides of the card, so that one photo is left to take at
 * {@link STATUS.identityOcr}.
 */
export function orderIn(status: OrderStatus | typeof UNKNOWN_STATUS, orderNo = FIRST_ORDER): Order {
  const step = stepOf(status);
  const isPastPhotos = step < 0 || step > stepOf(STATUS.identityOcr);
  return {
    orderNo,
    status,
    productId: firstLoan.id,
    principal: PRINCIPAL,
    termDays: terms.termDays,
    terms,
    submittedAt: step >= 0 ? null : NOW - 5 * MINUTE,
    answerExpectedAt: step >= 0 ? null : NOW + 5 * MINUTE,
    answerLatestAt: step >= 0 ? null : NOW + 24 * HOUR,
    photos: { front: true, back: true, face: isPastPhotos },
    payoutAccount: { kind: 'mpesa', masked: maskMsisdn('254712345678'), holderName: 'M-PESA', owner: '', branch: '' },
    rejection: status === STATUS.reject ? { reason: 'Not this time', reapplyOn: addDays(TODAY, 30), review: 'possible' } : null,
    offer: HAS_OFFER.includes(status) ? { openUntil: NOW + 24 * HOUR } : null,
    disbursement: HAS_DISBURSEMENT.includes(status)
      ? { requestedAt: NOW - MINUTE, expectedBy: NOW + HOUR, failure: status === STATUS.payFail ? 'Number not registered' : null }
      : null,
    balance: HAS_MONEY.includes(status) ? balanceOf(status === STATUS.overdued ? 3 : 0) : null,
  };
}

/** No data is requested yet; the cases of the model add the requests. */
export const collection: Collection = { consents: {}, status: null, held: [], deletedBy: NOW + 24 * HOUR };

/** The answer for home. */
export const homeWith = (order: Order | null): HomeData => ({
  serverTime: NOW,
  firstName: order === null ? null : 'Wanjiru',
  product: firstLoan,
  limit: firstLoan.firstLoanMax,
  limitTerms: terms,
  order,
});

export const offer: Offer = {
  orderNo: 'order-1',
  terms,
  dueDate: addDays(TODAY, terms.termDays),
  openUntil: NOW + 24 * HOUR,
  sentAt: null,
  choice: { minimum: firstLoan.minPrincipal, maximum: PRINCIPAL, step: firstLoan.principalStep, termDays: firstLoan.termDays },
  payoutAccount: { kind: 'mpesa', masked: maskMsisdn('254712345678'), holderName: 'M-PESA', owner: '', branch: '' },
  product: firstLoan,
  latePerDay: shillings(100),
  lateCap: PRINCIPAL,
  agreementVersion: 'v1',
};

export const agreement: Agreement = {
  version: 'v1',
  title: 'Loan agreement',
  sections: [{ heading: 'The loan', lines: [{ label: 'Loan', value: 'KSh 5,000' }], body: 'For 91 days.' }],
};

export const support: Support = {
  email: 'help@example.ke',
  phone: '0800 000 000',
  whatsapp: '254712000000',
  hours: { days: 'mon-fri', from: '08:00', to: '17:00' },
  company: {
    name: 'Example Loan Limited',
    address: '1 Example Street, Nairobi',
    licence: 'EXAMPLE-0000',
    regulator: 'Example Regulator',
    regulatorContact: 'complaints@regulator.example',
    dataOfficerEmail: 'data-officer@example.ke',
    policiesSince: '2026-01-01',
  },
};

const REASONS: Record<PaymentState, { resultCode: number | null; reason: string; receipt: string | null; paidAt: Instant | null }> = {
  sent: { resultCode: null, reason: '', receipt: null, paidAt: null },
  unknown: { resultCode: null, reason: '', receipt: null, paidAt: null },
  paid: { resultCode: 0, reason: '', receipt: 'SAB1234567', paidAt: NOW },
  failed: { resultCode: 1032, reason: 'You closed the prompt', receipt: null, paidAt: null },
};

/** The part of the loan that the samples pay: a multiple of the step, above the minimum. */
export const PART = shillings(1_000);

export const paymentThat = (state: PaymentState): Payment => ({
  payOrderId: 'payment-1',
  orderNo: 'order-1',
  amount: PART,
  state,
  phone: maskMsisdn('254712345678'),
  promptUntil: NOW + MINUTE,
  over: 0,
  ...REASONS[state],
});

export const repaymentWith = (openPayment: Payment | null, status: number = STATUS.repaying): RepaymentDetail => ({
  orderNo: 'order-1',
  status,
  balance: balanceOf(0),
  payments: [],
  rule: firstLoan.repayment,
  channels: ['mpesa', 'paybill', 'dedicated'],
  paybill: { businessNumber: '174379', accountNumber: 'LN0001' },
  openPayment,
  coupon: { is: 'offered', amount: shillings(100) },
});

/** The statement with one more payment of {@link PART} by prompt. */
export const repaymentPaid = (before?: RepaymentDetail): RepaymentDetail => {
  const payments = before?.payments ?? [];
  return {
    ...repaymentWith(null),
    payments: [...payments, { receipt: `SAB${payments.length}`, amount: PART, at: NOW + payments.length, channel: 'mpesa', over: 0 }],
  };
};

export const record: LoanRecord = {
  orderNo: 'order-0',
  status: STATUS.finish,
  principal: PRINCIPAL,
  termDays: terms.termDays,
  openedAt: NOW - 200 * 24 * HOUR,
  dueDate: addDays(TODAY, -100),
};

export const statement: LoanStatement = {
  orderNo: record.orderNo,
  status: record.status,
  principal: record.principal,
  termDays: record.termDays,
  openedAt: record.openedAt,
  asOf: NOW,
  lines: [],
  left: 0,
  agreedAt: NOW - 199 * 24 * HOUR,
};

export const market: MarketProduct[] = [
  { product: firstLoan, name: firstLoan.name, limit: firstLoan.firstLoanMax, limitTerms: terms, availability: { is: 'open' } },
];

/** A proof that was sent and waits for a decision. */
export const proof: Proof = {
  proofNo: 'proof-1',
  receipt: 'SAB1234567',
  amount: PART,
  pictures: 1,
  state: 'waiting',
  sentAt: NOW,
  answerBy: NOW + 48 * HOUR,
  reason: '',
};

const dueIn = balanceOf(0);
const option = rolloverOption(firstLoan, dueIn, TODAY, 14);
const chosen = { ...option, extensionNo: 'extension-1', businessNumber: '174379', accountNumber: 'R000000001' };
const open: RolloverDetail = {
  orderNo: FIRST_ORDER,
  dueDate: dueIn.dueDate,
  penalty: 0,
  obstacle: null,
  timesUsed: 0,
  timesAllowed: 2,
  options: [option],
  chosen: null,
  confirmed: null,
};

/** The states of a rollover. */
export const rollovers = {
  open,
  chosen: { ...open, chosen: { ...chosen, received: 0, missing: option.total } },
  partly: { ...open, chosen: { ...chosen, received: shillings(50), missing: option.total - shillings(50) } },
  paid: { ...open, chosen: { ...chosen, received: option.total, missing: 0 } },
  confirmed: { ...open, timesUsed: 1, confirmed: { extensionNo: 'extension-1', days: 14, newDueDate: option.newDueDate } },
} as const satisfies Record<string, RolloverDetail>;

export const ticket: Ticket = {
  ticketNo: 'F1',
  type: FEEDBACK_TYPES.repaidBillNotUpdated,
  status: TICKET.needsReply,
  createdAt: NOW - HOUR,
  updatedAt: NOW,
  description: 'My payment does not show.',
  receiverAccount: '',
  contact: '0712345678',
  contactTime: 'any',
  pictures: 0,
  rating: null,
  messages: [{ id: 1, author: 'lender', text: 'From which number?', pictures: 0, at: NOW }],
};

/** Consequences of closing the account, and the reason that forbids it. */
export const cancellation = (bar: CancellationTerms['bar']): CancellationTerms => ({
  bar,
  kept: 0,
  endsApplication: false,
  booksUntil: addDays(TODAY, 365),
  reapplyOn: null,
  answersUntil: NOW + 24 * HOUR,
});
