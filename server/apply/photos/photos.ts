/**
 * Photos of the identity document and the face: re-encoded, judged, and encrypted before they are stored. No caller gets a
 * stored photo. This module judges clarity, a `PhotoReader` the content; a person decides about undecided photos.
 */
import { randomBytes } from 'node:crypto';
import type { Instant } from '#machines/model/calendar.ts';
import type { FaceTurn } from '#machines/model/faceTurn.ts';
import type { PhotoSide } from '#machines/model/idPhotos.ts';
import type { Secret } from '#server/store/secret.ts';
import { savePhoto } from '#server/apply/applicant.ts';
import type { Clock } from '#server/store/clock.ts';
import { deleteBlobs } from '#server/store/photoBlobs.ts';
import type { StoredSide } from '#server/store/schema/index.ts';
import type { Tx } from '#server/store/store.ts';
import type { PhotoRead } from '#src/api/payloads.ts';
import { keepReading } from '#server/apply/reader/cardReadings.ts';
import { clarityOf, JUDGED_AT } from './clarity.ts';
import { askTurn, closeTurn, dropTurn } from './faceTurn.ts';
import type { Content, Verdict } from './judgeContent.ts';
import { unpack } from './pixels.ts';
import { cleanPicture, pictureRefused, type CleanPicture } from '#server/pictures/cleanPicture.ts';

/** Pixels of the shorter edge; in a smaller picture a card is unreadable. */
export const MIN_EDGE = 200;

/** @throws Refusal photoUnreadable unless the bytes are a complete picture of readable size. */
export async function judgePhoto(bytes: Buffer | undefined): Promise<CleanPicture> {
  const picture = await cleanPicture(bytes);
  if (Math.min(picture.width, picture.height) < MIN_EDGE) throw pictureRefused('photoTooSmall');
  return picture;
}

/** @throws Refusal photoUnreadable for a picture that is blank or out of focus. */
export async function judgeClarity(side: StoredSide, { bytes }: CleanPicture): Promise<void> {
  const clarity = clarityOf(await unpack(bytes, JUDGED_AT));
  if (clarity === 'clear') return;
  if (side === 'face' || side === 'turned') throw pictureRefused('faceUnclear');
  throw pictureRefused(clarity === 'blank' ? 'photoEmpty' : 'photoBlurred');
}

/** Deletes stored photos of these sides. */
export async function deletePhotos(tx: Tx, userId: number, sides: readonly StoredSide[]): Promise<void> {
  const rows = await tx
    .deleteFrom('photo')
    .where('user_id', '=', userId)
    .where('side', 'in', [...sides])
    .returning('storage_ref')
    .execute();
  await deleteBlobs(
    tx,
    rows.map((row) => row.storage_ref),
  );
}

/** The judgement on a photo: a verdict on the comparison of a `turned` photo with the straight one, else the content. */
type JudgedPhoto = { side: PhotoSide; content: Content | null } | { side: 'turned'; verdict: Verdict };

/** Stores a photo. Deletes the older photo of the side, the reading of it, and the verdicts that depended on it. */
export async function storePhoto(
  tx: Tx,
  secret: Secret,
  clock: Clock,
  photo: { userId: number; orderId: number; picture: CleanPicture } & JudgedPhoto,
): Promise<PhotoRead> {
  const { userId, orderId, side, picture } = photo;
  const content = photo.side === 'turned' ? null : photo.content;
  const older = await tx.selectFrom('photo').select(['side', 'storage_ref']).where('user_id', '=', userId).forUpdate().execute();
  const refOf = (of: StoredSide): string | null => older.find((row) => row.side === of)?.storage_ref ?? null;
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
    verdict: photo.side === 'turned' ? photo.verdict : null,
  });
  const replaced = refOf(side);
  if (replaced !== null) await tx.deleteFrom('photo_blob').where('ref', '=', replaced).execute();
  if (side === 'front') {
    await keepReading(tx, { userId, orderId, card: content?.card, at });
    // The verdicts on back and face were made with the replaced front.
    await tx
      .updateTable('photo')
      .set({ verdict: content ? 'undecided' : null })
      .where('user_id', '=', userId)
      .where('side', 'in', ['back', 'face'])
      .execute();
  }
  for (const [of, verdict] of Object.entries(content?.verdicts ?? {}))
    await tx
      .updateTable('photo')
      // Another front may have arrived while this photo was compared with the front before.
      .set({ verdict: side === 'front' || content?.frontRef === refOf('front') ? verdict : 'undecided' })
      .where('user_id', '=', userId)
      .where('side', '=', of as PhotoSide)
      .execute();
  const turn = await nextTurn(tx, { userId, orderId, at }, photo);
  return { width: picture.width, height: picture.height, card: content?.card ?? null, ...(turn && { turn }) };
}

/** A judged photo of the face needs a second photo, with the head turned. @returns the requested turn; null: none. */
async function nextTurn(tx: Tx, asked: { userId: number; orderId: number; at: Instant }, photo: JudgedPhoto): Promise<FaceTurn | null> {
  if (photo.side === 'turned') await closeTurn(tx, asked);
  if (photo.side !== 'face') return null;
  await deletePhotos(tx, asked.userId, ['turned']);
  if (photo.content) return askTurn(tx, asked);
  await dropTurn(tx, asked.userId);
  return null;
}
