import type { Beyond } from '../verdict.ts';

/** What the paths leave open with this lender, and why. The list is checked: what is proved must not stand here. */
export const BEYOND_THE_LENDER: readonly Beyond[] = [
  {
    why: 'this lender is paid by M-PESA: each of the other channels that the specification names is refused',
    names: ['journey.places.repay.repayDetail.askingChannel --xstate.done.actor.askChannel--> journey.places.repay.repayDetail.choosing'],
  },
];
