/** The requested turn of the head. It is drawn by lot, belongs to one order, and is drawn again after every refused photo. */
import { randomInt } from 'node:crypto';
import type { Instant } from '#machines/model/calendar.ts';
import { FACE_TURNS, type FaceTurn } from '#machines/model/faceTurn.ts';
import type { FaceTurnTable } from '#server/store/schema/index.ts';
import type { Db, Tx } from '#server/store/store.ts';

/**
 * Photos with the head turned that are refused for one order. The next one is stored in any case, and a person compares. So
 * nobody can try pictures until one passes, and a borrower who cannot turn the head is not excluded.
 */
export const MOST_REFUSED = 2;

const drawTurn = (): FaceTurn => (randomInt(FACE_TURNS.length) === 0 ? 'left' : 'right');

/** A requested turn, and the number of photos refused before. */
export type OpenTurn = Pick<FaceTurnTable, 'refused'> & { turn: FaceTurn };

/** The requested turn of an order; null: none is requested. */
export async function openTurnOf(db: Db, userId: number, orderId: number): Promise<OpenTurn | null> {
  const row = await db
    .selectFrom('face_turn')
    .select(['turn', 'refused'])
    .where('user_id', '=', userId)
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return row?.turn ? { turn: row.turn, refused: row.refused } : null;
}

interface Asked {
  userId: number;
  orderId: number;
  at: Instant;
}

async function saveTurn(tx: Tx, { userId, orderId, at }: Asked, turn: FaceTurn | null, refused: number): Promise<void> {
  const row = { order_id: orderId, turn, refused, asked_at: at };
  await tx
    .insertInto('face_turn')
    .values({ user_id: userId, ...row })
    .onConflict((c) => c.column('user_id').doUpdateSet(row))
    .execute();
}

/** @returns the number of photos refused for this order, even if no turn is requested now. */
async function refusedBefore(tx: Tx, { userId, orderId }: Asked): Promise<number> {
  const row = await tx.selectFrom('face_turn').select(['order_id', 'refused']).where('user_id', '=', userId).forUpdate().executeTakeFirst();
  return row && row.order_id === orderId ? row.refused : 0;
}

/** Requests a turn. An already requested turn stays, so that nobody gets another turn by sending the straight photo again. */
export async function askTurn(tx: Tx, asked: Asked): Promise<FaceTurn> {
  const refused = await refusedBefore(tx, asked);
  const turn = (await openTurnOf(tx, asked.userId, asked.orderId))?.turn ?? drawTurn();
  await saveTurn(tx, asked, turn, refused);
  return turn;
}

/** Counts a refused photo. @param again false: both photos must be taken again. @returns the next turn. */
export async function refuseTurn(tx: Tx, asked: Asked, again: boolean): Promise<FaceTurn | null> {
  const turn = again ? drawTurn() : null;
  await saveTurn(tx, asked, turn, (await refusedBefore(tx, asked)) + 1);
  return turn;
}

/** Ends the request, because both photos of the face are stored. */
export const closeTurn = async (tx: Tx, asked: Asked): Promise<void> => saveTurn(tx, asked, null, await refusedBefore(tx, asked));

/** Deletes the request for a second photo, because there is no reader that could judge that photo. */
export async function dropTurn(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('face_turn').where('user_id', '=', userId).execute();
}
