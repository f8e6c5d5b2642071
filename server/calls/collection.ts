/**
 * Data collection by the shell. It is off for every order: nothing of a phone is needed to judge a
 * loan, so nothing is asked for and nothing was ever received (docs/readings.md, row 27).
 */
import type { CallDeps } from './deps.ts';
import type { Caller, Handlers, Unchecked } from './handler.ts';
import { readText } from './read.ts';

export function collectionCalls({ lending }: CallDeps): Handlers<'timeUploadEnable' | 'timeUploadStatus'> {
  const ownOrder = async (request: Unchecked<{ orderNo: string }>, caller: Caller): Promise<unknown> =>
    lending.order(await caller.signedIn(), readText(request, 'orderNo', caller.language), caller.language);

  return {
    async timeUploadEnable(request, caller) {
      await ownOrder(request, caller);
      return { enableTimeSdk: false };
    },
    async timeUploadStatus(request, caller) {
      await ownOrder(request, caller);
      return { appList: false, sms: false, exif: false, device: false, contact: false, location: false };
    },
  };
}
