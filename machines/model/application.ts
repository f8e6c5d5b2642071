/** What the borrower fills in, as the chart knows it: sections of named text values. The fields themselves are data in `src/forms`. */

import type { Instant } from './calendar.ts';
import type { Problem } from './codes.ts';
import type { Order } from './order.ts';
import { isIncomplete, STATUS } from './orderStatus.ts';

/** Field name to value. Options are their ids, dates `dd-mm-yyyy`, phones as typed; empty text is "not given". */
export type Values = Readonly<Record<string, string>>;

/** The forms of the application; each is one screen and one call. */
export type SectionName = 'personalInfo' | 'additionalInfo' | 'bankAccount' | 'loanQuestion';

export interface Draft {
  values: Values;
  savedAt: number;
  /** Which of the lender's versions was changed here: its `savedAt`; null when none was known. */
  basedOn?: Instant | null;
}

export type Drafts = Readonly<Partial<Record<SectionName, Draft>>>;

/** A section as the lender holds it. Every save has another `savedAt`, so it names the version. */
export interface SavedSection {
  section: SectionName;
  values: Values;
  savedAt: Instant;
}

/** A line of the review that is being changed; `field` is a field's name or the side of a photo. */
export interface ChangedLine {
  section: SectionName | 'idPhotos';
  field: string;
}

/** Items of the questionnaire: their codes are '1' to '11'. */
const QUESTIONS = 11;

/** Every question has an answer; whether each is allowed is judged by form and lender. */
export const hasAllAnswers = (values: Values | undefined): boolean => {
  for (let item = 1; item <= QUESTIONS; item++) if (!values?.[item]) return false;
  return true;
};

/** Whether the order still asks for this section: while it is filled in, and for the account after a payout that failed. */
export const isAskedFor = (section: SectionName, order: Order | null): boolean =>
  order !== null && (isIncomplete(order.status) || (section === 'bankAccount' && order.status === STATUS.payFail));

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

/** The photo that is on its way becomes what `settle` says; the others stay. */
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
