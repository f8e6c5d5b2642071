/** Reads one piece of a source into columns. A line or file that is no recording is left out and reported. */
import { lineRefusal, parseRecording, parseRecordingLine, type Parsed } from '#src/recording/format.ts';
import { buildPopulation, type Population, type PopulationBuilder } from '../compute/columns.ts';
import { addRecording, type Digestible } from '../compute/digest.ts';
import { linesOf, type Piece, type SourceLine } from './pieces.ts';
import { createScanner } from './scanRecording.ts';

/** A line or file that was left out. */
export interface LeftOut {
  /** Name of the file; empty: a line was left out. */
  readonly file: string;
  /** Number of the line in the piece, from 1; 0: a file was left out. */
  readonly line: number;
  readonly message: string;
}

export interface ReadPiece {
  readonly population: Population;
  readonly leftOut: readonly LeftOut[];
  /** Number of lines of the piece, including empty ones. */
  readonly lines: number;
}

type Place = Parameters<typeof addRecording>[2];

function add(builder: PopulationBuilder, recording: Digestible, place: Place): string | null {
  try {
    addRecording(builder, recording, place);
    return null;
  } catch (error) {
    return `This recording could not be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function addParsed(builder: PopulationBuilder, parsed: Parsed, place: Place): string | null {
  if (!parsed.ok) return parsed.message;
  if (parsed.recording.root !== undefined) return 'This is a recording of the desk, and no journey of a borrower.';
  return add(builder, parsed.recording, place);
}

/** One scanner for all pieces, because its cache is valid for all of them and the engine compiles it once. */
const scan = createScanner();
const decoder = new TextDecoder();

export async function readPiece(blob: Blob, piece: Piece): Promise<ReadPiece> {
  const builder = buildPopulation();
  const leftOut: LeftOut[] = [];
  const { source } = piece;
  if (piece.files) {
    for (const { name, from, to } of piece.files) {
      const message = addParsed(builder, parseRecording(await blob.slice(from, to).text()), { source, from, size: to - from });
      if (message !== null) leftOut.push({ file: name, line: 0, message });
    }
    return { population: builder.build(), leftOut, lines: 0 };
  }
  const lines = await linesOf(blob, piece);
  const addLine = ({ bytes, from, size }: SourceLine): string | null => {
    if (bytes === null) return lineRefusal;
    const place = { source, from, size };
    const scanned = scan(bytes);
    if (scanned) return add(builder, scanned, place);
    const text = decoder.decode(bytes);
    return text.trim() === '' ? null : addParsed(builder, parseRecordingLine(text), place);
  };
  lines.forEach((line, at) => {
    const message = addLine(line);
    if (message !== null) leftOut.push({ file: '', line: at + 1, message });
  });
  return { population: builder.build(), leftOut, lines: lines.length };
}
