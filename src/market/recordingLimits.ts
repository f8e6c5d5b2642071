/** Limits of the recordings that a page sends, and how long they are stored (`docs/wire.md`). */

/** A path below the base address of this project's lender. */
export const RECORDINGS_PATH = '/recordings';
export const RECORDINGS_TYPE = 'application/gzip';

/** Days after which a recording is deleted. */
export const RECORDING_DAYS = 90;

export const JOURNEY_LIMITS = {
  /** Compressed bytes of all pieces together. */
  bytes: 20_000,
  /** Characters of all steps before they are compressed. No journey on a page is longer. */
  letters: 2_000_000,
  /** Pieces of one recording. */
  pieces: 200,
  /** Characters of one piece before it is compressed. */
  pieceText: 400_000,
  /** Steps of one piece. */
  stepsOfPiece: 2_000,
} as const;
