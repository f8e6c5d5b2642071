/** Identifies the chart that a recording was made on. */
import type { AnyStateMachine } from 'xstate';
import { canonical, fingerprint, isObject } from './canonical.ts';

/** Descriptive keys of a state: they may change without changing the journey. */
const DESCRIPTIVE_KEYS: readonly string[] = ['meta', 'description'];

/**
 * The chart's structure: names only. A function is replaced by a marker, because its source text differs between
 * builds.
 */
function structure(part: unknown): unknown {
  if (typeof part === 'function') return '()';
  if (Array.isArray(part)) return part.map(structure);
  if (!isObject(part)) return part;
  return Object.fromEntries(
    Object.keys(part)
      .filter((key) => !DESCRIPTIVE_KEYS.includes(key))
      .map((key) => [key, structure(part[key])]),
  );
}

const known = new WeakMap<object, string>();

/**
 * Hash of states, transitions, guards, actions and invokes by name. Equal in Node, in a browser and in a minified
 * build.
 */
export function chartHash(machine: AnyStateMachine): string {
  const config = machine.config as object;
  const hash = known.get(config) ?? fingerprint(canonical(structure(config)));
  known.set(config, hash);
  return hash;
}
