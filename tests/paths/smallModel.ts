/** A part of the model that is explored in a second or two, for tests with mutants. */
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import type { Model } from './explore.ts';
import { enabledSteps, journeyModel } from './model.ts';

/** Some places, some statuses, some failures. */
const SMALL_MODEL = [
  /^xstate\.route \(#(home|settings|cashier|confirmBorrow|idPhotos|lending|termsOfService( from the registration)?|yx1( of a channel)?)\)$/,
  /^(restoreDevice|askShellLogin|forgetSession|refreshHome|loadSaved|startApplication|pickContact|check|ask|close|logOut)/,
  /^loadHome answered \((visitor|no order|repaying|confirm|identityOcr|applying|payFail|reject.*)\)$/,
  /^(?!xstate\.route|restoreDevice|loadHome|refreshHome|askShellLogin)(?!.* failed)/,
  / failed \((no answer|tokenExpired|refused|order moved)\)$/,
];
export const smallModel: Model = {
  ...journeyModel,
  enabled: (snapshot: JourneySnapshot) => enabledSteps(snapshot).filter(({ name }) => SMALL_MODEL.some((pattern) => pattern.test(name))),
};
