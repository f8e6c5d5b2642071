/** The turn of the head that the lender asks for: drawn by lot, bound to the order, and drawn again after every photo that was refused. */
import { randomInt } from 'node:crypto';
import type { Instant } from '#machines/model/calendar.ts';
import { FACE_TURNS, type FaceTurn } from '#machines/model/faceTurn.ts';
import type { FaceTurnTable } from '#server/store/schema/index.ts';
import type { Db, Tx } from '#server/store/store.ts';

/**
 * How many photos with the head turned are refused for one order. The next one is stored whatever it shows, and a person
 * compares. So nobody can try until a picture passes, and a borrower who cannot turn the head is not excluded.
 */
export const MOST_REFUSED = 2;

const drawTurn = (): FaceTurn => (randomInt(FACE_TURNS.length) === 0 ? 'left' : 'right');

/** A turn that is asked for, and how many photos were refused before. */
export type OpenTurn = Pick<FaceTurnTable, 'refused'> & { turn: FaceTurn };

/** The open turn of an order; null: none is asked for. */
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

/** @returns how many photos were refused for this order, also where no turn is open. */
async function refusedBefore(tx: Tx, { userId, orderId }: Asked): Promise<number> {
  const row = await tx.selectFrom('face_turn').select(['order_id', 'refused']).where('user_id', '=', userId).forUpdate().executeTakeFirst();
  return row && row.order_id === orderId ? row.refused : 0;
}

/** Asks for a turn. One that is open already stays, so that nobody gets another by sending the straight photo again. */
export async function askTurn(tx: Tx, asked: Asked): Promise<FaceTurn> {
  const refused = await refusedBefore(tx, asked);
  const turn = (await openTurnOf(tx, asked.userId, asked.orderId))?.turn ?? drawTurn();
  await saveTurn(tx, asked, turn, refused);
  return turn;
}

/** Counts a refused photo. @param again the head is turned once more; else both photos are taken again. @returns the next turn. */
export async function refuseTurn(tx: Tx, asked: Asked, again: boolean): Promise<FaceTurn | null> {
  const turn = again ? drawTurn() : null;
  await saveTurn(tx, asked, turn, (await refusedBefore(tx, asked)) + 1);
  return turn;
}

/** Both photos of the face are stored. */
export const closeTurn = async (tx: Tx, asked: Asked): Promise<void> => saveTurn(tx, asked, null, await refusedBefore(tx, asked));

/** No second photo is asked for: nothing here could judge it. */
export async function dropTurn(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('face_turn').where('user_id', '=', userId).execute();
}
