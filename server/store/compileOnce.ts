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

/** Prefixes the names of one table's values, for a query with the values of several tables. Undefined values are left out. */
export const prefixed = (prefix: string, row: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).flatMap(([name, value]) => (value === undefined ? [] : [[prefix + name, value]])));

/** The values with this prefix by the names of their columns, for the part of the query about their table. */
export const columnsOf = (prefix: string, names: readonly string[], value: ValueOf<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(names.filter((name) => name.startsWith(prefix)).map((name) => [name.slice(prefix.length), value(name)]));
