import type { Unreachable } from '../verdict.ts';

/** Obligations that the online test with this lender cannot cover, and why. A listed obligation that is covered is a complaint. */
export const UNREACHABLE_WITH_LENDER: readonly Unreachable[] = [
  {
    why: 'this lender judges no photo, so it asks for no turn of the head',
    names: [/\.idPhotos\.uploading --xstate\.done\.actor\.uploadPhoto\[0\]-->/, /--turnedPhoto\.taken-->/],
  },
  {
    why: 'this lender is paid by M-PESA: each of the other channels that the specification names is refused',
    names: ['journey.places.repay.repayDetail.askingChannel --xstate.done.actor.askChannel--> journey.places.repay.repayDetail.choosing'],
  },
  {
    why: 'this lender erases an application days after its end, and no page waits for an answer so long',
    names: [
      'journey.places.apply.reviewTips.checking --xstate.done.actor.checkReview[0]--> home',
      'journey.places.repay.cashier.refreshingBalance --xstate.done.actor.refreshBalance[0]--> home',
    ],
  },
];
