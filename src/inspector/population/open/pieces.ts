/** Sources of recordings, divided into pieces that are read side by side. */

/** A file with recordings, or several files put together. */
export interface Source {
  readonly name: string;
  readonly blob: Blob;
  /** The files in it, with their bytes; null: it has one recording on each line. */
  readonly files: readonly FileRange[] | null;
}

export interface FileRange {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

export interface Piece {
  /** Index of the source. */
  readonly source: number;
  readonly from: number;
  readonly to: number;
  readonly files: readonly FileRange[] | null;
}

/** Bytes of one piece: small enough to share the work evenly, large enough to be worth a message. */
const PIECE_BYTES = 4_000_000;
/** Files of one source: each source is one entry of the store. */
const FILES_IN_SOURCE = 500;

const BEGINNING = 4_096;
/** A file by hand has one recording over many lines; the lender's store has one on each line. */
async function hasLines(file: File): Promise<boolean> {
  if (/\.(ndjson|jsonl)$/i.test(file.name)) return true;
  const beginning = (await file.slice(0, BEGINNING).text()).trimStart();
  const end = beginning.search(/[\r\n]/);
  const line = end < 0 ? beginning : beginning.slice(0, end);
  return line.length > 1 && line.startsWith('{') && (end < 0 ? file.size > BEGINNING : line.endsWith('}'));
}

/** @param files Chosen by a person, in any number. A folder's other files are left out by their names. */
export async function sourcesOf(files: readonly File[]): Promise<Source[]> {
  const sources: Source[] = [];
  let single: File[] = [];
  const close = (): void => {
    if (single.length === 0) return;
    let at = 0;
    const ranges = single.map(({ name, size }): FileRange => ({ name, from: at, to: (at += size) }));
    sources.push({
      name: single.length === 1 ? (single[0] as File).name : `${single.length} files`,
      blob: new Blob(single),
      files: ranges,
    });
    single = [];
  };
  for (const file of files) {
    if (await hasLines(file)) sources.push({ name: file.name, blob: file, files: null });
    else if (single.push(file) === FILES_IN_SOURCE) close();
  }
  close();
  return sources;
}

/** @param bytes The least size of a piece of files, and the size of a piece of lines. */
export function piecesOf({ blob, files }: Source, source: number, bytes: number = PIECE_BYTES): Piece[] {
  if (!files) {
    const pieces: Piece[] = [];
    for (let from = 0; from < blob.size; from += bytes) pieces.push({ source, from, to: Math.min(blob.size, from + bytes), files: null });
    return pieces;
  }
  const pieces: Piece[] = [];
  let first = 0;
  files.forEach(({ to }, at) => {
    const from = (files[first] as FileRange).from;
    if (to - from < bytes && at < files.length - 1) return;
    pieces.push({ source, from, to, files: files.slice(first, at + 1) });
    first = at + 1;
  });
  return pieces;
}

/** The lines of a piece with their bytes in the source. A line belongs to the piece in which it begins. */
export async function linesOf(
  blob: Blob,
  { from, to }: Pick<Piece, 'from' | 'to'>,
): Promise<{ text: string; from: number; size: number }[]> {
  // One byte before tells whether a line begins at `from`.
  const start = Math.max(0, from - 1);
  let bytes = new Uint8Array(await blob.slice(start, to).arrayBuffer());
  const isOpen = (): boolean => start + bytes.length < blob.size && bytes[bytes.length - 1] !== NEWLINE;
  while (isOpen()) {
    const more = new Uint8Array(await blob.slice(start + bytes.length, start + bytes.length + BEGINNING * 64).arrayBuffer());
    const end = more.indexOf(NEWLINE);
    const whole = new Uint8Array(bytes.length + (end < 0 ? more.length : end + 1));
    whole.set(bytes);
    whole.set(more.subarray(0, whole.length - bytes.length), bytes.length);
    bytes = whole;
  }
  const decoder = new TextDecoder();
  const lines: { text: string; from: number; size: number }[] = [];
  let at = from === 0 ? 0 : bytes.indexOf(NEWLINE) + 1;
  if (from > 0 && at === 0) return [];
  while (at < bytes.length && start + at < to) {
    const newline = bytes.indexOf(NEWLINE, at);
    const end = newline < 0 ? bytes.length : newline;
    lines.push({ text: decoder.decode(bytes.subarray(at, end)), from: start + at, size: end - at });
    at = end + 1;
  }
  return lines;
}
const NEWLINE = 10;
