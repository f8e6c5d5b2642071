import type { Unreachable } from '../verdict.ts';

/** What the online test with this lender cannot cover, and why. A listed name that is covered is a complaint. */
export const UNREACHABLE_WITH_LENDER: readonly Unreachable[] = [
  {
    why: 'this lender is paid by M-PESA: each of the other channels that the specification names is refused',
    names: ['journey.places.repay.repayDetail.askingChannel --xstate.done.actor.askChannel--> journey.places.repay.repayDetail.choosing'],
  },
];
