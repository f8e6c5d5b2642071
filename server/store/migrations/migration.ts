/** One change of the database. A migration that has run anywhere is never edited. */
export interface Migration {
  /** Number and name; the store records it once it has run. */
  name: string;
  /** One or more statements; all run in one transaction. */
  sql: string;
}
