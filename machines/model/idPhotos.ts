/** The photos of the identity document and the face, as the chart knows them. */
import type { Problem } from './codes.ts';
import type { FaceTurn } from './faceTurn.ts';

export const PHOTO_SIDES = ['front', 'back', 'face'] as const;
export type PhotoSide = (typeof PHOTO_SIDES)[number];

/** A photo is a handle here; its bytes lie in a store beside the chart. */
export type PhotoState =
  | { is: 'missing' }
  /** @property turn of the photo with the head turned; absent: any other photo. */
  | { is: 'uploading'; handle: string; turn?: FaceTurn }
  /**
   * Of the face: the lender holds the photo that looks straight, and asks for one with the head turned.
   * @property problem why the last photo with the head turned was not taken; null: none was sent.
   */
  | { is: 'turnAsked'; handle: string | null; turn: FaceTurn; problem: Problem | null }
  | { is: 'clear'; handle: string | null }
  | { is: 'failed'; handle: string | null; problem: Problem };

export type Photos = Readonly<Record<PhotoSide, PhotoState>>;

export const NO_PHOTOS: Photos = { front: { is: 'missing' }, back: { is: 'missing' }, face: { is: 'missing' } };

/** The side the borrower should photograph next; null when all three are clear. */
export const nextPhoto = (photos: Photos): PhotoSide | null => PHOTO_SIDES.find((side) => photos[side].is !== 'clear') ?? null;

/** A photo that is on its way. */
type Uploading = Extract<PhotoState, { is: 'uploading' }>;

/** Replaces the photo that is being uploaded by the result of `settle`. The others stay. */
const mapUploading = (photos: Photos, settle: (photo: Uploading) => PhotoState): Photos => {
  const one = (photo: PhotoState): PhotoState => (photo.is === 'uploading' ? settle(photo) : photo);
  return { front: one(photos.front), back: one(photos.back), face: one(photos.face) };
};

/**
 * The lender has taken the photo that was on its way.
 * @param turn which it asks for now; null: it asks for no further photo of the face.
 */
export const settled = (photos: Photos, turn: FaceTurn | null): Photos =>
  mapUploading(photos, ({ handle }) => (turn === null ? { is: 'clear', handle } : { is: 'turnAsked', handle, turn, problem: null }));

/** The photo that was on its way was not taken. A photo with the head turned is asked for again, unless the lender wants both again. */
export const failed = (photos: Photos, problem: Problem): Photos =>
  mapUploading(photos, ({ handle, turn: sent }) => {
    const turn = problem.turn === undefined ? sent : problem.turn;
    return turn ? { is: 'turnAsked', handle, turn, problem } : { is: 'failed', handle, problem };
  });

/** A file that is no photo was chosen. A turn that is asked for stays asked for. */
export const refused = (photo: PhotoState, problem: Problem): PhotoState =>
  photo.is === 'turnAsked' ? { ...photo, handle: null, problem } : { is: 'failed', handle: null, problem };

/** The turn that is asked for; null: none. */
export const askedTurn = ({ face }: Photos): FaceTurn | null => (face.is === 'turnAsked' ? face.turn : null);

/**
 * Sides that the lender holds become clear, also where the answer to their upload was lost. A running upload goes on.
 * @param turn which the lender asks for, so that a borrower who closed the app goes on with it.
 * @param anew sides that a person asks to be taken anew: the photo that the phone remembers is not held any more.
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
