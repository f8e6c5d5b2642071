import type { Beyond } from '../judge.ts';

/** What the paths leave open with this browser, and why. The list is checked: what is proved must not stand here. */
export const BEYOND_THE_BROWSER: readonly Beyond[] = [];
