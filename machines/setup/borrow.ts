/** The offer and its agreement, until the money is drawn. */
import { CODE, toProblem } from '../model/codes.ts';
import { loaded } from '../model/loadable.ts';
import type { Agreement, Offer } from '../model/order.ts';
import { isOffered } from '../model/orderStatus.ts';
import { isPrincipalAllowed } from '../model/terms.ts';
import { loadedOf } from '../required.ts';
import { assign, assignAnswer, part } from './base.ts';

export const borrow = part({
  guards: {
    hasOffer: ({ context }) => context.order !== null && isOffered(context.order.status),
    wasAssessed: ({ context }) => context.order !== null && context.order.submittedAt !== null,
    hasContract: ({ context }) => context.order !== null && (context.order.balance !== null || context.order.offer !== null),
    hasAgreed: ({ context }) => context.agreed !== null,
    /** The borrower has agreed, and the offer says that the draw needs a code. */
    isCodeExpected: ({ context }) => context.agreed !== null && loadedOf('offer', context.offer).needsCode === true,
    isCodeWanted: (_, p: { error: unknown }) => toProblem(p.error).code === CODE.verificationCodeRequired,
    isChoiceOffered: ({ context }, p: { amount: number; termDays: number }) => {
      const { product, choice } = loadedOf('offer', context.offer);
      return isPrincipalAllowed(product, p.amount, choice.maximum) && choice.termDays.includes(p.termDays);
    },
  },
  actions: {
    /** Keeps the consent while the version of the agreement is the same, also when the page is opened again. */
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
  },
});
