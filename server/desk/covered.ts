/** Personal data that a case shows masked until this session has given a reason for it. */
import { maskMsisdn } from '#machines/model/phoneNumber.ts';
import type { Clerk } from '#server/staff/clerk.ts';
import type { Db, Tx } from '#server/store/store.ts';
import { COVERED, type Covered } from '#src/api/desk.ts';

export async function uncoveredIn(db: Db, caseId: string, { sessionId }: Clerk): Promise<Covered[]> {
  const rows = await db
    .selectFrom('desk_uncovered')
    .select('what')
    .where('session_id', '=', sessionId)
    .where('case_id', '=', caseId)
    .execute();
  return COVERED.filter((one) => rows.some(({ what }) => what === one));
}

/** Whether this session may see the photos of one of these cases. */
export async function arePhotosUncovered(db: Db, caseIds: readonly string[], { sessionId }: Clerk): Promise<boolean> {
  const row = await db
    .selectFrom('desk_uncovered')
    .select('case_id')
    .where('session_id', '=', sessionId)
    .where('what', '=', 'photos')
    .where('case_id', 'in', [...caseIds])
    .executeTakeFirst();
  return row !== undefined;
}

export async function uncover(tx: Tx, caseId: string, { sessionId }: Clerk, what: Covered, at: number): Promise<void> {
  await tx
    .insertInto('desk_uncovered')
    .values({ session_id: sessionId, case_id: caseId, what, at })
    .onConflict((c) => c.doNothing())
    .execute();
}

/** The last four characters behind dots. A value of up to four characters is hidden completely. */
export const masked = (value: string): string => (value.length <= 4 ? '••••' : `•••• ${value.slice(-4)}`);

export const maskedMobile = (mobile: string | null, isUncovered: boolean): string =>
  mobile === null ? '' : isUncovered ? `+${mobile}` : maskMsisdn(mobile);
