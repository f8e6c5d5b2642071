/** Reads values that the database always has, although its types allow null. */

/** @param what name of the value in the error. @throws Error when the value is missing. */
export function present<Value>(what: string, value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Error(`the database lacks ${what}`);
  return value;
}

/** The row of an aggregate or of a function. @throws Error when there is none. */
export const onlyRow = <Row>({ rows }: { readonly rows: readonly Row[] }): Row => present('the only row', rows[0]);
