/** The main street of the journey, from the door to a loan that is paid back: quick to explore, for samples of the walks. */
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import type { Exploration } from './explore.ts';
import { happeningsIn } from './model.ts';

const STREET = [
  /^restoreDevice answered \((nobody|borrower)\)$/,
  /^loadHome answered \((visitor|no order|confirm|repaying)\)$/,
  /^xstate\.route \(#(home|me|settings|aboutUs|repayDetail|cashier)\)$/,
  // Everything that people do, and whatever else is answered; no call fails here, and no session ends.
  /^(?!xstate\.route|xstate\.after|restoreDevice|loadHome|draft\.|clock\.|network\.|session\.lost|application\.sentElsewhere)(?!.* failed)/,
];

/** @param also what else may happen, by name. */
export const street = (...also: readonly RegExp[]): Exploration => ({
  happenings: (snapshot: JourneySnapshot) =>
    happeningsIn(snapshot).filter(({ name }) => [...STREET, ...also].some((pattern) => pattern.test(name))),
});
