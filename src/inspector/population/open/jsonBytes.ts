/**
 * Checks compact JSON in bytes (UTF-8) without building its values. A position is the index of a byte, and each function
 * returns the position after what it checks.
 */

/** Instead of a position: this is no JSON, or it is in a form that is not looked into here (spaces, deep nesting). */
export const DOUBT = -1;

const [QUOTE, BACKSLASH, COMMA, COLON, MINUS, POINT, PLUS] = [0x22, 0x5c, 0x2c, 0x3a, 0x2d, 0x2e, 0x2b];
export const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const [ZERO, NINE, SPACE] = [0x30, 0x39, 0x20];

/** Values that are nested deeper are left to the parser of the engine. */
const MOST_DEPTH = 64;

/** What may stand after a backslash, but for the four digits of `u`. */
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

/** @param at The opening quote. A byte that is no UTF-8 is a replacement character after decoding, which a text may hold. */
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

/** A text without a backslash: its bytes are its characters. */
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

/** Digits without a sign; the first is no 0 if there are others. */
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

/** Whether these bytes stand from here on. */
export function startsWith(bytes: Uint8Array, at: number, word: Uint8Array): boolean {
  for (let i = 0; i < word.length; i++) if (bytes[at + i] !== word[i]) return false;
  return true;
}

const [TRUE, FALSE, NULL] = ['true', 'false', 'null'].map(bytesOf) as [Uint8Array, Uint8Array, Uint8Array];
const endOfWord = (bytes: Uint8Array, at: number, word: Uint8Array): number => (startsWith(bytes, at, word) ? at + word.length : DOUBT);

/** Any value. @param depth How many lists and objects are around it. */
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
 * An object whose members are looked at.
 *
 * @param visit Gets where the quote before a name is and where its value begins; returns where the value ends.
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

/** A list whose entries are looked at. @param visit Gets where an entry begins; returns where it ends. */
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

/** More parts than this are not kept. */
const MOST_PARTS = 20_000;

/** Parses values that stand in many places only once: equal bytes give the same object. */
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
    // A copy, because a view would keep everything around it.
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
