/** Notes of a person to a borrower about an order, shown on the order's page: one encrypted note for each subject. */
import { sql } from 'kysely';
import type { NoteAbout, OrderNote } from '#server/store/schema/deskTables.ts';
import { encryptValue, decryptValue } from '#server/store/rowEncryption.ts';
import type { Db, Tx } from '#server/store/store.ts';

/** Replaces the note about this subject. @param note null: deletes the note. */
export async function saveNote(tx: Tx, orderId: number, about: NoteAbout, note: OrderNote | null, at: number): Promise<void> {
  if (note === null) {
    await tx.deleteFrom('order_note').where('order_id', '=', orderId).where('about', '=', about).execute();
    return;
  }
  const row = { sealed: encryptValue(tx, 'order_note.sealed', [orderId, about], note), at };
  await tx
    .insertInto('order_note')
    .values({ order_id: orderId, about, ...row })
    .onConflict((c) => c.columns(['order_id', 'about']).doUpdateSet(row))
    .execute();
}

/** Notes as JSON, with bytes in hex. */
type NotesInJson = { about: NoteAbout; sealed: string }[];

/** The notes of an order, for a query of `loan_order`. */
export const notesColumn = sql<NotesInJson>`(
  select coalesce(json_agg(json_build_object('about', n.about, 'sealed', encode(n.sealed, 'hex'))), '[]')
  from order_note n where n.order_id = loan_order.id)`.as('notes');

/** null: there is no note about this subject. */
export function noteFrom(db: Db, orderId: number, notes: NotesInJson, about: NoteAbout): OrderNote | null {
  const found = notes.find((note) => note.about === about);
  return found ? decryptValue<OrderNote>(db, 'order_note.sealed', [orderId, about], Buffer.from(found.sealed, 'hex')) : null;
}

export async function readNote(db: Db, orderId: number, about: NoteAbout): Promise<OrderNote | null> {
  const row = await db
    .selectFrom('order_note')
    .select('sealed')
    .where('order_id', '=', orderId)
    .where('about', '=', about)
    .executeTakeFirst();
  return row ? decryptValue<OrderNote>(db, 'order_note.sealed', [orderId, about], row.sealed) : null;
}
