/**
 * Checks compact JSON in bytes (UTF-8) without building its values. A position is the index of a byte. Each function
 * returns the position after the part that it has checked.
 */

/** In place of a position: the bytes are no JSON, or in a form that is not checked here, such as with spaces or deep nesting. */
export const DOUBT = -1;

const [QUOTE, BACKSLASH, COMMA, COLON, MINUS, POINT, PLUS] = [0x22, 0x5c, 0x2c, 0x3a, 0x2d, 0x2e, 0x2b];
export const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const [ZERO, NINE, SPACE] = [0x30, 0x39, 0x20];

/** Values that are nested deeper are left to the parser of the engine. */
const MOST_DEPTH = 64;

/** The characters that may follow a backslash. After `u` four digits follow. */
const ESCAPED: ReadonlySet<number> = new Set([...'"\\/bfnrt'].map((letter) => letter.charCodeAt(0)));
const U = 0x75;

const isHexDigit = (byte: number): boolean =>
  (byte >= ZERO && byte <= NINE) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);

/** @param at The first byte after a backslash. */
function endOfEscape(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] as number;
  if (ESCAPED.has(byte)) return at + 1;
  if (byte !== U) return DOUBT;
  for (let i = 1; i <= 4; i++) if (!isHexDigit(bytes[at + i] as number)) return DOUBT;
  return at + 5;
}

/** @param at The opening quote. Invalid UTF-8 is accepted, because decoding turns it into a replacement character. */
export function endOfText(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== QUOTE) return DOUBT;
  const end = bytes.length;
  let i = at + 1;
  while (i < end) {
    const byte = bytes[i] as number;
    if (byte === QUOTE) return i + 1;
    if (byte === BACKSLASH) {
      i = endOfEscape(bytes, i + 1);
      if (i === DOUBT) return DOUBT;
    } else if (byte < SPACE) return DOUBT;
    else i += 1;
  }
  return DOUBT;
}

/** A text without a backslash, so that no byte has to be unescaped. */
export function endOfPlainText(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== QUOTE) return DOUBT;
  for (let i = at + 1; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    if (byte === QUOTE) return i + 1;
    if (byte === BACKSLASH || byte < SPACE) return DOUBT;
  }
  return DOUBT;
}

function endOfDigits(bytes: Uint8Array, at: number): number {
  let i = at;
  while (i < bytes.length && (bytes[i] as number) >= ZERO && (bytes[i] as number) <= NINE) i += 1;
  return i === at ? DOUBT : i;
}

/** Digits without a sign. The first one is 0 only if there is no other. */
export function endOfWholeNumber(bytes: Uint8Array, at: number): number {
  return bytes[at] === ZERO ? at + 1 : endOfDigits(bytes, at);
}

function endOfNumber(bytes: Uint8Array, at: number): number {
  let i = endOfWholeNumber(bytes, bytes[at] === MINUS ? at + 1 : at);
  if (i !== DOUBT && bytes[i] === POINT) i = endOfDigits(bytes, i + 1);
  // `e` or `E`.
  if (i !== DOUBT && ((bytes[i] as number) | SPACE) === 0x65) {
    const sign = bytes[i + 1];
    i = endOfDigits(bytes, sign === PLUS || sign === MINUS ? i + 2 : i + 1);
  }
  return i;
}

const encoder = new TextEncoder();
export const bytesOf = (text: string): Uint8Array => encoder.encode(text);

/** Whether the bytes at a position begin with these bytes. */
export function startsWith(bytes: Uint8Array, at: number, word: Uint8Array): boolean {
  for (let i = 0; i < word.length; i++) if (bytes[at + i] !== word[i]) return false;
  return true;
}

const [TRUE, FALSE, NULL] = ['true', 'false', 'null'].map(bytesOf) as [Uint8Array, Uint8Array, Uint8Array];
const endOfWord = (bytes: Uint8Array, at: number, word: Uint8Array): number => (startsWith(bytes, at, word) ? at + word.length : DOUBT);

/** Any value. @param depth Number of lists and objects that contain the value. */
export function endOfValue(bytes: Uint8Array, at: number, depth: number = 0): number {
  switch (bytes[at]) {
    case QUOTE:
      return endOfText(bytes, at);
    case OPEN_OBJECT:
      return endOfAnyObject(bytes, at, depth + 1);
    case OPEN_LIST:
      return endOfAnyList(bytes, at, depth + 1);
    case TRUE[0]:
      return endOfWord(bytes, at, TRUE);
    case FALSE[0]:
      return endOfWord(bytes, at, FALSE);
    case NULL[0]:
      return endOfWord(bytes, at, NULL);
    default:
      return endOfNumber(bytes, at);
  }
}

function endOfAnyObject(bytes: Uint8Array, at: number, depth: number): number {
  if (depth > MOST_DEPTH) return DOUBT;
  let i = at + 1;
  if (bytes[i] === CLOSE_OBJECT) return i + 1;
  for (;;) {
    i = endOfText(bytes, i);
    if (i === DOUBT || bytes[i] !== COLON) return DOUBT;
    i = endOfValue(bytes, i + 1, depth);
    if (i === DOUBT) return DOUBT;
    if (bytes[i] === CLOSE_OBJECT) return i + 1;
    if (bytes[i] !== COMMA) return DOUBT;
    i += 1;
  }
}

function endOfAnyList(bytes: Uint8Array, at: number, depth: number): number {
  if (depth > MOST_DEPTH) return DOUBT;
  if (bytes[at + 1] === CLOSE_LIST) return at + 2;
  let i = at;
  do {
    i = endOfValue(bytes, i + 1, depth);
    if (i === DOUBT) return DOUBT;
  } while (bytes[i] === COMMA);
  return bytes[i] === CLOSE_LIST ? i + 1 : DOUBT;
}

/**
 * An object. Its members are visited one by one.
 *
 * @param visit Gets the position of the quote before a name and the position of its value; returns the position after the value.
 */
export function endOfObject(bytes: Uint8Array, at: number, visit: (name: number, value: number) => number): number {
  if (bytes[at] !== OPEN_OBJECT) return DOUBT;
  let i = at + 1;
  if (bytes[i] === CLOSE_OBJECT) return i + 1;
  for (;;) {
    const name = i;
    i = endOfPlainText(bytes, i);
    if (i === DOUBT || bytes[i] !== COLON) return DOUBT;
    i = visit(name, i + 1);
    if (i === DOUBT) return DOUBT;
    if (bytes[i] === CLOSE_OBJECT) return i + 1;
    if (bytes[i] !== COMMA) return DOUBT;
    i += 1;
  }
}

/** A list. @param visit Called for each entry with its position; returns the position after the entry. */
export function endOfList(bytes: Uint8Array, at: number, visit: (entry: number) => number): number {
  if (bytes[at] !== OPEN_LIST) return DOUBT;
  if (bytes[at + 1] === CLOSE_LIST) return at + 2;
  let i = at;
  do {
    i = visit(i + 1);
    if (i === DOUBT) return DOUBT;
  } while (bytes[i] === COMMA);
  return bytes[i] === CLOSE_LIST ? i + 1 : DOUBT;
}

interface Known {
  readonly bytes: Uint8Array;
  readonly value: unknown;
}

/** Maximum number of parts in the cache. A full cache is emptied. */
const MOST_PARTS = 20_000;

/** A parser with a cache: equal bytes are parsed once and give the same object. */
export function createPartParser(): (bytes: Uint8Array, from: number, to: number) => unknown {
  const decoder = new TextDecoder();
  /** By hash of the bytes. */
  const known = new Map<number, Known[]>();
  let parts = 0;
  return (bytes, from, to) => {
    let hash = to - from;
    for (let i = from; i < to; i++) hash = (Math.imul(hash, 31) + (bytes[i] as number)) | 0;
    const alike = known.get(hash);
    if (alike) for (const one of alike) if (one.bytes.length === to - from && startsWith(bytes, from, one.bytes)) return one.value;
    // A copy, because a view would keep the whole buffer in memory.
    const part = bytes.slice(from, to);
    const value: unknown = JSON.parse(decoder.decode(part));
    if (parts === MOST_PARTS) {
      known.clear();
      parts = 0;
    }
    parts += 1;
    known.set(hash, [...(known.get(hash) ?? []), { bytes: part, value }]);
    return value;
  };
}
