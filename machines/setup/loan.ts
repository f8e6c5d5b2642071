/** The offer, the contract and paying it back. */
import type { JourneyContext, Paying } from '../context.ts';
import { CODE, toProblem } from '../model/codes.ts';
import { loaded } from '../model/loadable.ts';
import type { Agreement, Offer, Payment, PaymentChannel, RepaymentDetail } from '../model/order.ts';
import type { Cents } from '../model/money.ts';
import { isOffered, isRepayable, STATUS } from '../model/orderStatus.ts';
import { isOpen, paidMeanwhile } from '../model/payment.ts';
import { closingAmount, isPrincipalAllowed, isRepaymentAllowed } from '../model/terms.ts';
import { loadedOf, orderOf, payingOf } from '../required.ts';
import { assign, assignAnswer, part } from './base.ts';

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

/** The receipt, in a statement read since, of a payment whose answer was lost. */
const paidSince = (context: JourneyContext, { repayment }: Statement): Payment | null => {
  const { statement, amount } = payingOf(context);
  return paidMeanwhile(statement, repayment, amount);
};

const withStatement = (context: JourneyContext, { repayment }: Statement, payment: Payment | null): Paying => ({
  ...payingOf(context),
  statement: repayment,
  payment,
});

export const loan = part({
  guards: {
    hasOffer: ({ context }) => context.order !== null && isOffered(context.order.status),
    wasAssessed: ({ context }) => context.order !== null && context.order.submittedAt !== null,
    hasContract: ({ context }) => context.order !== null && (context.order.balance !== null || context.order.offer !== null),
    hasAgreed: ({ context }) => context.agreed !== null,
    /** The lender said with the offer that it wants a code. */
    isCodeExpected: ({ context }) => context.agreed !== null && loadedOf('offer', context.offer).needsCode === true,
    isCodeWanted: (_, p: { error: unknown }) => toProblem(p.error).code === CODE.verificationCodeRequired,
    isChoiceOffered: ({ context }, p: { amount: number; termDays: number }) => {
      const { product, choice } = loadedOf('offer', context.offer);
      return isPrincipalAllowed(product, p.amount, choice.maximum) && choice.termDays.includes(p.termDays);
    },
    canRepay: ({ context }) => context.order !== null && (isRepayable(context.order.status) || context.order.status === STATUS.payFail),
    isRepaymentAllowed: ({ context }, p: { amount: number }) => {
      const { balance, rule } = loadedOf('repayment', context.repayment);
      return isRepaymentAllowed(p.amount, closingAmount(balance), rule);
    },
    /** The statement of repayment says another status than the order does, because another device changed it. */
    isReportedByOtherDevice: ({ context }) => {
      const { status } = orderOf(context);
      const said = loadedOf('repayment', context.repayment).status;
      return status !== said && !(isRepayable(status) && isRepayable(said));
    },
    paysBy: ({ context }, p: { channel: PaymentChannel }) => payingOf(context).channel === p.channel,
    hasOpenPayment: ({ context: { paying } }) => !!paying?.payment && isOpen(paying.payment),
    hasOpenPaymentIn: (_, { repayment: { openPayment } }: Statement) => openPayment !== null && isOpen(openPayment),
    hasPaidMeanwhile: ({ context }, p: Statement) => paidSince(context, p) !== null,
    paymentIs: ({ context }, p: { state: Payment['state'] }) => payingOf(context).payment?.state === p.state,
  },
  actions: {
    /** Consent holds while the version of the agreement is the same, also after the agreement was read or the page was opened again. */
    setOffer: assignAnswer(({ context }, { offer }: { offer: Offer }) => ({
      offer: loaded(offer),
      choice: { amount: offer.terms.principal, termDays: offer.terms.termDays },
      agreed: context.agreed === offer.agreementVersion ? context.agreed : null,
    })),
    forgetChoice: assign({ choice: null, agreed: null }),
    setAgreement: assignAnswer((_, p: { agreement: Agreement }) => ({ agreement: loaded(p.agreement) })),
    forgetConsent: assign({ agreed: null }),
    setAgreed: assign(({ context }, p: { agreed: boolean }) => ({
      agreed: p.agreed ? loadedOf('offer', context.offer).agreementVersion : null,
    })),
    setRepayment: assignAnswer((_, p: Statement) => ({ repayment: loaded(p.repayment), paying: foundOpen(p.repayment) })),
    choosePayment: assign(({ context }, p: { amount: Cents; channel: PaymentChannel; requestId: string }) => ({
      paying: { statement: loadedOf('repayment', context.repayment), ...p, payment: null, account: null },
    })),
    setPayment: assignAnswer(({ context }, p: { payment: Payment }) => ({ paying: { ...payingOf(context), payment: p.payment } })),
    /** The statement lists the prompt whose answer was lost. */
    setOpenPayment: assignAnswer(({ context }, p: Statement) => ({ paying: withStatement(context, p, p.repayment.openPayment) })),
    /** The payment request did not arrive. The problem stays in the context, because it says why. */
    setUnsentPayment: assignAnswer(({ context }, p: Statement) => ({ paying: withStatement(context, p, p.repayment.openPayment) })),
    /** Taken from the lender's statement. */
    setPaidMeanwhile: assignAnswer(({ context }, p: Statement) => ({ paying: withStatement(context, p, paidSince(context, p)) })),
    /** Paying by paybill needs only the amount. The failed prompt is dropped. */
    payByPaybill: assign(({ context }) => {
      const paying = payingOf(context);
      return { paying: { ...paying, amount: paying.payment?.amount ?? paying.amount, channel: 'paybill' as const, payment: null } };
    }),
    forgetPayment: assign({ paying: null, suggestedAmount: null }),
    /** An amount without a prompt is dropped. An open prompt stays known, so that its page can be opened again. */
    leavePayment: assign(({ context: { paying } }) => ({ paying: paying?.payment ? paying : null })),
    forgetSuggestion: assign({ suggestedAmount: null }),
    /** Suggests the amount of the failed prompt. The borrower chooses it again. */
    retryPayment: assign(({ context: { paying } }) => ({ paying: null, suggestedAmount: paying?.payment ? paying.payment.amount : null })),
  },
});
