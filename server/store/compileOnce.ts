/** Queries of one shape, compiled once and not with every call: the compilation costs more than all else that is done here for a statement. */
import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './store.ts';

/** Stands for a value while the query is compiled. */
class Marker {
  constructor(readonly name: string) {}
}

/** The value with this name. The query may use it as a value of SQL and in no other way: while it is compiled there is none. */
export type ValueOf<V extends object> = <K extends keyof V & string>(name: K) => V[K];

/**
 * @param build makes the query, once.
 * @returns runs the query with these values, for its rows.
 */
export function compileOnce<V extends object, O>(build: (db: Db, value: ValueOf<V>) => Compilable<O>): (db: Db, values: V) => Promise<O[]> {
  let compiled: CompiledQuery<O> | undefined;
  return async (db, values) => {
    const query = (compiled ??= build(db, (name) => new Marker(name) as never).compile());
    const parameters = query.parameters.map((one) => (one instanceof Marker ? values[one.name as keyof V] : one));
    return (await db.executeQuery<O>({ ...query, parameters })).rows;
  };
}
