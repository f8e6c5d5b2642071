/** Repayment: by prompt, by hand, with a rollover, with a proof, with a coupon. */
import type { JourneyContext, Paying } from '../context.ts';
import { loaded } from '../model/loadable.ts';
import type { Cents } from '../model/money.ts';
import type { AccountNumbers, Payment, PaymentChannel, ReceivedPayment, RepaymentDetail } from '../model/order.ts';
import { isRepayable, STATUS } from '../model/orderStatus.ts';
import { arrivedSince, isPaymentOpen, paidMeanwhile } from '../model/payment.ts';
import { completeProof, MOST_PICTURES, type EnteredProof, type Proof } from '../model/proof.ts';
import type { RolloverDetail } from '../model/rollover.ts';
import { closingAmount, isRepaymentAllowed } from '../model/terms.ts';
import { chosenOf, loadedOf, orderOf, payingOf } from '../required.ts';
import { assign, assignAnswer, part } from './base.ts';

type RolloverParams = { rollover: RolloverDetail };
type Statement = { repayment: RepaymentDetail };

/** A prompt that the statement lists as open: sent by another device, or before this page was opened. */
const foundOpen = (statement: RepaymentDetail): Paying | null =>
  statement.openPayment && {
    statement,
    amount: statement.openPayment.amount,
    channel: 'mpesa',
    requestId: null,
    payment: statement.openPayment,
    account: null,
  };

/** The payment whose answer was lost, as a later statement lists it; null: no statement lists it. */
const paidSince = (context: JourneyContext, { repayment }: Statement): ReceivedPayment | null => {
  const { statement, amount } = payingOf(context);
  return paidMeanwhile(statement, repayment, amount);
};

const withStatement = (context: JourneyContext, { repayment }: Statement, payment: Paying['payment']): Paying => ({
  ...payingOf(context),
  statement: repayment,
  payment,
});

export const repay = part({
  guards: {
    canRepay: ({ context }) => context.order !== null && (isRepayable(context.order.status) || context.order.status === STATUS.payFail),
    isRepaymentAllowed: ({ context }, { amount }: { amount: Cents | null }) => {
      const { balance, rule } = loadedOf('repayment', context.repayment);
      return amount !== null && isRepaymentAllowed(amount, closingAmount(balance), rule);
    },
    /** The statement has another status than the order in the context, because another device changed it. */
    isReportedByOtherDevice: ({ context }) => {
      const { status } = orderOf(context);
      const shownStatus = loadedOf('repayment', context.repayment).status;
      return status !== shownStatus && !(isRepayable(status) && isRepayable(shownStatus));
    },
    paysBy: ({ context }, p: { channel: PaymentChannel }) => payingOf(context).channel === p.channel,
    hasOpenPayment: ({ context: { paying } }) => !!paying?.payment && isPaymentOpen(paying.payment),
    hasOpenPaymentIn: (_, { repayment: { openPayment } }: Statement) => openPayment !== null && isPaymentOpen(openPayment),
    hasPaidMeanwhile: ({ context }, p: Statement) => paidSince(context, p) !== null,
    paymentIs: ({ context }, p: { state: Payment['state'] }) => payingOf(context).payment?.state === p.state,
    isLoanRunning: ({ context: { order } }) => order !== null && isRepayable(order.status),
    hasArrived: ({ context }, p: Statement) => arrivedSince(payingOf(context).statement, p.repayment) !== null,
    isRolloverChosen: (_, { rollover }: RolloverParams) => rollover.chosen !== null,
    /** The fee has arrived, and there is no obstacle. */
    isRolloverFunded: (_, { rollover: { chosen, obstacle } }: RolloverParams) =>
      chosen !== null && chosen.missing === 0 && obstacle === null,
    isRolloverConfirmed: ({ context }, { rollover: { confirmed } }: RolloverParams) =>
      confirmed !== null && confirmed.extensionNo === chosenOf(context).extensionNo,
    isProofComplete: (_, p: EnteredProof) => completeProof(p) !== null,
  },
  actions: {
    setRepayment: assignAnswer((_, p: Statement) => ({ repayment: loaded(p.repayment), paying: foundOpen(p.repayment) })),
    choosePayment: assign(({ context }, p: { amount: Cents; channel: PaymentChannel; requestId: string }) => ({
      paying: { statement: loadedOf('repayment', context.repayment), ...p, payment: null, account: null },
    })),
    setPayment: assignAnswer(({ context }, p: { payment: Payment }) => ({ paying: { ...payingOf(context), payment: p.payment } })),
    /** The statement lists the prompt whose answer was lost. */
    setOpenPayment: assignAnswer(({ context }, p: Statement) => ({ paying: withStatement(context, p, p.repayment.openPayment) })),
    /** The payment request did not arrive. The problem stays in the context, because it says why. */
    setUnsentPayment: assignAnswer(({ context }, p: Statement) => ({ paying: withStatement(context, p, p.repayment.openPayment) })),
    /** The payment was made although the answer to its request was lost. It is taken from the statement. */
    setPaidMeanwhile: assignAnswer(({ context }, p: Statement) => ({ paying: withStatement(context, p, paidSince(context, p)) })),
    /** Keeps only the amount of the failed prompt: a payment by paybill has no prompt. */
    payByPaybill: assign(({ context }) => {
      const paying = payingOf(context);
      return { paying: { ...paying, amount: paying.payment?.amount ?? paying.amount, channel: 'paybill' as const, payment: null } };
    }),
    forgetPayment: assign({ paying: null, suggestedAmount: null }),
    /** Drops an amount without a prompt. An open prompt is kept, so that its page can be opened again. */
    leavePayment: assign(({ context: { paying } }) => ({ paying: paying?.payment ? paying : null })),
    forgetSuggestion: assign({ suggestedAmount: null }),
    /** Suggests the amount of the failed prompt. The borrower chooses it again. */
    retryPayment: assign(({ context: { paying } }) => ({ paying: null, suggestedAmount: paying?.payment ? paying.payment.amount : null })),
    setAccount: assignAnswer(({ context }, p: { account: AccountNumbers }) => ({ paying: { ...payingOf(context), account: p.account } })),
    /** The receipt of a payment by hand, taken from the lender's statement. */
    setArrived: assignAnswer(({ context }, p: Statement) => {
      const paying = payingOf(context);
      return { paying: { ...paying, statement: p.repayment, payment: arrivedSince(paying.statement, p.repayment) } };
    }),
    setRollover: assignAnswer((_, { rollover }: RolloverParams) => ({ rollover: loaded(rollover) })),
    setProofs: assignAnswer((_, p: { proofs: readonly Proof[] }) => ({ proofs: loaded(p.proofs) })),
    /** A proof that was sent again replaces its earlier version. */
    addProof: assignAnswer(({ context }, p: { proof: Proof }) => ({
      proofs: loaded([p.proof, ...loadedOf('proofs', context.proofs).filter(({ proofNo }) => proofNo !== p.proof.proofNo)]),
      pictures: [],
    })),
    addPicture: assign(({ context }, p: { handle: string; picture: string }) => ({
      pictures: [...context.pictures, p].slice(-MOST_PICTURES),
    })),
    forgetPictures: assign({ pictures: [] }),
  },
});
