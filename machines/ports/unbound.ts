/** The ports before `src/app`, a test or the inspector binds them. The chart imports only the types of the declarations. */
import { fromPromise } from 'xstate';
import { LOCAL, type Problem } from '../model/codes.ts';
import type { PortActors } from './index.ts';

/**
 * Each port is created when its name is looked up, because a table of names would enlarge the first paint. The types of
 * `setup` refuse a name that is no port.
 */
export const unboundPorts = new Proxy({} as PortActors, {
  get: (_, name) =>
    fromPromise(() => Promise.reject({ code: LOCAL.unknown, message: `port "${String(name)}" is not bound` } satisfies Problem)),
});
