/** Reads one piece of a source into columns. What is no recording is named and left out. */
import { lineRefusal, parseRecording, parseRecordingLine, type Parsed } from '#src/recording/format.ts';
import { buildPopulation, type Population, type PopulationBuilder } from '../compute/columns.ts';
import { addRecording } from '../compute/digest.ts';
import { linesOf, type Piece } from './pieces.ts';

/** Something that was left out. */
export interface LeftOut {
  /** Name of the file; empty: the source has lines. */
  readonly file: string;
  /** Number of the line in the piece, from 1; 0: it is a file. */
  readonly line: number;
  readonly message: string;
}

export interface ReadPiece {
  readonly population: Population;
  readonly leftOut: readonly LeftOut[];
  /** Lines of the piece, empty ones too. */
  readonly lines: number;
}

function add(builder: PopulationBuilder, parsed: Parsed, place: Parameters<typeof addRecording>[2]): string | null {
  if (!parsed.ok) return parsed.message;
  if (parsed.recording.root !== undefined) return 'This is a recording of the desk, and no journey of a borrower.';
  try {
    addRecording(builder, parsed.recording, place);
    return null;
  } catch (error) {
    return `This recording could not be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

export async function readPiece(blob: Blob, piece: Piece): Promise<ReadPiece> {
  const builder = buildPopulation();
  const leftOut: LeftOut[] = [];
  const { source } = piece;
  if (piece.files) {
    for (const { name, from, to } of piece.files) {
      const message = add(builder, parseRecording(await blob.slice(from, to).text()), { source, from, size: to - from });
      if (message !== null) leftOut.push({ file: name, line: 0, message });
    }
    return { population: builder.build(), leftOut, lines: 0 };
  }
  const lines = await linesOf(blob, piece);
  lines.forEach(({ text, from, size }, at) => {
    if (text?.trim() === '') return;
    const message = text === null ? lineRefusal : add(builder, parseRecordingLine(text), { source, from, size });
    if (message !== null) leftOut.push({ file: '', line: at + 1, message });
  });
  return { population: builder.build(), leftOut, lines: lines.length };
}
