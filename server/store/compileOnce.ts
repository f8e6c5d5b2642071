/**
 * Queries of one shape, compiled once and not with every call: the compilation costs more than all else that is done here
 * for a statement.
 */
import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './store.ts';

/** Stands for a value while the query is compiled. */
class Marker {
  constructor(readonly name: string) {}
}

/** The value with this name. The query may use it as a value of SQL and in no other way: while it is compiled there is none. */
export type ValueOf<V extends object> = <K extends keyof V & string>(name: K) => V[K];

/**
 * @param build makes the query, once for each set of names: without a value that may be left out it is another query.
 * @returns runs the query with these values, for its rows.
 */
export function compileOnce<V extends object, O>(
  build: (db: Db, value: ValueOf<V>, names: readonly string[]) => Compilable<O>,
): (db: Db, values: V) => Promise<O[]> {
  const compiled = new Map<string, CompiledQuery<O>>();
  return async (db, values) => {
    const names = Object.keys(values);
    const shape = names.join();
    const query = compiled.get(shape) ?? build(db, (name) => new Marker(name) as never, names).compile();
    compiled.set(shape, query);
    const parameters = query.parameters.map((one) => (one instanceof Marker ? values[one.name as keyof V] : one));
    return (await db.executeQuery<O>({ ...query, parameters })).rows;
  };
}

/** Values of one table among those of others in a query: their names with this before them. What is undefined is left out. */
export const prefixed = (prefix: string, row: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).flatMap(([name, value]) => (value === undefined ? [] : [[prefix + name, value]])));

/** The columns of that table, for its part of the query. */
export const columnsOf = (prefix: string, names: readonly string[], value: ValueOf<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(names.filter((name) => name.startsWith(prefix)).map((name) => [name.slice(prefix.length), value(name)]));
