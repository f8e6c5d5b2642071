/** Claims: one clerk at a time works on a case. A claim ends half an hour after its last act, or with the clerk's session. */
import { sql } from 'kysely';
import type { Instant } from '#machines/model/calendar.ts';
import type { Clerk } from '#server/staff/clerk.ts';
import { isRunning } from '#server/staff/staffSessions.ts';
import type { Db, Tx } from '#server/store/store.ts';
import { CLAIM_LIFE } from '#src/api/desk.ts';

/** Takes a case. If two clerks try at the same time, one gets it. @returns false: another clerk has the case. */
export async function takeCase(tx: Tx, caseId: string, { staffId, sessionId }: Clerk, now: Instant): Promise<boolean> {
  const row = { staff_id: staffId, session_id: sessionId, taken_at: now, until: now + CLAIM_LIFE };
  const taken = await tx
    .insertInto('desk_claim')
    .values({ case_id: caseId, ...row })
    .onConflict((c) =>
      c
        .column('case_id')
        .doUpdateSet(row)
        .where((is) =>
          is.or([
            is('desk_claim.staff_id', '=', staffId),
            is('desk_claim.until', '<=', now),
            is.not(sql<boolean>`${isRunning('desk_claim.session_id', now)}`),
          ]),
        ),
    )
    .returning('case_id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** @returns false: this clerk did not have the case. */
export async function putBackCase(tx: Tx, caseId: string, { staffId }: Clerk): Promise<boolean> {
  const done = await tx
    .deleteFrom('desk_claim')
    .where('case_id', '=', caseId)
    .where('staff_id', '=', staffId)
    .returning('case_id')
    .executeTakeFirst();
  return done !== undefined;
}

/** Locks the claim, and extends it if it is the caller's. @returns whose claim it is; null: nobody has the case. */
export async function useClaim(tx: Tx, caseId: string, { staffId, sessionId }: Clerk, now: Instant): Promise<'own' | 'other' | null> {
  const claim = await tx
    .selectFrom('desk_claim')
    .select('staff_id')
    .where('case_id', '=', caseId)
    .where('until', '>', now)
    .where(isRunning('desk_claim.session_id', now))
    .forUpdate()
    .executeTakeFirst();
  if (!claim) return null;
  if (claim.staff_id !== staffId) return 'other';
  await tx
    .updateTable('desk_claim')
    .set({ session_id: sessionId, until: now + CLAIM_LIFE })
    .where('case_id', '=', caseId)
    .execute();
  return 'own';
}

/** Deletes ended claims, and the uncovered data of ended sessions. @returns how many rows. */
export async function deleteEndedClaims(db: Db, now: Instant): Promise<number> {
  const claims = await db
    .deleteFrom('desk_claim')
    .where((is) => is.or([is('until', '<=', now), is.not(sql<boolean>`${isRunning('desk_claim.session_id', now)}`)]))
    .executeTakeFirst();
  const uncovered = await db
    .deleteFrom('desk_uncovered')
    .where((is) => is.not(sql<boolean>`${isRunning('desk_uncovered.session_id', now)}`))
    .executeTakeFirst();
  return Number(claims.numDeletedRows) + Number(uncovered.numDeletedRows);
}
