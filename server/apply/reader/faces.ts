/** What was found of faces in two pictures, and what follows for the photo of the face. Pure. */
import type { FaceReading } from './photoReader.ts';

/** A face in a picture; lengths are parts of the picture's width and height. */
export interface Face {
  width: number;
  height: number;
  /** How sure the detector is, 0 to 1. */
  score: number;
  /** Degrees from looking straight ahead; positive: towards the left of the picture, which is the person's own right. */
  yaw: number;
  /** 0 to 1: how little it looks like a picture of a picture, by two models. */
  real: number;
  live: number;
  /** Compared with that of another face by {@link similarity}. Never stored. */
  descriptor: readonly number[];
}

/** Below this score a detection is a shadow or a pattern. */
export const MIN_SCORE = 0.5;
/** A second face that is this much smaller stands in the background. */
const BACKGROUND = 0.5;
/** Parts of the picture's width: a smaller face has too few pixels to be compared, or is that on a card. */
export const MIN_WIDTH = 0.25;
/** From this likeness on, two faces count as one person. */
export const SAME_PERSON = 0.65;
/** From this likeness on, two pictures count as one: two photos of a person are never exactly alike. */
export const SAME_PICTURE = 0.85;
/** Below this, by either model, it may be a photo of a photo. */
export const MIN_REAL = 0.3;

/** Degrees, as the models see them, up to which a face looks straight: a phone that is held low or aside adds some. */
const MOST_YAW_STRAIGHT = 20;

/** The largest face, and those of nearly its size. */
export function mainFaces(faces: readonly Face[]): Face[] {
  const sure = faces.filter(({ score }) => score >= MIN_SCORE).toSorted((a, b) => b.width - a.width);
  const largest = sure[0]?.width ?? 0;
  return sure.filter(({ width }) => width >= largest * BACKGROUND);
}

/** Whether it may be the portrait of a card that was photographed. */
export const mayBePicture = ({ real, live, width }: Face): boolean => Math.min(real, live) < MIN_REAL || width < MIN_WIDTH;

/**
 * @param faces of the photo of the face.
 * @param portraits faces on the front of the card; null: the front is not known.
 */
export function faceReadingOf(faces: readonly Face[], portraits: readonly Face[] | null): FaceReading {
  const [face, ...others] = mainFaces(faces);
  if (!face) return { is: 'unusable', cause: 'none' };
  if (others.length > 0) return { is: 'unusable', cause: 'several' };
  if (face.width < MIN_WIDTH) return { is: 'unusable', cause: 'tooSmall' };
  if (Math.abs(face.yaw) > MOST_YAW_STRAIGHT) return { is: 'unusable', cause: 'turned' };
  const [portrait] = mainFaces(portraits ?? []);
  if (!portrait || mayBePicture(face)) return { is: 'undecided' };
  const alike = similarity(face.descriptor, portrait.descriptor);
  return { is: alike >= SAME_PERSON && alike < SAME_PICTURE ? 'recognised' : 'undecided' };
}

/** Cosine of the angle between two descriptors: 1 the same, 0 nothing in common. */
export function similarity(a: readonly number[], b: readonly number[]): number {
  let [product, ofA, ofB] = [0, 0, 0];
  a.forEach((value, i) => {
    const other = b[i] ?? 0;
    product += value * other;
    ofA += value * value;
    ofB += other * other;
  });
  return ofA === 0 || ofB === 0 ? 0 : product / Math.sqrt(ofA * ofB);
}
