/**
 * One change of the database. A migration that has run anywhere is never edited.
 *
 * Two releases run on one database while they are exchanged, and the earlier one must be possible again. So a change has two
 * steps: an expanding migration adds what the new program uses, and the old program works on with it. A contracting
 * migration removes what no program uses any more, at least one release later.
 */
export interface Migration {
  /** Number and name; the store records it once it has run. */
  name: string;
  /** One or more statements; all run in one transaction. */
  sql: string;
  /**
   * Left out: it expands. Of a contracting migration: the name of an earlier migration; every program that has that one uses
   * nothing of what is removed. A program without it is refused by the database from then on.
   */
  contractsAfter?: string;
  /** A constraint that an expanding migration drops and adds again in a looser form: it still accepts every row that it accepted before. */
  loosens?: string;
}
