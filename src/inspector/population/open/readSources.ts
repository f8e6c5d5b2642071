/** Reads sources in parallel, in as many threads as the machine has processors. */
import { EMPTY, joined, type Population } from '../compute/columns.ts';
import { throwIfStopped, pieceSize, piecesOf, type Piece, type Source } from './pieces.ts';
import { readPiece, type LeftOut, type ReadPiece } from './readPiece.ts';

export interface ReadSources {
  readonly population: Population;
  /** One sentence for each file or line that was left out, with the reason. */
  readonly leftOut: readonly string[];
}

/** Reads one piece, in this thread or in another. */
export interface Reader {
  read: (blob: Blob, piece: Piece) => Promise<ReadPiece>;
  end: () => void;
}

/** Reads in this thread, for tests. */
export const readHere = (): Reader => ({ read: readPiece, end: () => undefined });

type Answer = { ok: true; read: ReadPiece } | { ok: false; message: string };

export function readInWorker(): Reader {
  const worker = new Worker(new URL('./pieceWorker.ts', import.meta.url), { type: 'module' });
  return {
    read: (blob, piece) =>
      new Promise((resolve, reject) => {
        // The next piece is sent after the answer to the present one.
        worker.addEventListener(
          'message',
          ({ data }: MessageEvent<Answer>) => (data.ok ? resolve(data.read) : reject(new Error(data.message))),
          {
            once: true,
          },
        );
        worker.addEventListener('error', ({ message }) => reject(new Error(message)), { once: true });
        worker.postMessage({ blob, piece });
      }),
    end: () => worker.terminate(),
  };
}

/** Maximum number of threads. More threads would only wait for the disk. */
const MOST_READERS = 8;

/** The sentence about a line or file that was left out, with the number of the line in the source. */
function sentence({ name, files }: Source, linesBefore: number, { file, line, message }: LeftOut): string {
  return files ? `${file}: ${message}` : `${name}, line ${linesBefore + line}: ${message}`;
}

/**
 * @param onProgress Called with the share that is read, between 0 and 1.
 * @throws Error at once when the signal is aborted. The threads end without finishing their pieces.
 */
export async function readSources(
  sources: readonly Source[],
  onProgress: (share: number) => void,
  signal: AbortSignal,
  startReader: () => Reader = readInWorker,
  readers: number = Math.min(MOST_READERS, navigator.hardwareConcurrency || 2),
): Promise<ReadSources> {
  const bytes = sources.reduce((sum, { blob }) => sum + blob.size, 0);
  const size = pieceSize(bytes, readers);
  const pieces = sources.flatMap((source, at) => piecesOf(source, at, size));
  const found: ReadPiece[] = [];
  let [next, done] = [0, 0];
  throwIfStopped(signal);
  const aborted = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true }));
  aborted.catch(() => undefined);
  const work = async (): Promise<void> => {
    const reader = startReader();
    try {
      for (let at = next++; at < pieces.length; at = next++) {
        const piece = pieces[at] as Piece;
        found[at] = await Promise.race([reader.read((sources[piece.source] as Source).blob, piece), aborted]);
        done += piece.to - piece.from;
        onProgress(done / bytes);
      }
    } finally {
      reader.end();
    }
  };
  await Promise.all(Array.from({ length: Math.min(readers, pieces.length) }, work));
  const leftOut: string[] = [];
  let [source, lines] = [-1, 0];
  found.forEach((read, at) => {
    const piece = pieces[at] as Piece;
    if (piece.source !== source) [source, lines] = [piece.source, 0];
    for (const one of read.leftOut) leftOut.push(sentence(sources[source] as Source, lines, one));
    lines += read.lines;
  });
  return { population: found.length === 0 ? EMPTY : joined(found.map((read) => read.population)), leftOut };
}
