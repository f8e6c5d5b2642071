/** The ports before `src/app`, a test or the inspector binds them. The chart imports the types of the declarations alone. */
import { fromPromise } from 'xstate';
import { LOCAL, type Problem } from '../model/codes.ts';
import type { PortActors } from './index.ts';

/**
 * Made by name when they are looked up: a table of names would be part of the first paint. A name that is no port is
 * refused by the types of `setup`.
 */
export const unboundPorts = new Proxy({} as PortActors, {
  get: (_, name) =>
    fromPromise(() => Promise.reject({ code: LOCAL.unknown, message: `port "${String(name)}" is not bound` } satisfies Problem)),
});
