/**
 * One change of the database. A migration that has run anywhere is never edited.
 *
 * Two releases run on one database during an update, and a return to the earlier release must stay possible. So a change has
 * two steps. An expanding migration adds the columns and tables that the new program uses, and the old program works on. A
 * contracting migration removes, at least one release later, the ones that no program uses any more.
 */
export interface Migration {
  /** Number and name; the store records it once it has run. */
  name: string;
  /** One or more statements; all run in one transaction. */
  sql: string;
  /**
   * Left out of an expanding migration. Of a contracting one, the name of an earlier migration: programs that contain it do not
   * use anything that is removed. Programs that do not contain it refuse to start from then on.
   */
  contractsAfter?: string;
  /** Name of a constraint that an expanding migration loosens: the new form accepts every row that the old one accepted. */
  loosens?: string;
}
