/** Photos of the identity document and the face: judged by their bytes, sealed before they are stored, served to nobody. */
import { randomBytes } from 'node:crypto';
import type { PhotoSide } from '#machines/model/application.ts';
import { CODE } from '#machines/model/codes.ts';
import { CallRefused } from '#server/calls/refused.ts';
import type { Secret } from '#server/identity/secret.ts';
import { savePhoto } from '#server/lending/applicant.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Tx } from '#server/store/store.ts';
import type { PhotoRead } from '#src/api/payloads.ts';
import { readImage, type ImageFacts } from './image.ts';

/** Pixels of the shorter edge; below this no one could read a card. */
export const SHORTEST_EDGE = 200;

/** @throws CallRefused photoUnreadable for anything but a whole JPEG or PNG of readable size. */
export function judgePhoto(bytes: Buffer | undefined): ImageFacts {
  const facts = bytes ? readImage(bytes) : null;
  if (!facts) throw new CallRefused(CODE.photoUnreadable, 'photoUnreadable');
  if (Math.min(facts.width, facts.height) < SHORTEST_EDGE) throw new CallRefused(CODE.photoUnreadable, 'photoTooSmall');
  return facts;
}

/** Replaces the photo of that side; the older one is gone at once. */
export async function storePhoto(
  tx: Tx,
  secret: Secret,
  clock: Clock,
  photo: { userId: number; orderId: number; side: PhotoSide; bytes: Buffer; facts: ImageFacts },
): Promise<PhotoRead> {
  const { userId, orderId, side, bytes, facts } = photo;
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
    .values({ ref, sealed: secret.seal('photo', bytes, ref), at })
    .execute();
  await savePhoto(tx, {
    user_id: userId,
    side,
    order_id: orderId,
    storage_ref: ref,
    mime: facts.type,
    width: facts.width,
    height: facts.height,
    saved_at: at,
  });
  if (older) await tx.deleteFrom('photo_blob').where('ref', '=', older.storage_ref).execute();
  return { width: facts.width, height: facts.height, card: null };
}
