/** Compares the second photo of the face, with the head turned to the requested side, with the first photo, and stores it. */
import { CODE } from '#machines/model/codes.ts';
import type { FaceTurn } from '#machines/model/faceTurn.ts';
import { isIncomplete } from '#machines/model/orderStatus.ts';
import { findOrder, lockOrder } from '#server/books/orders.ts';
import type { CleanPicture } from '#server/pictures/cleanPicture.ts';
import type { PhotoReader, TurnReading, UnusableTurn } from '#server/apply/reader/photoReader.ts';
import { orderRefused, Refusal, type MessageKey } from '#server/refusals/refusal.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Secret } from '#server/store/secret.ts';
import type { Db, Store } from '#server/store/store.ts';
import type { PhotoRead } from '#src/api/payloads.ts';
import { MOST_REFUSED, openTurnOf, refuseTurn, type OpenTurn } from './faceTurn.ts';
import { judgeTurn, storedPhoto } from './judgeContent.ts';
import { deletePhotos, storePhoto } from './photos.ts';

const TURN_WORDS: Record<UnusableTurn, MessageKey> = {
  none: 'turnNoFace',
  several: 'faceSeveral',
  tooSmall: 'faceTooSmall',
  notTurned: 'turnTooLittle',
  otherWay: 'turnOtherWay',
  same: 'turnSamePhoto',
  otherPerson: 'turnOtherPerson',
};

const refused = (key: MessageKey, turn: FaceTurn | null): Refusal => new Refusal(CODE.photoUnreadable, key, {}, { turn });

/** @throws Refusal photoUnreadable when another turn or none is requested; the refusal names the requested turn. */
async function askedFor(db: Db, userId: number, orderId: number, turn: FaceTurn): Promise<OpenTurn> {
  const open = await openTurnOf(db, userId, orderId);
  if (open?.turn !== turn) throw refused('turnNotAsked', open?.turn ?? null);
  return open;
}

export interface TurnedPhotoDeps {
  store: Store;
  clock: Clock;
  secret: Secret;
  reader: PhotoReader | null;
}

/**
 * Judges the photo outside of any transaction, because judging takes seconds, and stores it.
 * @param turn the side to which the head is turned, according to the sender.
 * @throws Refusal orderRefused, or photoUnreadable with the cause and the turn to try next.
 */
export async function takeTurnedPhoto(
  { store, clock, secret, reader }: TurnedPhotoDeps,
  sent: { userId: number; orderNo: string; turn: FaceTurn; picture: CleanPicture },
): Promise<PhotoRead> {
  const { userId, orderNo, turn, picture } = sent;
  const { id: orderId } = await findOrder(store.db, userId, orderNo);
  const open = await askedFor(store.db, userId, orderId, turn);
  const straight = await storedPhoto(store.db, secret, userId, 'face');
  const reading: TurnReading =
    reader && straight && open.refused < MOST_REFUSED ? await judgeTurn(reader, picture.bytes, straight.bytes, turn) : { is: 'undecided' };
  const taken = await store.tx(async (tx): Promise<PhotoRead | Refusal> => {
    const order = await lockOrder(tx, userId, orderNo);
    if (!isIncomplete(order.status)) throw orderRefused();
    const at = clock.now();
    // Another phone of the borrower may have sent a photo of the face meanwhile.
    const now = await askedFor(tx, userId, orderId, turn);
    const isSame = now.refused === open.refused && (await refOf(tx, userId)) === (straight?.ref ?? null);
    if (!isSame) return refused('turnNotAsked', now.turn);
    if (reading.is === 'unusable') {
      const isRestart = reading.cause === 'otherPerson';
      // Both photos are deleted, because either of them may show somebody else than the borrower.
      if (isRestart) await deletePhotos(tx, userId, ['face', 'turned']);
      return refused(TURN_WORDS[reading.cause], await refuseTurn(tx, { userId, orderId, at }, !isRestart));
    }
    return storePhoto(tx, secret, clock, { userId, orderId, side: 'turned', picture, verdict: reading.is });
  });
  // The refusal is thrown after the transaction, which would otherwise not count it.
  if (taken instanceof Refusal) throw taken;
  return taken;
}

/** Name of the stored photo in which the face looks straight; null: there is none. */
async function refOf(db: Db, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('photo')
    .select('storage_ref')
    .where('user_id', '=', userId)
    .where('side', '=', 'face')
    .executeTakeFirst();
  return row?.storage_ref ?? null;
}
