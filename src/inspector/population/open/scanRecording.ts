/**
 * Reads from the bytes of a recording the parts that a population needs. Most bytes are answers of the lender and parts of
 * the context that no question uses. They are checked and skipped, because most of the time of opening would go into
 * building objects of them and collecting the objects as garbage.
 */
import { isObject, type Change } from '#src/recording/canonical.ts';
import { FORMAT, FORMAT_VERSION, reasonInvalid, type RecordedEvent, type RecordedStep } from '#src/recording/format.ts';
import { DIGESTED_CONTEXT, DIGESTED_EVENT, type Digestible } from '../compute/digest.ts';
import {
  bytesOf,
  CLOSE_LIST,
  createPartParser,
  DOUBT,
  endOfList,
  endOfObject,
  endOfPlainText,
  endOfValue,
  endOfWholeNumber,
  OPEN_LIST,
  startsWith,
} from './jsonBytes.ts';

/** Names as bytes, with their quotes: `"steps"`. */
const named = <T extends string>(names: readonly T[]): readonly { name: T; bytes: Uint8Array }[] =>
  names.map((name) => ({ name, bytes: bytesOf(`"${name}"`) }));

const HEAD = named(['format', 'version', 'chart', 'appVersion', 'market', 'startedAt', 'title', 'meta']);
const PARTS = named(['start', 'steps']);
const START = named(['from', 'view']);
const VIEW = named(['value', 'children', 'context']);
const STEP = named(['at', 'event', 'changes']);
const EVENT = named(['type', ...DIGESTED_EVENT]);
const CONTEXT = named(DIGESTED_CONTEXT);
const [VALUE_KEY, CONTEXT_KEY, PROTO_KEY] = ['value', 'context', '__proto__'].map((key) => bytesOf(`"${key}"`)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];

type Named<T extends string> = ReturnType<typeof named<T>>;

/** @param end The position after the closing quote. */
function nameAt<T extends string>(names: Named<T>, bytes: Uint8Array, at: number, end: number): T | null {
  const length = end - at;
  for (let i = 0; i < names.length; i++) {
    const one = names[i] as Named<T>[number];
    if (one.bytes.length === length && startsWith(bytes, at, one.bytes)) return one.name;
  }
  return null;
}

const [CARRIAGE_RETURN, QUOTE, COMMA, ZERO] = [0x0d, 0x22, 0x2c, 0x30];
/** A number with more digits may not be exact. */
const MOST_DIGITS = 15;
const NO_CHANGES: readonly Change[] = [];

type Found = Record<string, unknown>;

/**
 * @returns A function that reads one recording, in the compact form in which the lender's store writes it. It returns null
 * for every other form; the parser then reads the recording or reports its error. Equal parts of recordings are the same objects.
 */
export function createScanner(): (line: Uint8Array) => Digestible | null {
  const parse = createPartParser();
  const events = new Map<string, RecordedEvent>();
  let bytes: Uint8Array = new Uint8Array();
  let head: Found = {};
  let start: Found = {};
  let view: Found = {};
  let context: Found = {};
  let steps: RecordedStep[] = [];
  /** Fields of the present step; -1 and null: not found yet. */
  let at = -1;
  let event: RecordedEvent | null = null;
  let changes: readonly Change[] | null = null;
  /** Fields of the present step's event. */
  let type: string | null = null;
  let more: Found | null = null;

  /** @returns false if the object has the name twice. */
  const keep = (into: Found, name: string, value: unknown): boolean => {
    if (name in into) return false;
    into[name] = value;
    return true;
  };
  /** Parses a value and stores it under a name. */
  const endOfKept = (into: Found, name: string, start: number): number => {
    const end = endOfValue(bytes, start);
    return end !== DOUBT && keep(into, name, parse(bytes, start, end)) ? end : DOUBT;
  };

  const endOfEventMember = (name: number, start: number): number => {
    const end = endOfValue(bytes, start);
    const known = nameAt(EVENT, bytes, name, start - 1);
    if (known === null || end === DOUBT) return end;
    const value = parse(bytes, start, end);
    if (known !== 'type') return keep((more ??= {}), known, value) ? end : DOUBT;
    if (type !== null || typeof value !== 'string') return DOUBT;
    type = value;
    return end;
  };
  /** Of most events only the type is read. All such events of one type are one object. */
  const eventRead = (): RecordedEvent | null => {
    if (type === null) return null;
    if (more !== null) return { ...more, type } as RecordedEvent;
    const shared = events.get(type) ?? { type };
    events.set(type, shared);
    return shared;
  };

  const isContextKey = (key: number): boolean => {
    for (const { bytes: name } of CONTEXT) if (startsWith(bytes, key, name)) return true;
    return false;
  };
  /** @param second Position of the second key; 0: there is none. */
  const isDigestedPath = (first: number, second: number): boolean =>
    startsWith(bytes, first, VALUE_KEY) || (second > 0 && startsWith(bytes, first, CONTEXT_KEY) && isContextKey(second));
  /** `[["context","order"],{…}]`, or `[["context","order"]]` for a removed part. */
  const endOfChange = (from: number): number => {
    if (bytes[from] !== OPEN_LIST || bytes[from + 1] !== OPEN_LIST) return DOUBT;
    const first = from + 2;
    let second = 0;
    let i = first;
    for (;;) {
      const end = bytes[i] === QUOTE ? endOfPlainText(bytes, i) : endOfWholeNumber(bytes, i);
      if (end === DOUBT || startsWith(bytes, i, PROTO_KEY)) return DOUBT;
      i = end;
      if (bytes[i] === CLOSE_LIST) break;
      if (bytes[i] !== COMMA) return DOUBT;
      i += 1;
      if (second === 0) second = i;
    }
    i += 1;
    if (bytes[i] === COMMA) i = endOfValue(bytes, i + 1);
    if (i === DOUBT || bytes[i] !== CLOSE_LIST) return DOUBT;
    i += 1;
    if (!isDigestedPath(first, second)) return i;
    const change = parse(bytes, from, i) as Change;
    if (changes === NO_CHANGES) changes = [change];
    else (changes as Change[]).push(change);
    return i;
  };

  const endOfStepMember = (name: number, start: number): number => {
    switch (nameAt(STEP, bytes, name, start - 1)) {
      case 'at': {
        const end = endOfWholeNumber(bytes, start);
        if (at >= 0 || end - start > MOST_DIGITS) return DOUBT;
        at = 0;
        for (let i = start; i < end; i++) at = at * 10 + (bytes[i] as number) - ZERO;
        return end;
      }
      case 'event': {
        if (event !== null) return DOUBT;
        [type, more] = [null, null];
        const end = endOfObject(bytes, start, endOfEventMember);
        event = eventRead();
        return end;
      }
      case 'changes':
        if (changes !== null) return DOUBT;
        changes = NO_CHANGES;
        return endOfList(bytes, start, endOfChange);
      case null:
        return DOUBT;
    }
  };
  const endOfStep = (start: number): number => {
    at = -1;
    [event, changes] = [null, null];
    const end = endOfObject(bytes, start, endOfStepMember);
    if (at < 0 || event === null || changes === null) return DOUBT;
    steps.push({ at, event, changes });
    return end;
  };

  const endOfContextMember = (name: number, start: number): number => {
    const known = nameAt(CONTEXT, bytes, name, start - 1);
    return known === null ? endOfValue(bytes, start) : endOfKept(context, known, start);
  };
  const endOfViewMember = (name: number, value: number): number => {
    const known = nameAt(VIEW, bytes, name, value - 1);
    if (known !== 'context') return known === null ? DOUBT : endOfKept(view, known, value);
    if ('context' in view) return DOUBT;
    view['context'] = context = {};
    return endOfObject(bytes, value, endOfContextMember);
  };
  const endOfStartMember = (name: number, value: number): number => {
    const known = nameAt(START, bytes, name, value - 1);
    if (known !== 'view') return known === null ? DOUBT : endOfKept(start, known, value);
    if ('view' in start) return DOUBT;
    start['view'] = view = {};
    return endOfObject(bytes, value, endOfViewMember);
  };
  const endOfHeadMember = (name: number, value: number): number => {
    const part = nameAt(PARTS, bytes, name, value - 1);
    if (part === null) {
      const known = nameAt(HEAD, bytes, name, value - 1);
      // A member with another name, such as a checksum or the log of an order, is left to the parser, which checks it.
      return known === null ? DOUBT : endOfKept(head, known, value);
    }
    if (part in head) return DOUBT;
    if (part === 'steps') {
      head['steps'] = steps = [];
      return endOfList(bytes, value, endOfStep);
    }
    head['start'] = start = {};
    return endOfObject(bytes, value, endOfStartMember);
  };

  return (line) => {
    bytes = line;
    head = {};
    const end = endOfObject(bytes, 0, endOfHeadMember);
    if (end === DOUBT || (end < line.length && !(bytes[end] === CARRIAGE_RETURN && end + 1 === line.length))) return null;
    // Without `meta` the product is only in the answers, which were skipped.
    if (head['format'] !== FORMAT || head['version'] !== FORMAT_VERSION || !isObject(head['meta'])) return null;
    return reasonInvalid(head) === null ? (head as unknown as Digestible) : null;
  };
}
