/** The side to which the borrower turns the head for a second photo of the face: the borrower's own left or right. */
export const FACE_TURNS = ['left', 'right'] as const;
export type FaceTurn = (typeof FACE_TURNS)[number];

/** @returns null for anything but a turn that this app knows: the lender asks for none, or speaks a later version. */
export const turnOf = (value: unknown): FaceTurn | null => FACE_TURNS.find((turn) => turn === value) ?? null;
