/** Divides sources of recordings into pieces, which several threads read at once. */
import { emptyRefusal, isPacked, listRefusal, MOST_BYTES, sizeRefusal } from '#src/recording/format.ts';

/** @throws Error when the signal is aborted. */
export function throwIfStopped({ aborted }: AbortSignal): void {
  if (aborted) throw new Error('stopped');
}

/** A file with recordings, or several files put together. */
export interface Source {
  readonly name: string;
  readonly blob: Blob;
  /** The byte range of each file in the source; null: the source has one recording on each line. */
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

/** Bytes of one piece. Reading a slice of a file takes the browser about 20 ms, however few bytes the slice has. */
const [LEAST_PIECE, MOST_PIECE] = [4_000_000, 32_000_000];
/** Pieces for each reader. With fewer pieces some readers would be idle at the end. */
const PIECES_OF_READER = 4;

/** Bytes of one piece. @param bytes Bytes of all sources. @param readers Number of threads. */
export const pieceSize = (bytes: number, readers: number): number =>
  Math.min(MOST_PIECE, Math.max(LEAST_PIECE, Math.ceil(bytes / (readers * PIECES_OF_READER))));
/** Files that are put together into one source, because the store has one entry for each source. */
const FILES_IN_SOURCE = 500;

/** Number of bytes at the beginning of a file that {@link judge} reads. */
const BEGINNING = 4_096;

/** Judges a file by its beginning. `single`: one recording; `lines`: one recording on each line; `refused`: why it is neither. */
async function judge(file: File): Promise<'single' | 'lines' | { refused: string }> {
  if (file.size === 0) return { refused: emptyRefusal };
  let beginning: string;
  try {
    beginning = (await file.slice(0, BEGINNING).text()).trimStart();
  } catch {
    return { refused: 'This could not be read. A folder is opened with Open a folder.' };
  }
  if (beginning.startsWith('[')) return { refused: listRefusal };
  const isNamedLines = /\.(ndjson|jsonl)$/i.test(file.name);
  const end = beginning.search(/[\r\n]/);
  const line = end < 0 ? beginning : beginning.slice(0, end);
  // A file from the lender's store has one recording on each line. A file that a person saved has one recording on many lines.
  const hasLines = line.length > 1 && line.startsWith('{') && (end < 0 ? file.size > BEGINNING : line.endsWith('}'));
  if (isNamedLines || hasLines) return 'lines';
  return file.size > MOST_BYTES ? { refused: sizeRefusal(file.size) } : 'single';
}

/** The file, or its content if gzip packed it. A folder or a file that cannot be read is left to {@link judge}. @throws if it is damaged. */
async function unpacked(file: File): Promise<File> {
  if (!(await isPacked(file).catch(() => false))) return file;
  const content = await new Response(file.stream().pipeThrough(new DecompressionStream('gzip'))).blob();
  return new File([content], file.name.replace(/\.gz$/i, ''));
}

/** @param files The files that a person chose. @returns the sources, and a sentence for each refused file. */
export async function sourcesOf(files: readonly File[], signal?: AbortSignal): Promise<{ sources: Source[]; refused: string[] }> {
  const sources: Source[] = [];
  const refused: string[] = [];
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
  for (const chosen of files) {
    if (signal) throwIfStopped(signal);
    const file = await unpacked(chosen).catch(() => null);
    if (file === null) {
      refused.push(`${chosen.name}: This file is packed (gzip) and could not be unpacked: it is damaged.`);
      continue;
    }
    const judged = await judge(file);
    if (judged === 'lines') sources.push({ name: file.name, blob: file, files: null });
    else if (judged !== 'single') refused.push(`${file.name}: ${judged.refused}`);
    else if (single.push(file) === FILES_IN_SOURCE) close();
  }
  close();
  return { sources, refused };
}

/** @param bytes The least size of a piece of files, and the size of a piece of lines. */
export function piecesOf({ blob, files }: Source, source: number, bytes: number): Piece[] {
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

/** A line with its place in the source; null instead of its bytes: it is longer than any recording. */
export interface SourceLine {
  readonly bytes: Uint8Array | null;
  readonly from: number;
  readonly size: number;
}

/** The end of the last line may be behind the end of the piece. It is searched in portions of this many bytes. */
const MORE = 1_000_000;

/**
 * The lines of a piece. A line belongs to the piece in which it begins. A line that is longer than any recording
 * need not be read to its end: its `bytes` is null, and `size` is the size of the read part.
 */
export async function linesOf(
  blob: Blob,
  { from, to }: Pick<Piece, 'from' | 'to'>,
  longest: number = MOST_BYTES,
  more: number = MORE,
): Promise<SourceLine[]> {
  // The byte before `from` is a newline if a line begins at `from`.
  const start = Math.max(0, from - 1);
  const own = new Uint8Array(await blob.slice(start, to).arrayBuffer());
  const first = from === 0 ? 0 : own.indexOf(NEWLINE) + 1;
  if (from > 0 && first === 0) return [];
  const parts = [own];
  let length = own.length;
  const lastLine = own.lastIndexOf(NEWLINE, own.length - 2) + 1;
  let isLineOpen = own[own.length - 1] !== NEWLINE;
  while (isLineOpen && start + length < blob.size && length - lastLine <= longest) {
    const next = new Uint8Array(await blob.slice(start + length, start + length + more).arrayBuffer());
    const end = next.indexOf(NEWLINE);
    isLineOpen = end < 0;
    parts.push(isLineOpen ? next : next.subarray(0, end + 1));
    length += (parts[parts.length - 1] as Uint8Array).length;
  }
  const bytes = parts.length === 1 ? own : new Uint8Array(await new Blob(parts).arrayBuffer());
  const lines: SourceLine[] = [];
  let at = first;
  while (at < bytes.length && start + at < to) {
    const newline = bytes.indexOf(NEWLINE, at);
    const end = newline < 0 ? bytes.length : newline;
    lines.push({ bytes: end - at > longest ? null : bytes.subarray(at, end), from: start + at, size: end - at });
    at = end + 1;
  }
  return lines;
}
const NEWLINE = 10;
