/** Paying back in every way: by hand, with more time, with a proof, with a coupon. */
import type { AccountNumbers, RepaymentDetail } from '../model/order.ts';
import { isRepayable } from '../model/orderStatus.ts';
import { arrivedSince } from '../model/payment.ts';
import { MOST_PICTURES, type Proof } from '../model/proof.ts';
import type { RolloverDetail } from '../model/rollover.ts';
import { loaded } from '../model/loadable.ts';
import { chosenOf, loadedOf, payingOf } from '../required.ts';
import { assign, assignAnswer, part } from './base.ts';

type RolloverParams = { rollover: RolloverDetail };

export const repay = part({
  guards: {
    isLoanRunning: ({ context: { order } }) => order !== null && isRepayable(order.status),
    hasArrived: ({ context }, p: { repayment: RepaymentDetail }) => arrivedSince(payingOf(context).statement, p.repayment) !== null,
    isRolloverChosen: (_, { rollover }: RolloverParams) => rollover.chosen !== null,
    /** The fee has arrived, and there is no obstacle. */
    isRolloverFunded: (_, { rollover: { chosen, obstacle } }: RolloverParams) =>
      chosen !== null && chosen.missing === 0 && obstacle === null,
    isRolloverConfirmed: ({ context }, { rollover: { confirmed } }: RolloverParams) =>
      confirmed !== null && confirmed.extensionNo === chosenOf(context).extensionNo,
    isProofComplete: (_, p: { receipt: string | null; amount: number; pictures: readonly string[] }) =>
      p.receipt !== null && p.amount > 0 && p.pictures.length > 0,
  },
  actions: {
    setAccount: assignAnswer(({ context }, p: { account: AccountNumbers }) => ({ paying: { ...payingOf(context), account: p.account } })),
    /** The receipt of a payment by hand, taken from the lender's statement. */
    setArrived: assignAnswer(({ context }, p: { repayment: RepaymentDetail }) => {
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
