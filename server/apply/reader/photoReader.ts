/** The interface of a reader of the three photos. The embedded reader implements it; a vendor's service may too. */
import type { CalendarDate } from '#machines/model/calendar.ts';
import type { FaceTurn } from '#machines/model/faceTurn.ts';

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
export type UnusableFront = 'blank' | 'blurred' | 'notAnId' | 'numberMissing' | 'nameMissing' | 'birthdayMissing';

export type CardReading = { is: 'read'; card: IdCard } | { is: 'unusable'; cause: UnusableFront };

/** Why a back cannot be used; `front`: it shows the front again, `notABack`: nothing of a card is on it. */
export type UnusableBack = 'blank' | 'blurred' | 'front' | 'notABack';

/** `undecided`: it may be a back, and a person decides. */
export type BackReading = { is: 'recognised' | 'undecided' } | { is: 'unusable'; cause: UnusableBack };

/** Why a photo of the face cannot be used; `card`: it shows the identity card and not the person, `turned`: it does not look straight. */
export type UnusableFace = 'none' | 'several' | 'tooSmall' | 'card' | 'turned';

/** `recognised`: one living face, and it is the one of the portrait. `undecided`: a person compares. */
export type FaceReading = { is: 'recognised' | 'undecided' } | { is: 'unusable'; cause: UnusableFace };

/**
 * Why a photo with the head turned cannot be used. `notTurned`: not far enough, `otherWay`: to the other side, `same`: the
 * photo that looks straight again, mirrored or not, `otherPerson`: the two photos do not show one person.
 */
export type UnusableTurn = 'none' | 'several' | 'tooSmall' | 'notTurned' | 'otherWay' | 'same' | 'otherPerson';

/** `recognised`: the same face, turned as asked. `undecided`: a person compares the two. */
export type TurnReading = { is: 'recognised' | 'undecided' } | { is: 'unusable'; cause: UnusableTurn };

/**
 * Every photo is the bytes of a picture that `server/pictures` encoded; a card may lie in it any way up. Every method
 * throws ReaderUnavailable when there was no answer in time: the photo may be perfectly good, so a person checks it.
 */
export interface PhotoReader {
  readFront(front: Buffer): Promise<CardReading>;
  /** @param card what was read on the front; null: it was not read. */
  readBack(back: Buffer, card: IdCard | null): Promise<BackReading>;
  /** @param front with the portrait; null: the lender holds none. */
  readFace(face: Buffer, front: Buffer | null): Promise<FaceReading>;
  /** @param straight the photo of the face that looks straight. @param asked the turn, as the person's own left or right. */
  readTurn(turned: Buffer, straight: Buffer, asked: FaceTurn): Promise<TurnReading>;
  /** Releases the reader's resources; pending work rejects with ReaderUnavailable. */
  close(): Promise<void>;
}
