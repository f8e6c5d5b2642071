/** For tests that plant faults: less of the journey, explored in a second or two. */
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import type { Exploration } from './explore.ts';
import { happeningsIn } from './model.ts';

/** Some places, some statuses, some failures. */
const CORNER = [
  /^xstate\.route \(#(home|settings|cashier|confirmBorrow|idPhotos|lending|termsOfService( from the registration)?|yx1( of a channel)?)\)$/,
  /^(restoreDevice|askShellLogin|forgetSession|refreshHome|loadSaved|startApplication|pickContact|check|ask|close|logOut)/,
  /^loadHome answered \((visitor|no order|repaying|confirm|identityOcr|applying|payFail|reject.*)\)$/,
  /^(?!xstate\.route|restoreDevice|loadHome|refreshHome|askShellLogin)(?!.* failed)/,
  / failed \((no answer|tokenExpired|refused|order moved)\)$/,
];
export const inTheCorner: Exploration = {
  happenings: (snapshot: JourneySnapshot) => happeningsIn(snapshot).filter(({ name }) => CORNER.some((pattern) => pattern.test(name))),
};
