/** Where recordings are sent. A module of its own, because the first paint has no use for it. */
import { RECORDINGS_PATH } from './recordingLimits.ts';
import { SETTINGS } from './pageSettings.ts';

/** An address, or a path of the own lender; null: nothing is sent. A back end of the operator's own must be named with it. */
export const recordingsAddress = (): string | null => SETTINGS?.recordings ?? (SETTINGS?.backEnd ? null : RECORDINGS_PATH);

/** Whether what this person says yes to is sent; elsewhere it is recorded for a file of their own. */
export const canSendRecordings = (isSignedIn: boolean): boolean =>
  isSignedIn && recordingsAddress() !== null && typeof CompressionStream === 'function';
