/** Judges two photos of a face, one straight and one with the head turned, by the faces that were found. Pure. */
import type { FaceTurn } from '#machines/model/faceTurn.ts';
import { mainFaces, mayBePicture, MIN_WIDTH, similarity, type Face } from './faces.ts';
import type { TurnReading } from './photoReader.ts';

/**
 * Degrees between the two photos, as the models measure them, which is about half of the real turn. Decision 75 has the
 * measurements. Below the first figure the head is not turned; a flat print rarely reaches it, however it is held.
 */
const MIN_TURN = 10;
const SURE_TURN = 15;
/** The face on the turned photo must look to the asked side by itself. Otherwise a turned head on the straight photo would pass. */
const MIN_OWN_YAW = 5;
/** Likeness of the two faces: below the first they are two people, from the second on they are one, from the third on one picture. */
const TWO_PEOPLE = 0.35;
const ONE_PERSON = 0.6;
const ONE_PICTURE = 0.97;

/** Degrees towards the asked side. The person's own left is the right of the picture, where yaw is negative. */
const towards = (asked: FaceTurn, yaw: number): number => (asked === 'left' ? -yaw : yaw);

/**
 * @param turned faces of the photo with the head turned. @param straight those of the other photo.
 * @param isCopy one picture is the other, mirrored or not.
 */
export function turnReadingOf(turned: readonly Face[], straight: readonly Face[], asked: FaceTurn, isCopy: boolean): TurnReading {
  const [face, ...others] = mainFaces(turned);
  if (!face) return { is: 'unusable', cause: 'none' };
  if (others.length > 0) return { is: 'unusable', cause: 'several' };
  if (face.width < MIN_WIDTH) return { is: 'unusable', cause: 'tooSmall' };
  const [before] = mainFaces(straight);
  // The other photo was accepted before, so its face is no reason to refuse this one.
  if (!before) return { is: 'undecided' };
  const alike = similarity(face.descriptor, before.descriptor);
  if (isCopy || alike >= ONE_PICTURE) return { is: 'unusable', cause: 'same' };
  if (alike < TWO_PEOPLE) return { is: 'unusable', cause: 'otherPerson' };
  const turn = towards(asked, face.yaw) - towards(asked, before.yaw);
  if (turn <= -MIN_TURN) return { is: 'unusable', cause: 'otherWay' };
  if (turn < MIN_TURN || towards(asked, face.yaw) < MIN_OWN_YAW) return { is: 'unusable', cause: 'notTurned' };
  return { is: turn >= SURE_TURN && alike >= ONE_PERSON && !mayBePicture(face) ? 'recognised' : 'undecided' };
}
