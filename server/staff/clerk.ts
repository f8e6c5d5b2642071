/** The member of staff who acts at the desk. */
import type { Msisdn } from '#machines/model/phoneNumber.ts';
import type { StaffMember } from '#src/api/desk.ts';

/** A member of staff with a running session. */
export interface Clerk extends StaffMember {
  /** Identifies the session in stored rows, such as those about uncovered data. It differs from the secret of the cookie. */
  sessionId: string;
  /** The clerk's own number as a borrower; null: none is known. */
  ownMobile: Msisdn | null;
  /** The clerk's own account as a borrower; null: the number has no account. */
  ownUserId: number | null;
}

/** @property userId,mobile of the borrower or payer of a case; null: unknown. */
export interface AboutBorrower {
  userId?: number | null | undefined;
  mobile?: string | null | undefined;
}

/** Whether a case is about the clerk's own account or number. Refuse it with `ownCase`, because nobody may handle an own case. */
export const isOwnCase = ({ ownMobile, ownUserId }: Clerk, { userId, mobile }: AboutBorrower): boolean =>
  (ownUserId !== null && userId === ownUserId) || (ownMobile !== null && mobile === ownMobile);
