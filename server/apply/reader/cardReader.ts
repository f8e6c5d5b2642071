/** The interface of a reader of identity cards. The embedded reader implements it; a vendor's service may too. */
import type { CalendarDate } from '#machines/model/calendar.ts';

/** What must be on the front of a Kenyan national identity card. */
export interface IdCard {
  /** Eight digits. */
  number: string;
  /** Given name first, in capitals as printed. */
  name: string;
  birthday: CalendarDate;
}

/**
 * Why a front cannot be used: too little contrast to see anything, out of focus, another document, or a
 * card on which one of the three required values cannot be made out.
 */
export type UnreadableCause = 'blank' | 'blurred' | 'notAnId' | 'numberMissing' | 'nameMissing' | 'birthdayMissing';

export type CardReading = { is: 'read'; card: IdCard } | { is: 'unreadable'; cause: UnreadableCause };

export interface CardReader {
  /**
   * @param front bytes of a picture that `server/pictures` encoded; the card may lie in it any way up.
   * @throws ReaderUnavailable when there was no answer in time; the card may be perfectly good.
   */
  read(front: Buffer): Promise<CardReading>;
  /** Releases the reader's resources; pending reads reject with {@link ReaderUnavailable}. */
  close(): Promise<void>;
}

/** The reader is at its limit, timed out or failed. This says nothing about the photo, so a person checks it. */
export class ReaderUnavailable extends Error {
  override readonly name = 'ReaderUnavailable';
}
