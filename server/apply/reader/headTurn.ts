/** Judges two photos of a face, one straight and one with the head turned, by the faces found in them. Pure. */
import type { FaceTurn } from '#machines/model/faceTurn.ts';
import { mainFaces, mayBePicture, MIN_WIDTH, similarity, type Face } from './faces.ts';
import type { TurnReading } from './photoReader.ts';

/**
 * Measured degrees between the two photos, about half of the real turn (measurements: decision 75). Below `MIN_TURN` the head is
 * not turned. A flat print rarely reaches it in any position.
 */
const MIN_TURN = 10;
const SURE_TURN = 15;
/** Degrees of the turned photo itself. Otherwise a head that is turned the other way on the straight photo would pass. */
const MIN_OWN_YAW = 5;
/** Similarity of the faces: below the first, two people; from the second on, one person; from the third on, one picture. */
const TWO_PEOPLE = 0.35;
const ONE_PERSON = 0.6;
const ONE_PICTURE = 0.97;

/** Degrees towards the requested side. The person's own left is the right of the picture, where yaw is negative. */
const towards = (asked: FaceTurn, yaw: number): number => (asked === 'left' ? -yaw : yaw);

/**
 * @param turned faces of the photo with the head turned. @param straight faces of the straight photo.
 * @param isCopy whether one photo is a copy of the other, mirrored or not.
 */
export function turnReadingOf(turned: readonly Face[], straight: readonly Face[], asked: FaceTurn, isCopy: boolean): TurnReading {
  const [face, ...others] = mainFaces(turned);
  if (!face) return { is: 'unusable', cause: 'none' };
  if (others.length > 0) return { is: 'unusable', cause: 'several' };
  if (face.width < MIN_WIDTH) return { is: 'unusable', cause: 'tooSmall' };
  const [before] = mainFaces(straight);
  // The straight photo was accepted before, so a missing face on it is no reason to refuse this photo.
  if (!before) return { is: 'undecided' };
  const alike = similarity(face.descriptor, before.descriptor);
  if (isCopy || alike >= ONE_PICTURE) return { is: 'unusable', cause: 'same' };
  if (alike < TWO_PEOPLE) return { is: 'unusable', cause: 'otherPerson' };
  const turn = towards(asked, face.yaw) - towards(asked, before.yaw);
  if (turn <= -MIN_TURN) return { is: 'unusable', cause: 'otherWay' };
  if (turn < MIN_TURN || towards(asked, face.yaw) < MIN_OWN_YAW) return { is: 'unusable', cause: 'notTurned' };
  return { is: turn >= SURE_TURN && alike >= ONE_PERSON && !mayBePicture(face) ? 'recognised' : 'undecided' };
}
