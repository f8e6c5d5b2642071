/** Judges the photo of the face by the faces found in it and on the front of the card. Pure. */
import type { FaceReading } from './photoReader.ts';

/** A face in a picture; lengths are parts of the picture's width and height. */
export interface Face {
  width: number;
  height: number;
  /** Confidence of the detector, 0 to 1. */
  score: number;
  /** Degrees by which the head is turned; positive: to the left of the picture, which is the person's own right. */
  yaw: number;
  /** Results of two models, 0 to 1: near 0, the face may be a picture of a picture. */
  real: number;
  live: number;
  /** Descriptor for {@link similarity}. Never stored. */
  descriptor: readonly number[];
}

/** Below this score a detection is a shadow or a pattern. */
export const MIN_SCORE = 0.5;
/** Share of the largest width below which another face counts as background. */
const BACKGROUND = 0.5;
/** Part of the picture's width: a smaller face has too few pixels to be compared, or is the portrait of a card. */
export const MIN_WIDTH = 0.25;
/** Similarity from which two faces count as one person. */
export const SAME_PERSON = 0.65;
/** Similarity from which two faces count as one picture: two photos of a person always differ a little. */
export const SAME_PICTURE = 0.85;
/** Result of either model below which a photo may be a photo of a photo. */
export const MIN_REAL = 0.3;

/** Measured degrees up to which a face counts as straight: a phone that is held low or aside adds some degrees. */
const MOST_YAW_STRAIGHT = 20;

/** The largest face, and the faces that are not much smaller. */
export function mainFaces(faces: readonly Face[]): Face[] {
  const sure = faces.filter(({ score }) => score >= MIN_SCORE).toSorted((a, b) => b.width - a.width);
  const largest = sure[0]?.width ?? 0;
  return sure.filter(({ width }) => width >= largest * BACKGROUND);
}

/** Whether the face may be the portrait of a photographed card. */
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
