/** Pictures of tickets. They are encrypted like photos. A picture whose message is not sent within a day is deleted. */
import { sql } from 'kysely';
import { DAY, type Instant } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { FEEDBACK_LIMITS } from '#machines/model/feedback.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import type { Secret } from '#server/store/secret.ts';
import type { CleanPicture } from '#server/pictures/cleanPicture.ts';
import { pictureName } from '#server/pictures/pictureName.ts';
import { deleteBlobs } from '#server/store/photoBlobs.ts';
import type { Tx } from '#server/store/store.ts';

/** How long a picture is kept before its message is sent. */
const UNATTACHED_LIFE = DAY;
/** Most unattached pictures per borrower. A borrower can replace pictures, but cannot fill the disk. */
const MAX_UNATTACHED = 3 * FEEDBACK_LIMITS.pictures;

const tooMany = (): Refusal => new Refusal(CODE.tooManyPictures, 'feedback.tooManyPictures', { most: FEEDBACK_LIMITS.pictures });

/**
 * Stores an unattached picture. A picture that is uploaded again before its message is sent keeps its name.
 * @returns the name, by which a ticket or message attaches the picture.
 * @throws Refusal tooManyPictures.
 */
export async function keepPicture(
  tx: Tx,
  secret: Secret,
  { userId, picture, now }: { userId: number; picture: CleanPicture; now: Instant },
): Promise<string> {
  // This lock keeps a simultaneous upload from exceeding the limit.
  await tx.selectFrom('app_user').select('id').where('id', '=', userId).forUpdate().execute();
  const all = await tx.selectFrom('ticket_picture').select(['ref', 'ticket_id']).where('user_id', '=', userId).execute();
  const ref = await pictureName(secret, `ticket ${userId}`, picture.bytes, async (name) =>
    all.some((one) => one.ref === name && one.ticket_id !== null),
  );
  const unattached = all.filter(({ ticket_id }) => ticket_id === null);
  if (unattached.some((one) => one.ref === ref)) return ref;
  if (unattached.length >= MAX_UNATTACHED) throw tooMany();
  await tx
    .insertInto('photo_blob')
    .values({ ref, encrypted: secret.encrypt('photo', picture.bytes, ref), at: now })
    .execute();
  await tx
    .insertInto('ticket_picture')
    .values({ ref, user_id: userId, ticket_id: null, message_id: null, mime: picture.type, at: now })
    .execute();
  return ref;
}

/** Attaches pictures. Names of others' pictures and of attached ones are ignored. @throws Refusal tooManyPictures. */
export async function attachPictures(
  tx: Tx,
  names: readonly string[],
  to: { userId: number; ticketId: number; messageId: number | null },
): Promise<void> {
  if (names.length > FEEDBACK_LIMITS.pictures) throw tooMany();
  if (names.length === 0) return;
  await tx
    .updateTable('ticket_picture')
    .set({ ticket_id: to.ticketId, message_id: to.messageId })
    .where('ref', 'in', [...names])
    .where('user_id', '=', to.userId)
    .where('ticket_id', 'is', null)
    .execute();
}

/** Deletes pictures whose message was never sent. @returns how many. */
export async function deleteUnattachedPictures(tx: Tx, now: Instant): Promise<number> {
  const gone = await tx
    .deleteFrom('ticket_picture')
    .where('ticket_id', 'is', null)
    .where('at', '<', now - UNATTACHED_LIFE)
    .returning('ref')
    .execute();
  const refs = gone.map(({ ref }) => ref);
  await deleteBlobs(tx, refs);
  return gone.length;
}

/** Number of pictures of the ticket itself, and of each of its messages. */
export interface PictureCounts {
  ofTicket: number;
  ofMessage(messageId: number): number;
}

export async function countPictures(tx: Tx, ticketId: number): Promise<PictureCounts> {
  const rows = await tx
    .selectFrom('ticket_picture')
    .select(['message_id', sql<number>`count(*)::int`.as('count')])
    .where('ticket_id', '=', ticketId)
    .groupBy('message_id')
    .execute();
  const counts = new Map(rows.map(({ message_id, count }) => [message_id, count]));
  // A message without pictures has no row.
  const countOf = (messageId: number | null): number => counts.get(messageId) ?? 0;
  return { ofTicket: countOf(null), ofMessage: countOf };
}
