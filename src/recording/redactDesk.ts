/**
 * Removes the texts that staff read and type from events and context of the desk before they are published. A text is kept if
 * it is one word under a key whose texts are literals, or the day of the figures; every other text is replaced. Within one
 * visit equal texts have the same stand-in, so that a reader sees whether two cases are the same. Amounts, counts and times
 * are kept, because without texts they identify nobody.
 */
import { isObject, toJson, type Json, type JsonObject } from './canonical.ts';
import type { Redactor } from './redact.ts';

/** Keys whose texts are literals of the contract or of the chart. */
const WORD_KEYS: readonly string[] = [
  'type',
  'is',
  'queue',
  'queues',
  'role',
  'act',
  'acts',
  'decision',
  'next',
  'ended',
  'error',
  'state',
  'side',
  'sides',
  'covered',
  'uncovered',
];
const WORD = /^[a-zA-Z][\w.]*$/;
/** The day of the figures. */
const isDay = (key: string, text: string): boolean => key === 'day' && /^\d{4}-\d{2}-\d{2}$/.test(text);

/** Other keys are data: ids of cases, or names of uncovered fields. */
const KEY = /^[a-zA-Z]\w{0,40}$/;

export function createDeskRedactor(): Redactor {
  const standIns = new Map<string, string>();
  function hidden(text: string): string {
    const known = standIns.get(text);
    if (known !== undefined) return known;
    const made = `[text ${standIns.size + 1}]`;
    standIns.set(text, made);
    return made;
  }

  function walk(value: unknown, key: string): Json {
    if (typeof value === 'string') {
      const isKept = value === '' || (WORD_KEYS.includes(key) && WORD.test(value)) || isDay(key, value);
      return isKept ? value : hidden(value);
    }
    if (Array.isArray(value)) return value.map((item) => walk(item, key));
    return isObject(value) ? redacted(value) : toJson(value);
  }

  const redacted = (value: Readonly<Record<string, unknown>>): JsonObject =>
    Object.fromEntries(
      Object.entries(value)
        .filter(([, part]) => part !== undefined && typeof part !== 'function')
        .map(([key, part]): [string, Json] =>
          key === 'values' ? [key, Object.keys(isObject(part) ? part : {}).length] : [KEY.test(key) ? key : hidden(key), walk(part, key)],
        ),
    );

  return {
    event: (event) => redacted(event as Readonly<Record<string, unknown>>),
    context: (context) => redacted(context as Readonly<Record<string, unknown>>),
  };
}
