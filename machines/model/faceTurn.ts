/** The side to which the borrower turns the head for a second photo of the face: the borrower's own left or right. */
export const FACE_TURNS = ['left', 'right'] as const;
export type FaceTurn = (typeof FACE_TURNS)[number];

/** @returns null for any other value: the lender asks for no turn, or for one of a later version. */
export const turnOf = (value: unknown): FaceTurn | null => FACE_TURNS.find((turn) => turn === value) ?? null;
