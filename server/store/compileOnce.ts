/**
 * Compiles the queries of one shape once instead of at every call, because the compilation costs more than the rest of this
 * process's work for a statement.
 */
import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './store.ts';

/** A placeholder for a value while the query is compiled. */
class Marker {
  constructor(readonly name: string) {}
}

/** The value with this name. The query may pass it to SQL and must not read it, because it is a placeholder while it compiles. */
export type ValueOf<V extends object> = <K extends keyof V & string>(name: K) => V[K];

/** Runs the query with these values, for its rows. */
export interface CompiledOnce<V extends object, O> {
  (db: Db, values: V): Promise<O[]>;
  /** The query with these values, for a pipeline. */
  of(db: Db, values: V): CompiledQuery<O>;
}

/**
 * @param build makes the query, once for each set of names: leaving out an optional value makes another query.
 */
export function compileOnce<V extends object, O>(
  build: (db: Db, value: ValueOf<V>, names: readonly string[]) => Compilable<O>,
): CompiledOnce<V, O> {
  const compiled = new Map<string, CompiledQuery<O>>();
  const of = (db: Db, values: V): CompiledQuery<O> => {
    const names = Object.keys(values);
    const shape = names.join();
    const query = compiled.get(shape) ?? build(db, (name) => new Marker(name) as never, names).compile();
    compiled.set(shape, query);
    const parameters = query.parameters.map((one) => (one instanceof Marker ? values[one.name as keyof V] : one));
    return { ...query, parameters };
  };
  const run = async (db: Db, values: V): Promise<O[]> => (await db.executeQuery<O>(of(db, values))).rows;
  return Object.assign(run, { of });
}

/** A placeholder for a value of one row. */
class RowMarker {
  constructor(
    readonly row: number,
    readonly name: string,
  ) {}
}

/**
 * A query with several rows of values. It is compiled for 1, 2, 4 and so on of them, so that there are few different statements to
 * prepare, and the last row is repeated to fill it up. Its parameters are single values, because for an array the database plans a
 * prepared statement at each use.
 * @param build gets the values of each row.
 * @returns a function that runs the query with these rows, of which there must be one at least, for the rows of its result.
 */
export function compileForRows<V extends object, O>(
  build: (db: Db, rows: readonly [ValueOf<V>, ...ValueOf<V>[]]) => Compilable<O>,
): (db: Db, rows: readonly V[]) => Promise<O[]> {
  const compiled = new Map<number, CompiledQuery<O>>();
  const compile = (db: Db, count: number): CompiledQuery<O> => {
    const valuesOf =
      (row: number): ValueOf<V> =>
      (name) =>
        new RowMarker(row, name) as never;
    return build(db, [valuesOf(0), ...Array.from({ length: count - 1 }, (_, after) => valuesOf(after + 1))]).compile();
  };
  return async (db, rows) => {
    const count = 2 ** Math.ceil(Math.log2(rows.length));
    const query = compiled.get(count) ?? compile(db, count);
    compiled.set(count, query);
    const valueOf = ({ row, name }: RowMarker): unknown => (rows[row] ?? rows.at(-1))?.[name as keyof V];
    const parameters = query.parameters.map((one) => (one instanceof RowMarker ? valueOf(one) : one));
    return (await db.executeQuery<O>({ ...query, parameters })).rows;
  };
}

/** Prefixes the names of one table's values, for a query with the values of several tables. Undefined values are left out. */
export const prefixed = (prefix: string, row: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).flatMap(([name, value]) => (value === undefined ? [] : [[prefix + name, value]])));

/** The values with this prefix by the names of their columns, for the part of the query about their table. */
export const columnsOf = (prefix: string, names: readonly string[], value: ValueOf<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(names.filter((name) => name.startsWith(prefix)).map((name) => [name.slice(prefix.length), value(name)]));
