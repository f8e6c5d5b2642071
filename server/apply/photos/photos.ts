/**
 * Photos of the identity document and the face: re-encoded, judged, encrypted before they are stored,
 * served to nobody. The front is also read, by a `CardReader`. Of back and face only size, contrast and
 * sharpness are judged: people decide whether there is a face in the photo, and whose.
 */
import { randomBytes } from 'node:crypto';
import type { PhotoSide } from '#machines/model/idPhotos.ts';
import { CODE } from '#machines/model/codes.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import type { Secret } from '#server/store/secret.ts';
import { savePhoto } from '#server/apply/applicant.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Tx } from '#server/store/store.ts';
import type { PhotoRead } from '#src/api/payloads.ts';
import type { MessageKey } from '#server/refusals/refusal.ts';
import { keepReading } from '#server/apply/reader/cardReadings.ts';
import { ReaderUnavailable, type CardReader, type IdCard, type UnreadableCause } from '#server/apply/reader/cardReader.ts';
import { clarityOf, JUDGED_AT } from './clarity.ts';
import { unpack } from './pixels.ts';
import { cleanPicture, type CleanPicture } from '#server/pictures/cleanPicture.ts';

/** Pixels of the shorter edge; below this no one could read a card. */
export const MIN_EDGE = 200;

const refused = (key: MessageKey): Refusal => new Refusal(CODE.photoUnreadable, key);

/** @throws Refusal photoUnreadable for anything but a whole picture of readable size. */
export async function judgePhoto(bytes: Buffer | undefined): Promise<CleanPicture> {
  const picture = await cleanPicture(bytes);
  if (Math.min(picture.width, picture.height) < MIN_EDGE) throw refused('photoTooSmall');
  return picture;
}

/** @throws Refusal photoUnreadable for a picture that shows nothing or is out of focus. */
export async function judgeClarity(side: PhotoSide, { bytes }: CleanPicture): Promise<void> {
  const clarity = clarityOf(await unpack(bytes, JUDGED_AT));
  if (clarity === 'clear') return;
  if (side === 'face') throw refused('faceUnclear');
  throw refused(clarity === 'blank' ? 'photoEmpty' : 'photoBlurred');
}

const WORDS: Record<UnreadableCause, MessageKey> = {
  blank: 'photoEmpty',
  blurred: 'photoBlurred',
  notAnId: 'cardNotRecognised',
  numberMissing: 'cardNumberMissing',
  nameMissing: 'cardNameMissing',
  birthdayMissing: 'cardBirthdayMissing',
};

/**
 * @returns null when the reader had no answer: that is not the borrower's fault, so a person checks the photo.
 * @throws Refusal photoUnreadable with the cause, so that the photo is taken again.
 */
export async function readFront(reader: CardReader, { bytes }: CleanPicture): Promise<IdCard | null> {
  try {
    const reading = await reader.read(bytes);
    if (reading.is === 'unreadable') throw refused(WORDS[reading.cause]);
    return reading.card;
  } catch (error) {
    if (error instanceof ReaderUnavailable) return null;
    throw error;
  }
}

/** Replaces the photo of that side; deletes the older one and what was read from it. */
export async function storePhoto(
  tx: Tx,
  secret: Secret,
  clock: Clock,
  photo: { userId: number; orderId: number; side: PhotoSide; picture: CleanPicture; card?: IdCard | null | undefined },
): Promise<PhotoRead> {
  const { userId, orderId, side, picture, card } = photo;
  const older = await tx
    .selectFrom('photo')
    .select('storage_ref')
    .where('user_id', '=', userId)
    .where('side', '=', side)
    .forUpdate()
    .executeTakeFirst();
  const ref = randomBytes(16).toString('hex');
  const at = clock.now();
  await tx
    .insertInto('photo_blob')
    .values({ ref, encrypted: secret.encrypt('photo', picture.bytes, ref), at })
    .execute();
  await savePhoto(tx, {
    user_id: userId,
    side,
    order_id: orderId,
    storage_ref: ref,
    mime: picture.type,
    width: picture.width,
    height: picture.height,
    saved_at: at,
  });
  if (older) await tx.deleteFrom('photo_blob').where('ref', '=', older.storage_ref).execute();
  if (side === 'front') await keepReading(tx, { userId, orderId, card, at });
  return { width: picture.width, height: picture.height, card: card ?? null };
}
