/** Photos of a case, for a clerk who has given a reason for uncovering them. */
import { storedPhoto } from '#server/apply/photos/judgeContent.ts';
import type { Clerk } from '#server/staff/clerk.ts';
import { DeskRefused } from '#server/staff/deskRefused.ts';
import type { Secret } from '#server/store/secret.ts';
import type { StoredSide } from '#server/store/schema/index.ts';
import type { Db } from '#server/store/store.ts';
import { arePhotosUncovered } from './covered.ts';

/** A picture, with the ids of its cases. */
interface CasePicture {
  caseIds: string[];
  read: () => Promise<Buffer | null>;
}

async function pictureOf(db: Db, secret: Secret, name: string): Promise<CasePicture | null> {
  const [kind, ref = '', side = ''] = name.split('-');
  if (kind === 'photo') {
    const order = await db.selectFrom('loan_order').select('user_id').where('order_no', '=', ref).executeTakeFirst();
    if (!order) return null;
    const read = async () => (await storedPhoto(db, secret, order.user_id, side as StoredSide))?.bytes ?? null;
    return { caseIds: [`applications:${ref}`, `secondLooks:${ref}`], read };
  }
  if (kind === 'proof') {
    const picture = await db
      .selectFrom('proof_picture as x')
      .innerJoin('proof as p', 'p.id', 'x.proof_id')
      .select(['p.proof_no', 'x.encrypted'])
      .where('x.ref', '=', ref)
      .executeTakeFirst();
    return picture ? { caseIds: [`proofs:${picture.proof_no}`], read: async () => secret.decrypt('photo', picture.encrypted, ref) } : null;
  }
  if (kind !== 'ticket') return null;
  const picture = await db
    .selectFrom('ticket_picture as x')
    .innerJoin('ticket as t', 't.id', 'x.ticket_id')
    .innerJoin('photo_blob as b', 'b.ref', 'x.ref')
    .select(['t.ticket_no', 'b.encrypted'])
    .where('x.ref', '=', ref)
    .executeTakeFirst();
  return picture ? { caseIds: [`messages:${picture.ticket_no}`], read: async () => secret.decrypt('photo', picture.encrypted, ref) } : null;
}

/** @returns null: no picture has this name. @throws DeskRefused covered, unless this clerk has uncovered the photos of the case. */
export async function readCasePicture(db: Db, secret: Secret, name: string, clerk: Clerk): Promise<Buffer | null> {
  const found = await pictureOf(db, secret, name);
  if (!found) return null;
  if (!(await arePhotosUncovered(db, found.caseIds, clerk)))
    throw new DeskRefused('covered', 'Give a reason before you look at the photos.');
  return found.read();
}
