/** Judges the content of a photo: the reader reads the front, and recognises back and face. A refusal advises the borrower. */
import type { PhotoVerdict } from '#machines/model/identityCheck.ts';
import type { FaceTurn } from '#machines/model/faceTurn.ts';
import type { PhotoSide } from '#machines/model/idPhotos.ts';
import { pictureRefused, type CleanPicture } from '#server/pictures/cleanPicture.ts';
import { readCardOf } from '#server/apply/reader/cardReadings.ts';
import type { IdCard, PhotoReader, TurnReading, UnusableBack, UnusableFace, UnusableFront } from '#server/apply/reader/photoReader.ts';
import { ReaderUnavailable } from '#server/apply/reader/engineQueue.ts';
import { Refusal, type MessageKey } from '#server/refusals/refusal.ts';
import type { StoredSide } from '#server/store/schema/index.ts';
import type { Secret } from '#server/store/secret.ts';
import type { Db } from '#server/store/store.ts';

export type Verdict = Exclude<PhotoVerdict, 'none'>;

export interface Content {
  /** The values read on the front; null: the reader had no answer; undefined: the photo shows another side. */
  card?: IdCard | null;
  /** The verdicts on the judged sides. A new front is compared with the stored back and face, so it may change their verdicts. */
  verdicts: Partial<Record<'back' | 'face', Verdict>>;
  /** Name of the stored front with which back and face were compared; null: there was none. */
  frontRef: string | null;
}

const FRONT_WORDS: Record<UnusableFront, MessageKey> = {
  blank: 'photoEmpty',
  blurred: 'photoBlurred',
  notAnId: 'cardNotRecognised',
  numberMissing: 'cardNumberMissing',
  nameMissing: 'cardNameMissing',
  birthdayMissing: 'cardBirthdayMissing',
};

const BACK_WORDS: Record<UnusableBack, MessageKey> = {
  blank: 'photoEmpty',
  blurred: 'photoBlurred',
  front: 'backIsFront',
  notABack: 'backNotRecognised',
};

const FACE_WORDS: Record<UnusableFace, MessageKey> = {
  none: 'faceMissing',
  several: 'faceSeveral',
  tooSmall: 'faceTooSmall',
  card: 'faceIsCard',
  turned: 'faceNotStraight',
};

/** @returns `without` when the reader had no answer, because then a person checks the photo. */
async function orWithoutAnswer<T, W>(read: Promise<T>, without: W): Promise<T | W> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof ReaderUnavailable) return without;
    throw error;
  }
}

/** @throws Refusal photoUnreadable with the cause, so that the photo is taken again. */
async function readFront(reader: PhotoReader, front: Buffer): Promise<IdCard | null> {
  const reading = await orWithoutAnswer(reader.readFront(front), null);
  if (reading?.is === 'unusable') throw pictureRefused(FRONT_WORDS[reading.cause]);
  return reading && reading.card;
}

const NO_ANSWER = { is: 'undecided' } as const;

/** @throws Refusal photoUnreadable with the cause. */
async function judgeBack(reader: PhotoReader, back: Buffer, card: IdCard | null): Promise<Verdict> {
  const reading = await orWithoutAnswer(reader.readBack(back, card), NO_ANSWER);
  if (reading.is === 'unusable') throw pictureRefused(BACK_WORDS[reading.cause]);
  return reading.is;
}

/** @throws Refusal photoUnreadable with the cause. */
async function judgeFace(reader: PhotoReader, face: Buffer, front: Buffer | null): Promise<Verdict> {
  const reading = await orWithoutAnswer(reader.readFace(face, front), NO_ANSWER);
  if (reading.is === 'unusable') throw pictureRefused(FACE_WORDS[reading.cause]);
  return reading.is;
}

/** Judges the turn of the head; `undecided` when the reader had no answer. */
export const judgeTurn = (reader: PhotoReader, turned: Buffer, straight: Buffer, asked: FaceTurn): Promise<TurnReading> =>
  orWithoutAnswer(reader.readTurn(turned, straight, asked), NO_ANSWER);

/** Turns a refusal into `undecided`: a photo that was accepted before is not refused later, so a person decides. */
const orUndecided = (verdict: Promise<Verdict>): Promise<Verdict> =>
  verdict.catch((error: unknown) => {
    if (error instanceof Refusal) return 'undecided';
    throw error;
  });

/** The decrypted photo of a side; null: none is stored. */
export async function storedPhoto(
  db: Db,
  secret: Secret,
  userId: number,
  side: StoredSide,
): Promise<{ ref: string; bytes: Buffer } | null> {
  const row = await db
    .selectFrom('photo')
    .innerJoin('photo_blob', 'photo_blob.ref', 'photo.storage_ref')
    .select(['photo.storage_ref as ref', 'photo_blob.encrypted'])
    .where('photo.user_id', '=', userId)
    .where('photo.side', '=', side)
    .executeTakeFirst();
  return row ? { ref: row.ref, bytes: secret.decrypt('photo', row.encrypted, row.ref) } : null;
}

/**
 * Judges a photo before it is stored. Call it outside of any transaction, because it takes seconds.
 * @throws Refusal photoUnreadable with the cause, so that the photo is taken again.
 */
export async function judgeContent(
  { reader, db, secret }: { reader: PhotoReader; db: Db; secret: Secret },
  userId: number,
  side: PhotoSide,
  { bytes }: CleanPicture,
): Promise<Content> {
  if (side === 'front') {
    const card = await readFront(reader, bytes);
    const [back, face] = await Promise.all([storedPhoto(db, secret, userId, 'back'), storedPhoto(db, secret, userId, 'face')]);
    const [ofBack, ofFace] = await Promise.all([
      back && orUndecided(judgeBack(reader, back.bytes, card)),
      face && orUndecided(judgeFace(reader, face.bytes, bytes)),
    ]);
    return { card, verdicts: { ...(ofBack ? { back: ofBack } : {}), ...(ofFace ? { face: ofFace } : {}) }, frontRef: null };
  }
  const front = await storedPhoto(db, secret, userId, 'front');
  const frontRef = front?.ref ?? null;
  return side === 'back'
    ? { verdicts: { back: await judgeBack(reader, bytes, await readCardOf(db, userId)) }, frontRef }
    : { verdicts: { face: await judgeFace(reader, bytes, front?.bytes ?? null) }, frontRef };
}
