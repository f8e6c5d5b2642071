/** The consent to recordings of the app, and what a page may send of one (`docs/wire.md`). */

/** Below the base address of the lender of this project. */
export const RECORDINGS_PATH = '/recordings';
export const RECORDINGS_TYPE = 'application/gzip';

/** Days after which a recording is deleted. */
export const RECORDING_DAYS = 90;

export const JOURNEY_LIMITS = {
  /** Compressed bytes of all pieces together. */
  bytes: 20_000,
  /** Characters of all steps before they are compressed: a page has no journey that is longer. */
  letters: 2_000_000,
  /** Pieces. */
  pieces: 200,
  /** Characters of one piece before it is compressed. */
  pieceText: 400_000,
  /** Steps of one piece. */
  stepsOfPiece: 2_000,
} as const;
