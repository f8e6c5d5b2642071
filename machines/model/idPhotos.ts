/** The photos of the identity document and the face, as the chart knows them. */
import type { Problem } from './codes.ts';

export const PHOTO_SIDES = ['front', 'back', 'face'] as const;
export type PhotoSide = (typeof PHOTO_SIDES)[number];

/** A photo is a handle here; its bytes lie in a store beside the chart. */
export type PhotoState =
  | { is: 'missing' }
  | { is: 'uploading'; handle: string }
  | { is: 'clear'; handle: string | null }
  | { is: 'failed'; handle: string | null; problem: Problem };

export type Photos = Readonly<Record<PhotoSide, PhotoState>>;

export const NO_PHOTOS: Photos = { front: { is: 'missing' }, back: { is: 'missing' }, face: { is: 'missing' } };

/** The side the borrower should photograph next; null when all three are clear. */
export const nextPhoto = (photos: Photos): PhotoSide | null => PHOTO_SIDES.find((side) => photos[side].is !== 'clear') ?? null;

/** Replaces the photo that is being uploaded by the result of `settle`. The others stay. */
export const mapUploading = (photos: Photos, settle: (handle: string) => PhotoState): Photos => {
  const one = (photo: PhotoState): PhotoState => (photo.is === 'uploading' ? settle(photo.handle) : photo);
  return { front: one(photos.front), back: one(photos.back), face: one(photos.face) };
};

/** Sides the lender holds are clear, also where the answer to their upload was lost; one that is on its way stays on its way. */
export const recallHeld = (photos: Photos, held: Readonly<Record<PhotoSide, boolean>>): Photos => {
  const one = (side: PhotoSide): PhotoState =>
    held[side] && photos[side].is !== 'uploading' && photos[side].is !== 'clear' ? { is: 'clear', handle: null } : photos[side];
  return { front: one('front'), back: one('back'), face: one('face') };
};
