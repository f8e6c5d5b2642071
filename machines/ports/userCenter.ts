import type { SignedInDevice, Support } from '../model/device.ts';
import { either } from '../words.ts';
import { port } from './port.ts';

export const userCenter = {
  loadSupport: port<Support>().reads({
    call: 'customerService',
    clauses: ['1.support'],
    doing: 'Opening the contact of the support',
    words: 'The contact of the support arrived',
  }),
  loadDevices: port<{ devices: readonly SignedInDevice[] }>().reads({
    call: 'listDevices',
    clauses: ['4.session'],
    doing: 'Opening the devices of the account',
    words: 'The devices of the account arrived',
  }),
  removeDevice: port<null, { id: string }>().changes({
    call: 'removeDevice',
    clauses: ['4.session'],
    doing: 'Removing a device',
    words: 'A device was removed',
  }),
  /** Ends every session of the account at the lender, this one included. */
  signOutEverywhere: port<null>().changes({
    call: 'signOutEverywhere',
    clauses: ['4.logout'],
    doing: 'Signing out everywhere',
    words: 'The lender ended every session of the account',
    endsSession: true,
  }),
  /** The address of the native app's download; null: there is no app. */
  loadDownload: port<{ address: string | null }>().reads({
    call: 'appDownloadAddress',
    clauses: ['2.openApp'],
    doing: 'Looking for the native app',
    words: 'The address of the native app arrived',
  }),
  /** Fetches the recorder, which records from then on. Rejects if the recorder could not be fetched. */
  startRecording: port<void>().reads({
    answeredBy: 'phone',
    clauses: ['1.permissions'],
    doing: 'Starting the recording',
    words: 'The recording began',
  }),
  /** Saves the consent to send recordings to the lender. Without consent the lender deletes all recordings of the account. */
  agreeRecordings: port<{ agreed: boolean }, { agreed: boolean; version: string }>().changes({
    call: 'agreeRecordings',
    clauses: ['1.permissions'],
    doing: 'Agreeing to recordings',
    words: either(
      'agreed',
      "The lender has the borrower's word on recordings",
      'The lender keeps the consent to recordings',
      'The lender has deleted every recording of the account',
    ),
  }),
  /** Gives the recording to the borrower as a file: to share, or to save if the phone cannot share files. */
  saveRecording: port<void>().reads({
    answeredBy: 'phone',
    clauses: ['1.permissions'],
    doing: 'Saving the recording',
    words: 'The recording was saved',
  }),
};
