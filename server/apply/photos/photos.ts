/**
 * Photos of the identity document and the face: re-encoded, judged, encrypted before they are stored, served to
 * no caller. Clarity is judged here, content by a `PhotoReader`; a person decides where it does not.
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
import { clarityOf, JUDGED_AT } from './clarity.ts';
import type { Content } from './judgeContent.ts';
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

/** Replaces the photo of that side; deletes the older one, what was read from it, and what was decided on it. */
export async function storePhoto(
  tx: Tx,
  secret: Secret,
  clock: Clock,
  photo: { userId: number; orderId: number; side: PhotoSide; picture: CleanPicture; content: Content | null },
): Promise<PhotoRead> {
  const { userId, orderId, side, picture, content } = photo;
  const older = await tx.selectFrom('photo').select(['side', 'storage_ref']).where('user_id', '=', userId).forUpdate().execute();
  const refOf = (of: PhotoSide): string | null => older.find((row) => row.side === of)?.storage_ref ?? null;
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
  const replaced = refOf(side);
  if (replaced !== null) await tx.deleteFrom('photo_blob').where('ref', '=', replaced).execute();
  if (side === 'front') {
    await keepReading(tx, { userId, orderId, card: content?.card, at });
    // Verdicts on the other two were about the front that is replaced.
    await tx
      .updateTable('photo')
      .set({ verdict: content ? 'undecided' : null })
      .where('user_id', '=', userId)
      .where('side', '<>', 'front')
      .execute();
  }
  for (const [of, verdict] of Object.entries(content?.verdicts ?? {}))
    await tx
      .updateTable('photo')
      // Another front may have arrived while this photo was compared with the one before.
      .set({ verdict: side === 'front' || content?.frontRef === refOf('front') ? verdict : 'undecided' })
      .where('user_id', '=', userId)
      .where('side', '=', of as PhotoSide)
      .execute();
  return { width: picture.width, height: picture.height, card: content?.card ?? null };
}
