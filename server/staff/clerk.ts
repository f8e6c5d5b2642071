/** Who acts at the desk. */
import type { Msisdn } from '#machines/model/phoneNumber.ts';
import type { StaffMember } from '#src/api/desk.ts';

/** A member of staff with a running session. */
export interface Clerk extends StaffMember {
  /** Names the session in what is remembered of it, such as what was uncovered. It is not the secret of the cookie. */
  sessionId: string;
  /** Their number as a borrower; null: they have none. */
  ownMobile: Msisdn | null;
  /** Their account as a borrower; null: the number has none. */
  ownUserId: number | null;
}

/** @property userId,mobile of the borrower or payer whom a case is about; null: unknown. */
export interface AboutBorrower {
  userId?: number | null | undefined;
  mobile?: string | null | undefined;
}

/** Nobody handles a case of their own number: refuse it with `ownCase`. */
export const isOwnCase = ({ ownMobile, ownUserId }: Clerk, { userId, mobile }: AboutBorrower): boolean =>
  (ownUserId !== null && userId === ownUserId) || (ownMobile !== null && mobile === ownMobile);
