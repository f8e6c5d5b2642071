/** Acts that wait for a second member of staff. They are stored encrypted, and carried out when they are confirmed. */
import { newApprovalId } from '#server/store/ids.ts';
import type { DeskSchema } from '#server/store/schema/deskTables.ts';
import { encryptValue, decryptValue } from '#server/store/rowEncryption.ts';
import type { Clerk } from '#server/staff/clerk.ts';
import type { Db, Tx } from '#server/store/store.ts';
import type { DeskAct, WaitingAct } from '#src/api/desk.ts';
import { SECOND_PERSON_ABOVE } from '#src/api/deskRights.ts';
import type { Selectable } from 'kysely';

type ApprovalRow = Selectable<DeskSchema['desk_approval']>;

/** Refunds and returned payments of any amount, other acts above a limit. @param amount cents; null: the act moves no money. */
export const needsSecondPerson = (act: DeskAct, amount: number | null): boolean =>
  act.name === 'refund' || act.name === 'returnPayment' || (amount !== null && amount > SECOND_PERSON_ABOVE);

export const actOf = (db: Db, { approval_id, sealed }: Pick<ApprovalRow, 'approval_id' | 'sealed'>): DeskAct =>
  decryptValue<DeskAct>(db, 'desk_approval.sealed', [approval_id], sealed);

const view = (db: Db, row: ApprovalRow): WaitingAct => ({
  approvalId: row.approval_id,
  caseId: row.case_id,
  act: actOf(db, row),
  by: { staffId: row.staff_id, name: row.staff_name, role: row.staff_role },
  at: row.at,
});

export async function storeAct(
  tx: Tx,
  {
    caseId,
    orderId,
    act,
    amount,
    clerk,
    now,
  }: { caseId: string; orderId: number | null; act: DeskAct; amount: number | null; clerk: Clerk; now: number },
): Promise<void> {
  const approval_id = newApprovalId();
  await tx
    .insertInto('desk_approval')
    .values({
      approval_id,
      case_id: caseId,
      act_name: act.name,
      sealed: encryptValue(tx, 'desk_approval.sealed', [approval_id], act),
      amount,
      order_id: orderId,
      staff_id: clerk.staffId,
      staff_name: clerk.name,
      staff_role: clerk.role,
      at: now,
      state: 'waiting',
    })
    .execute();
}

/** The waiting acts of a case, oldest first. */
export async function waitingActs(db: Db, caseId: string): Promise<WaitingAct[]> {
  const rows = await db
    .selectFrom('desk_approval')
    .selectAll()
    .where('case_id', '=', caseId)
    .where('state', '=', 'waiting')
    .orderBy('at')
    .execute();
  return rows.map((row) => view(db, row));
}

/** undefined: there is no such act. */
export async function readAct(db: Db, approvalId: string): Promise<WaitingAct | undefined> {
  const row = await db.selectFrom('desk_approval').selectAll().where('approval_id', '=', approvalId).executeTakeFirst();
  return row && view(db, row);
}

/** Reads an act and locks it until the transaction ends, so that two people cannot decide it at the same time. */
export const lockAct = (tx: Tx, approvalId: string): Promise<ApprovalRow | undefined> =>
  tx.selectFrom('desk_approval').selectAll().where('approval_id', '=', approvalId).forUpdate().executeTakeFirst();

export const closeAct = (tx: Tx, approvalId: string, state: 'confirmed' | 'declined', { staffId }: Clerk, now: number): Promise<unknown> =>
  tx.updateTable('desk_approval').set({ state, decided_by: staffId, decided_at: now }).where('approval_id', '=', approvalId).execute();
