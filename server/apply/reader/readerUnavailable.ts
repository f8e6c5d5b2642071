/** The reader is at its limit, timed out or failed. This says nothing about the photo, so a person checks it. */
export class ReaderUnavailable extends Error {
  override readonly name = 'ReaderUnavailable';
}
