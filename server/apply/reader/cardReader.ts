/** What the lender asks of whoever reads identity cards. The embedded reader is one answer; a vendor's service may be another. */
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
   * @param front bytes of a whole JPEG or PNG, any way up.
   * @throws ReaderUnavailable when there was no answer in time; the card may be perfectly good.
   */
  read(front: Buffer): Promise<CardReading>;
  /** Gives back what the reader holds; what still waits is answered with {@link ReaderUnavailable}. */
  close(): Promise<void>;
}

/** The reader is at its limit, took too long or broke. It says nothing about the photo, so a person looks instead. */
export class ReaderUnavailable extends Error {
  override readonly name = 'ReaderUnavailable';
}
