import type { RouteName } from '../../routes.ts';

/** Back from a step leads up, or to the review once there is nothing left to fill in. */
export const backTo = <const N extends RouteName>(up: N) =>
  [{ guard: 'hasReview', target: '#loanQuestion' }, { target: `#${up}` as const }] as const;
