/** The interface of a reader of the three photos. The embedded reader implements it; one for a vendor's service may too. */
import type { CalendarDate } from '#machines/model/calendar.ts';
import type { FaceTurn } from '#machines/model/faceTurn.ts';

/** The values that the front of a Kenyan national identity card must have. */
export interface IdCard {
  /** Eight digits. */
  number: string;
  /** Given name first, in capitals as printed. */
  name: string;
  birthday: CalendarDate;
}

/**
 * Why a front cannot be used: too little contrast, out of focus, another document, or a card on which one of the three
 * required values is unreadable.
 */
export type UnusableFront = 'blank' | 'blurred' | 'notAnId' | 'numberMissing' | 'nameMissing' | 'birthdayMissing';

export type CardReading = { is: 'read'; card: IdCard } | { is: 'unusable'; cause: UnusableFront };

/** Why a back cannot be used. `front`: the photo shows the front again, `notABack`: it shows no part of a card. */
export type UnusableBack = 'blank' | 'blurred' | 'front' | 'notABack';

/** `undecided`: the photo may show a back, and a person decides. */
export type BackReading = { is: 'recognised' | 'undecided' } | { is: 'unusable'; cause: UnusableBack };

/** Why a photo of the face cannot be used. `card`: it shows the identity card, `turned`: the face does not look straight. */
export type UnusableFace = 'none' | 'several' | 'tooSmall' | 'card' | 'turned';

/** `recognised`: one living face, the same as the portrait. `undecided`: a person compares. */
export type FaceReading = { is: 'recognised' | 'undecided' } | { is: 'unusable'; cause: UnusableFace };

/**
 * Why a photo with the head turned cannot be used. `notTurned`: not turned far enough, `otherWay`: turned to the other side,
 * `same`: a copy of the straight photo, mirrored or not, `otherPerson`: the two photos show different people.
 */
export type UnusableTurn = 'none' | 'several' | 'tooSmall' | 'notTurned' | 'otherWay' | 'same' | 'otherPerson';

/** `recognised`: the same face, turned as requested. `undecided`: a person compares the photos. */
export type TurnReading = { is: 'recognised' | 'undecided' } | { is: 'unusable'; cause: UnusableTurn };

/**
 * Every photo is the bytes of a picture that `server/pictures` encoded. A card in it may have any orientation. Every method
 * throws ReaderUnavailable when it has no answer in time. The photo may be good, so a person checks it.
 */
export interface PhotoReader {
  readFront(front: Buffer): Promise<CardReading>;
  /** @param card the values read on the front; null: the front was not read. */
  readBack(back: Buffer, card: IdCard | null): Promise<BackReading>;
  /** @param front photo of the card's front with the portrait; null: none is stored. */
  readFace(face: Buffer, front: Buffer | null): Promise<FaceReading>;
  /** @param straight the photo in which the face looks straight. @param asked the requested turn, by the person's own sides. */
  readTurn(turned: Buffer, straight: Buffer, asked: FaceTurn): Promise<TurnReading>;
  /** Releases the reader's resources; pending work rejects with ReaderUnavailable. */
  close(): Promise<void>;
}
