/**
 * Finds texts that a redacted recording cannot contain, for a receiver that does not trust the sending page: texts that are
 * neither names of the app nor stand-ins. Keys are judged as in `redact.ts`, but without the values beside them: a chosen
 * value is accepted if it looks like an option.
 */
import { DEFAULT_CHANNEL } from '#machines/model/channel.ts';
import { isObject, type Change, type Json } from './canonical.ts';
import type { RecordedStep, View } from './format.ts';
import { LITERAL_KEYS } from './literalKeys.ts';
import { DAY, isContactTime, KEY, LONG, NAMES_OF_FIELDS, PHOTO_SIDES, PLACES, PRODUCT, UNSENT_OF, WORD, type Privacy } from './redact.ts';

/** The stand-ins of `redact.ts`. Numbers of phones and receipts count from 1, and dates of birth begin in 1900. */
const STAND_IN = new RegExp(
  [
    `\\[[a-z]{2,10} \\d{1,6}\\]\\.{0,${LONG}}`,
    '~\\d{1,6}\\.{0,10}',
    'person\\d{1,6}@example\\.com',
    'REC\\d{7}',
    'channel-\\d{1,6}',
    '(?:\\+?254|0)?7000\\d{5}',
    '\\d\\d-\\d\\d-19[01]\\d',
    '0\\d{5}',
  ].join('|'),
  'g',
);

/** Whether all words of a text are stand-ins, single characters or subjects of unsent messages. */
const isStandIn = (text: string): boolean =>
  text
    .replace(STAND_IN, ' ')
    .split(/\s+/)
    .every((word) => word.length <= 1 || UNSENT_OF.includes(word));

/** More consecutive digits than a name of the app has. */
const MANY_DIGITS = /\d{6}/;
const isName = (text: string): boolean => WORD.test(text) && !MANY_DIGITS.test(text);

export function createRedactionCheck({ classOf }: Pick<Privacy, 'classOf'>) {
  const isFieldName = (text: string): boolean => classOf(text) !== null || PHOTO_SIDES.includes(text);

  function isHarmless(text: string, key: string, within: string): boolean {
    if (isStandIn(text)) return true;
    if (PLACES.includes(text) || DAY.test(text) || isContactTime(key, text) || (key === 'channelId' && text === DEFAULT_CHANNEL))
      return true;
    if (NAMES_OF_FIELDS.includes(key)) return isFieldName(text);
    if (key === 'productId' || (key === 'id' && within === 'product')) return PRODUCT.test(text);
    return (LITERAL_KEYS.includes(key) || classOf(key) === 'choice') && isName(text);
  }

  function find(value: unknown, key: string, within: string): string | null {
    if (typeof value === 'string') return isHarmless(value, key, within) ? null : value;
    if (Array.isArray(value)) return first(value, (one) => find(one, key, within));
    if (!isObject(value)) return null;
    const { field } = value;
    return first(Object.entries(value), ([name, held]) => {
      if (!KEY.test(name) && !isStandIn(name)) return name;
      // The value of a picker is judged by the name of its field.
      return find(held, name === 'value' && typeof field === 'string' ? field : name, key);
    });
  }

  /** Finds a text that is no name of the chart. State values and ids of running actors hold only such names. */
  function findName(value: unknown): string | null {
    if (typeof value === 'string') return isName(value) ? null : value;
    if (Array.isArray(value)) return first(value, findName);
    return isObject(value) ? first(Object.entries(value), ([name, held]) => (isName(name) ? findName(held) : name)) : null;
  }

  function findInChange([path, value]: Change): string | null {
    const names = path.filter((part): part is string => typeof part === 'string');
    const [part, ...inside] = names;
    if (part !== 'context') return findName([names, value ?? null]);
    const [within = '', key = ''] = ['', '', ...inside].slice(-2);
    return first(inside, (name) => (KEY.test(name) || isStandIn(name) ? null : name)) ?? find(value ?? null, key, within);
  }

  return {
    /** @returns the first text that a redacted step cannot contain; null: none. */
    inStep: ({ event, changes }: RecordedStep): string | null => find(event, '', '') ?? first(changes, findInChange),
    inView: ({ value, context, children }: View): string | null => findName([value, children as Json]) ?? find(context, '', ''),
  };
}

function first<T>(all: readonly T[], find: (one: T) => string | null): string | null {
  for (const one of all) {
    const found = find(one);
    if (found !== null) return found;
  }
  return null;
}
