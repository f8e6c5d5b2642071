/**
 * Removes what staff read and type from the events and the context of the desk before they are published. A text is kept
 * only under a key whose texts are words of the chart, and only when it is one word; every other text is replaced. Amounts,
 * counts and times stay: without texts they are about nobody.
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
];
const WORD = /^[a-zA-Z][\w.]*$/;

function walk(value: unknown, key: string): Json {
  if (typeof value === 'string') return WORD_KEYS.includes(key) && WORD.test(value) ? value : value === '' ? '' : '[hidden]';
  if (Array.isArray(value)) return value.map((item) => walk(item, key));
  return isObject(value) ? redacted(value) : toJson(value);
}

/** Keys are data where they are ids of cases, or names of uncovered fields. */
const KEY = /^[a-zA-Z]\w{0,40}$/;

const redacted = (value: Readonly<Record<string, unknown>>): JsonObject =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined && typeof part !== 'function')
      .map(([key, part], at): [string, Json] =>
        key === 'values' ? [key, Object.keys(isObject(part) ? part : {}).length] : [KEY.test(key) ? key : `[${at}]`, walk(part, key)],
      ),
  );

export const deskRedactor: Redactor = {
  event: (event) => redacted(event as Readonly<Record<string, unknown>>),
  context: (context) => redacted(context as Readonly<Record<string, unknown>>),
};
