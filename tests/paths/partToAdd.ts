/** The part that an unsound projection lacks, as the line to add to PARTS of `projection.ts`. */
import { isDeepStrictEqual } from 'node:util';
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { createStepper, type Graph } from './explore.ts';
import { nameOfKey, PART_NAMES } from './projection.ts';
import type { Step } from './steps.ts';

/** A value that differs between two contexts. */
export interface Differing {
  /** `answers.loadReminders.value.on` */
  path: string;
  /** Whether it is no object in either context. */
  isSimple: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether both are objects with fields that can be compared one by one. Data that is loaded and data that is not are no such pair. */
const areAlike = (one: unknown, other: unknown): boolean => isObject(one) && isObject(other) && one['is'] === other['is'];

/** The innermost values that differ. */
export function differingValues(one: unknown, other: unknown, path: readonly string[] = []): Differing[] {
  if (isDeepStrictEqual(one, other)) return [];
  if (areAlike(one, other))
    return Object.keys({ ...(one as Fields), ...(other as Fields) }).flatMap((key) =>
      differingValues(valueAt(one, [key]), valueAt(other, [key]), [...path, key]),
    );
  return [{ path: path.join('.'), isSimple: [one, other].every((value) => typeof value !== 'object' || value === null) }];
}

const valueAt = (context: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), context);

/** A name that PARTS does not have: the field of the context, or the next deeper one. */
function nameFor(path: readonly string[], taken: readonly string[]): string {
  const named = path.filter((key) => key !== 'is' && key !== 'value');
  const joined = named.map((key, index) => (index === 0 ? key : key.slice(0, 1).toUpperCase() + key.slice(1))).join('');
  const candidates = [...named, joined, ...[2, 3, 4, 5].map((number) => `${joined}${number}`)];
  return candidates.find((name) => !taken.includes(name)) ?? '…';
}

/**
 * @param differing the value that the guard reads; absent: it is not known.
 * @param places in which the part tells its values apart; null: everywhere.
 */
export function lineToAdd(
  differing: Differing | undefined,
  places: readonly string[] | null,
  taken: readonly string[] = PART_NAMES,
): string {
  if (differing === undefined) return "…: ({ context }) => (… ? '…' : ''),";
  const path = differing.path.split('.');
  const [field = ''] = path;
  const read = differing.isSimple ? `String(${path.join('?.')})` : `JSON.stringify(${path.join('?.')})`;
  // Loaded data has its value only while it is loaded.
  const loaded = path.indexOf('value');
  const owner = path.slice(0, loaded).join('?.');
  const [value, isLoaded] = loaded < 1 ? [read, []] : [read.replace(`${owner}?.value`, `${owner}.value`), [`${owner}?.is === 'loaded'`]];
  const names = (places ?? []).map((place) => `'${place}'`);
  const isThere = places === null ? [] : [names.length === 1 ? `name === ${names.join('')}` : `[${names.join(', ')}].includes(name)`];
  const conditions = [...isThere, ...isLoaded];
  const parameters = `{ context: { ${field} } }${places === null ? '' : ', { name }'}`;
  const text = conditions.length === 0 ? value : `(${conditions.join(' && ')} ? ${value} : '')`;
  return `${nameFor(path, taken)}: (${parameters}) => ${text},`;
}

/** With more places than this, the part is proposed for every place. */
const MOST_PLACES = 4;

/**
 * The places in which a part has to tell the values apart: those that differ, and those before them in which the value was set
 * already. Outside of them the part may be empty, because every step into them sets the value anew.
 * @param keys of states in which the value differs.
 * @param contexts two contexts with different values.
 * @returns null: the value comes from further away.
 */
export function placesOfPart<M extends AnyStateMachine>(
  graph: Graph<M>,
  keys: readonly string[],
  path: string,
  contexts: readonly [object, object],
): readonly string[] | null {
  const at = path.split('.');
  const [field = ''] = at;
  const stepper = createStepper<AnyStateMachine>(graph.machine, { input: graph.model.input, withCoverage: false });
  const isSetBy = (before: AnyMachineSnapshot, step: Step): boolean => {
    const [one = null, other = null] = contexts.map((context) => {
      const carried = { ...before, context: { ...before.context, [field]: valueAt(context, [field]) } };
      const next = stepper.step(carried, step);
      return next && { value: valueAt(next.snapshot.context, at) };
    });
    return one !== null && other !== null && isDeepStrictEqual(one, other);
  };
  const places = new Set(keys.map(nameOfKey));
  const tried = new Set<string>();
  for (let isGrowing = true; isGrowing;) {
    isGrowing = false;
    for (const [key, edges] of graph.edges) {
      const from = nameOfKey(key);
      const before = graph.states.get(key);
      if (places.has(from) || before === undefined) continue;
      for (const { step, to } of edges) {
        const id = `${from} ${step.name} ${nameOfKey(to)}`;
        if (!places.has(nameOfKey(to)) || tried.has(id)) continue;
        tried.add(id);
        if (isSetBy(before, step)) continue;
        places.add(from);
        isGrowing = true;
        if (places.size > MOST_PLACES || places.has(nameOfKey(graph.start))) return null;
        break;
      }
    }
  }
  return [...places];
}
