/** The happy path from the start to a repaid loan: quick to explore, for samples of the online tests. */
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import type { Model } from './explore.ts';
import { enabledSteps, journeyModel } from './model.ts';

const HAPPY_PATH = [
  /^restoreDevice answered \((nobody|borrower)\)$/,
  /^loadHome answered \((visitor|no order|confirm|repaying)\)$/,
  /^xstate\.route \(#(home|me|settings|aboutUs|repayDetail|cashier)\)$/,
  // All events of the borrower and all other answers; no call fails here, and no session ends.
  /^(?!xstate\.route|xstate\.after|restoreDevice|loadHome|draft\.|clock\.|network\.|session\.lost|application\.sentElsewhere)(?!.* failed)/,
];

/** @param also names of further steps. */
export const happyPath = (...also: readonly RegExp[]): Model => ({
  ...journeyModel,
  enabled: (snapshot: JourneySnapshot) =>
    enabledSteps(snapshot).filter(({ name }) => [...HAPPY_PATH, ...also].some((pattern) => pattern.test(name))),
});
