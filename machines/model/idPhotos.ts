/** The state of the photos of the identity document and the face. */
import type { Problem } from './codes.ts';
import type { FaceTurn } from './faceTurn.ts';

export const PHOTO_SIDES = ['front', 'back', 'face'] as const;
export type PhotoSide = (typeof PHOTO_SIDES)[number];

/** The chart holds only the handle of a photo. A store outside of the chart holds its bytes. */
export type PhotoState =
  | { is: 'missing' }
  /** @property turn to which side the head is turned; absent: any other photo. */
  | { is: 'uploading'; handle: string; turn?: FaceTurn }
  /**
   * Of the face: the lender holds the frontal photo, and asks for one with the head turned.
   * @property problem why the last photo with the head turned was not taken; null: none was sent.
   */
  | { is: 'turnAsked'; handle: string | null; turn: FaceTurn; problem: Problem | null }
  | { is: 'clear'; handle: string | null }
  | { is: 'failed'; handle: string | null; problem: Problem };

export type Photos = Readonly<Record<PhotoSide, PhotoState>>;

export const NO_PHOTOS: Photos = { front: { is: 'missing' }, back: { is: 'missing' }, face: { is: 'missing' } };

/** The side the borrower should photograph next; null when all three are clear. */
export const nextPhoto = (photos: Photos): PhotoSide | null => PHOTO_SIDES.find((side) => photos[side].is !== 'clear') ?? null;

type Uploading = Extract<PhotoState, { is: 'uploading' }>;

/** Replaces the photo that is being uploaded by the result of `settle`. The others stay. */
const mapUploading = (photos: Photos, settle: (photo: Uploading) => PhotoState): Photos => {
  const one = (photo: PhotoState): PhotoState => (photo.is === 'uploading' ? settle(photo) : photo);
  return { front: one(photos.front), back: one(photos.back), face: one(photos.face) };
};

/**
 * The lender has accepted the photo that was uploaded.
 * @param turn which the lender asks for now; null: it asks for no further photo of the face.
 */
export const settled = (photos: Photos, turn: FaceTurn | null): Photos =>
  mapUploading(photos, ({ handle }) => (turn === null ? { is: 'clear', handle } : { is: 'turnAsked', handle, turn, problem: null }));

/** The uploaded photo was not accepted. A turned one is asked for again, unless both photos of the face must be taken again. */
export const failed = (photos: Photos, problem: Problem): Photos =>
  mapUploading(photos, ({ handle, turn: sent }) => {
    const turn = problem.turn === undefined ? sent : problem.turn;
    return turn ? { is: 'turnAsked', handle, turn, problem } : { is: 'failed', handle, problem };
  });

/** A file that is no photo was chosen. If the lender asks for a turn, the turn stays. */
export const refused = (photo: PhotoState, problem: Problem): PhotoState =>
  photo.is === 'turnAsked' ? { ...photo, handle: null, problem } : { is: 'failed', handle: null, problem };

/** The turn that the lender asks for; null: none. */
export const askedTurn = ({ face }: Photos): FaceTurn | null => (face.is === 'turnAsked' ? face.turn : null);

/**
 * Sides that the lender holds become clear, also where the answer to their upload was lost. A running upload goes on.
 * @param turn which the lender asks for, so that a borrower who closed the app continues with it.
 * @param anew sides that a clerk asked to photograph again: the lender does not hold the photo that is clear here.
 */
export const recallHeld = (
  photos: Photos,
  held: Readonly<Record<PhotoSide, boolean>>,
  turn: FaceTurn | null,
  anew: readonly PhotoSide[] = [],
): Photos => {
  const canBeFilled = (side: PhotoSide): boolean => photos[side].is !== 'uploading' && photos[side].is !== 'clear';
  const one = (side: PhotoSide): PhotoState => {
    if (held[side] && canBeFilled(side)) return { is: 'clear', handle: null };
    return !held[side] && anew.includes(side) && photos[side].is === 'clear' ? { is: 'missing' } : photos[side];
  };
  const isAsked = turn !== null && !held.face && canBeFilled('face') && askedTurn(photos) !== turn;
  return {
    front: one('front'),
    back: one('back'),
    face: isAsked ? { is: 'turnAsked', handle: null, turn, problem: null } : one('face'),
  };
};
