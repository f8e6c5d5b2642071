/** The offer, the contract and paying it back. */
import type { JourneyContext } from '../context.ts';
import type { Agreement, Offer, Payment, RepaymentDetail } from '../model/order.ts';
import { isOffered, isRepayable, STATUS } from '../model/orderStatus.ts';
import { isOpen, paidMeanwhile } from '../model/payment.ts';
import { closingAmount, isPrincipalAllowed, isRepaymentAllowed } from '../model/terms.ts';
import { assign, assignAnswer, part } from './base.ts';

export const loan = part({
  guards: {
    hasOffer: ({ context }) => context.order !== null && isOffered(context.order.status),
    wasAssessed: ({ context }) => context.order !== null && context.order.submittedAt !== null,
    hasContract: ({ context }) => context.order !== null && (context.order.balance !== null || context.order.offer !== null),
    hasAgreed: ({ context }) => context.agreed,
    isChoiceOffered: ({ context: { offer } }, p: { amount: number; termDays: number }) =>
      offer !== null && isPrincipalAllowed(offer.product, p.amount, offer.choice.maximum) && offer.choice.termDays.indexOf(p.termDays) >= 0,
    canRepay: ({ context }) => context.order !== null && (isRepayable(context.order.status) || context.order.status === STATUS.payFail),
    isRepaymentAllowed: ({ context }, p: { amount: number }) =>
      context.repayment !== null && isRepaymentAllowed(p.amount, closingAmount(context.repayment.balance), context.repayment.rule),
    /** The statement of repayment says another status than the order does, because another device changed it. */
    isReportedByOtherDevice: ({ context: { order, repayment } }) =>
      order !== null &&
      repayment !== null &&
      order.status !== repayment.status &&
      !(isRepayable(order.status) && isRepayable(repayment.status)),
    paysByPaybill: ({ context }) => context.repayRequest?.channel === 'paybill',
    hasOpenPayment: ({ context: { order, payment } }) => order !== null && payment !== null && isOpen(payment),
    hasOpenPaymentIn: ({ context }, { repayment }: { repayment: RepaymentDetail }) =>
      context.order !== null && repayment.openPayment !== null && isOpen(repayment.openPayment),
    hasPaidMeanwhile: ({ context }, p: { repayment: RepaymentDetail }) =>
      paidMeanwhile(context.repayment, p.repayment, context.repayRequest?.amount ?? 0) !== null,
    paymentIs: ({ context }, p: { state: Payment['state'] }) => context.payment?.state === p.state,
  },
  actions: {
    /** Consent holds while the version of the agreement is the same, also after the agreement was read or the page was opened again. */
    setOffer: assignAnswer(({ context }, p: { offer: Offer }) => ({
      offer: p.offer,
      agreed: context.agreed && p.offer.agreementVersion === context.offer?.agreementVersion,
    })),
    forgetOffer: assign({ offer: null, agreed: false }),
    setAgreement: assignAnswer((_, p: { agreement: Agreement }) => ({ agreement: p.agreement })),
    forgetConsent: assign({ agreed: false }),
    setAgreed: assign((_, p: { agreed: boolean }) => ({ agreed: p.agreed })),
    setRepayment: assignAnswer((_, p: { repayment: RepaymentDetail }) => ({ repayment: p.repayment, payment: p.repayment.openPayment })),
    /** The payment request did not arrive. The problem stays in the context, because it says why. */
    setRepaymentOfUnsentRequest: assign((_, p: { repayment: RepaymentDetail }) => ({
      repayment: p.repayment,
      payment: p.repayment.openPayment,
    })),
    setRepayRequest: assign((_, p: { request: NonNullable<JourneyContext['repayRequest']> }) => ({
      repayRequest: p.request,
      payment: null,
    })),
    setPayment: assignAnswer((_, p: { payment: Payment }) => ({ payment: p.payment })),
    /** Paying by paybill needs only the amount. The failed prompt is dropped. */
    payByPaybill: assign(({ context: { payment, repayRequest } }) => ({
      payment: null,
      repayRequest: {
        amount: payment?.amount ?? repayRequest?.amount ?? 0,
        channel: 'paybill' as const,
        requestId: repayRequest?.requestId ?? '',
      },
    })),
    /** The receipt of a payment whose answer was lost, taken from the lender's statement. */
    setPaidMeanwhile: assignAnswer(({ context }, p: { repayment: RepaymentDetail }) => ({
      payment: paidMeanwhile(context.repayment, p.repayment, context.repayRequest?.amount ?? 0),
      repayment: p.repayment,
    })),
    forgetPayment: assign({ payment: null, repayRequest: null }),
    forgetRepayRequest: assign({ repayRequest: null }),
    /** Suggests the amount of the failed prompt. The borrower chooses it anew. */
    retryPayment: assign(({ context: { payment } }) => ({
      payment: null,
      repayRequest: payment && { amount: payment.amount, channel: 'mpesa' as const, requestId: '' },
    })),
  },
});
