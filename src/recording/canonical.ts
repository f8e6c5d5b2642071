/** Canonical JSON: one text per value, a fingerprint, and the differences between two values. The same in every engine. */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** Keys from the root of a value to a part of it. */
export type Path = readonly (string | number)[];

/** One changed part: `[path, value]` was set, `[path]` was removed. */
export type Change = readonly [path: Path, value: Json] | readonly [path: Path];

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const keysOf = (value: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(value)
    .filter((key) => value[key] !== undefined && typeof value[key] !== 'function')
    .sort();

/** JSON with sorted keys; values that JSON cannot represent are left out. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (isObject(value))
    return `{${keysOf(value)
      .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
      .join(',')}}`;
  return JSON.stringify(value) ?? 'null';
}

/** A copy that holds only what JSON can represent. */
export function toJson(value: unknown): Json {
  if (Array.isArray(value)) return value.map(toJson);
  if (isObject(value)) return Object.fromEntries(keysOf(value).map((key) => [key, toJson(value[key])]));
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
}

/** A 64-bit hash of a text as 16 hex digits. It detects damage and differences; it does not protect against forgery. */
export function fingerprint(text: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return [b, a].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}

/**
 * The parts in which `after` differs from `before`. Absent and undefined are equal. Parts that are the same object are
 * not compared further.
 */
export function changesBetween(before: unknown, after: unknown, path: Path = []): Change[] {
  if (before === after) return [];
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return after.flatMap((item: unknown, i) => changesBetween(before[i], item, [...path, i]));
  if (isObject(before) && isObject(after))
    return Array.from(new Set([...keysOf(before), ...keysOf(after)])).flatMap((key) =>
      changesBetween(before[key], after[key], [...path, key]),
    );
  if (after === undefined || typeof after === 'function') return before === undefined || typeof before === 'function' ? [] : [[path]];
  return canonical(before) === canonical(after) && before !== undefined ? [] : [[path, toJson(after)]];
}

/**
 * The first difference between two values, with both values there; null: they are equal. Undefined: the part is
 * missing.
 */
export function firstDifference(recorded: unknown, replayed: unknown): { path: Path; recorded: unknown; replayed: unknown } | null {
  const [change] = changesBetween(recorded, replayed);
  return change ? { path: change[0], recorded: partOf(recorded, change[0]), replayed: partOf(replayed, change[0]) } : null;
}

/** The value at the end of a path; undefined: the part is missing. */
export const partOf = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (part, key) => (typeof part === 'object' && part !== null ? (part as Record<string | number, unknown>)[key] : undefined),
    value,
  );

/** A path as text: `context.order.status`. */
export const pathText = (path: Path): string => path.join('.') || 'everything';

/** Applies changes to a value. Unchanged parts stay the same objects. */
export const withChanges = (value: Json, changes: readonly Change[]): Json =>
  changes.reduce<Json>((whole, change) => withPart(whole, change[0], change.length === 2 ? change[1] : undefined), value);

function withPart(whole: Json, [key, ...rest]: Path, part: Json | undefined): Json {
  if (key === undefined) return part ?? null;
  if (Array.isArray(whole)) return whole.map((item: Json, i) => (i === key ? withPart(item, rest, part) : item));
  const object: JsonObject = isObject(whole) ? (whole as JsonObject) : {};
  if (rest.length === 0 && part === undefined) {
    const { [key]: _gone, ...others } = object;
    return others;
  }
  return { ...object, [key]: withPart(object[key] ?? {}, rest, part) };
}
