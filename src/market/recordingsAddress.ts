/** The address for recordings. A module of its own, so that it is not part of the first paint. */
import { RECORDINGS_PATH } from './recordingLimits.ts';
import { SETTINGS } from './pageSettings.ts';

/** An address, or a path at this project's lender; null: none are sent. For another back end, the settings must name it. */
export const recordingsAddress = (): string | null => SETTINGS?.recordings ?? (SETTINGS?.backEnd ? null : RECORDINGS_PATH);

/** Whether the app offers to send recordings. Otherwise it offers a recording that the borrower saves as a file. */
export const canSendRecordings = (isSignedIn: boolean): boolean =>
  isSignedIn && recordingsAddress() !== null && typeof CompressionStream === 'function';
