import type { RouteName } from '../../routes.ts';

/** Back leads to the review once every answer is given, else to the place before. */
export const backToReview = <const N extends RouteName>(up: N) =>
  [{ guard: 'hasReview', target: '#loanQuestion' }, { target: `#${up}` as const }] as const;
