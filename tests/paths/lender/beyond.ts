import type { Beyond } from '../judge.ts';

/** What the paths leave open with this lender, and why. The list is checked: what is proved must not stand here. */
export const BEYOND_THE_LENDER: readonly Beyond[] = [];
