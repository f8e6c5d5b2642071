/** Writes of a request that was let in before its borrower's account was closed. */
import pg from 'pg';

/** Whether the database refused a row because the account of its borrower was closed meanwhile (migration 021). */
export const isOfClosedAccount = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23503' && /^the account \d+ was closed$/.test(error.message);
