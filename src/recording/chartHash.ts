/** Which chart a recording was made on. */
import type { AnyStateMachine } from 'xstate';
import { canonical, fingerprint, isObject } from './canonical.ts';

/** Words about a state: they change without the journey changing. */
const WORDS: readonly string[] = ['meta', 'description'];

/** The chart's structure: names only. A function is marked as such, for its text differs from build to build. */
function structure(part: unknown): unknown {
  if (typeof part === 'function') return '()';
  if (Array.isArray(part)) return part.map(structure);
  if (!isObject(part)) return part;
  return Object.fromEntries(
    Object.keys(part)
      .filter((key) => !WORDS.includes(key))
      .map((key) => [key, structure(part[key])]),
  );
}

const known = new WeakMap<object, string>();

/** Fingerprint of states, transitions, guards, actions and invokes by name. The same in Node, in a browser and in a minified build. */
export function chartHash(machine: AnyStateMachine): string {
  const config = machine.config as object;
  const hash = known.get(config) ?? fingerprint(canonical(structure(config)));
  known.set(config, hash);
  return hash;
}
