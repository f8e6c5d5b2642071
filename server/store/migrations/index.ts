/** Every change of the database, in the order it is made. A migration that has run anywhere is never edited. */
import { lender } from './001-lender.ts';
import { identity } from './002-identity.ts';
import { cardReading } from './003-card-reading.ts';

export interface Migration {
  /** Number and name; the store remembers it once it has run. */
  name: string;
  /** One or more statements; all run in one transaction. */
  sql: string;
}

export const migrations: readonly Migration[] = [lender, identity, cardReading];
