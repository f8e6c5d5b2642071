/** The verdict on two photos of a face, one straight and one turned, and whether two photos are one picture. No model runs here. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { isCopy } from '#server/apply/reader/copies.ts';
import { faceReadingOf, type Face } from '#server/apply/reader/faces.ts';
import { turnReadingOf } from '#server/apply/reader/headTurn.ts';
import { cleanPicture } from '#server/pictures/cleanPicture.ts';
import { dim, facePhoto, strangersFace, turnedFacePhoto } from '#tests/support/idCards.ts';

const face = (change: Partial<Face> = {}): Face => ({
  width: 0.4,
  height: 0.5,
  score: 0.9,
  yaw: 0,
  real: 0.9,
  live: 0.9,
  descriptor: [1, 0.6, 0],
  ...change,
});
/** The head turned by this many degrees to the left of the picture, which is the person's own right. */
const turned = (yaw: number, change: Partial<Face> = {}): Face => face({ yaw, descriptor: [1, 0, 0], ...change });
const judged = (first: readonly Face[], asked: 'left' | 'right', straight = [face()], copy = false) =>
  turnReadingOf(first, straight, asked, copy);

describe('head turned', () => {
  it.each([
    ['left', -24],
    ['left', -15],
    ['right', 24],
    ['right', 15],
  ] as const)('head turned to the own %s, as requested: is recognised', (asked, yaw) =>
    expect(judged([turned(yaw)], asked)).toEqual({ is: 'recognised' }),
  );

  it.each([
    ['left', 24],
    ['right', -24],
  ] as const)('head turned to the other side than %s: is refused with this cause', (asked, yaw) =>
    expect(judged([turned(yaw)], asked)).toEqual({ is: 'unusable', cause: 'otherWay' }),
  );

  it('turned head, phone held aside: the turn is measured from the straight photo', () => {
    expect(judged([turned(-8)], 'left', [face({ yaw: 9 })])).toEqual({ is: 'recognised' });
    expect(judged([turned(-24)], 'left', [face({ yaw: -15 })])).toEqual({ is: 'unusable', cause: 'notTurned' });
  });

  it('straight head, turned to the other side in the first photo: does not count as a turned head', () =>
    expect(judged([turned(0)], 'left', [face({ yaw: 20 })])).toEqual({ is: 'unusable', cause: 'notTurned' }));

  it.each([
    ['no face', [], 'none'],
    ['two faces', [turned(-24), turned(0, { width: 0.35 })], 'several'],
    ['a small face', [turned(-24, { width: 0.1 })], 'tooSmall'],
    ['a face that is turned a little', [turned(-9)], 'notTurned'],
    ['a flat print that is held at an angle', [turned(-5)], 'notTurned'],
    ['somebody else', [turned(-24, { descriptor: [0, 0, 1] })], 'otherPerson'],
    ['exactly the same face', [turned(-24, { descriptor: face().descriptor })], 'same'],
  ] as const)('turned head, %s: cannot be used', (_, found, cause) => expect(judged(found, 'left')).toEqual({ is: 'unusable', cause }));

  it('turned head, the straight picture mirrored: cannot be used', () =>
    expect(judged([turned(-24)], 'left', [face()], true)).toEqual({ is: 'unusable', cause: 'same' }));

  it.each([
    ['a turn that is hardly enough', [turned(-12)], [face()]],
    ['somebody who looks a little like it', [turned(-24, { descriptor: [0.55, 0, 1] })], [face()]],
    ['a picture of a picture', [turned(-24, { real: 0.1 })], [face()]],
    ['no face in the straight photo', [turned(-24)], []],
  ] as const)('turned head, %s: a person decides', (_, found, straight) =>
    expect(turnReadingOf(found, straight, 'left', false)).toEqual({ is: 'undecided' }),
  );
});

describe('face that should look straight', () => {
  it.each([21, -21])('straight face, turned by %d degrees: cannot be used', (yaw) =>
    expect(faceReadingOf([face({ yaw })], null)).toEqual({ is: 'unusable', cause: 'turned' }),
  );
  it('straight face, turned a little: is accepted', () => expect(faceReadingOf([face({ yaw: 15 })], null)).toEqual({ is: 'undecided' }));
});

describe('two photos', () => {
  const clean = async (photo: Buffer): Promise<Buffer> => (await cleanPicture(photo)).bytes;

  it.each([
    ['the same file', () => facePhoto()],
    [
      'mirrored',
      async () =>
        sharp(await facePhoto())
          .flop()
          .jpeg()
          .toBuffer(),
    ],
    ['smaller and darker', async () => dim(await facePhoto())],
  ])('two photos, %s: are one picture', async (_, photo) =>
    expect(await isCopy(await clean(await photo()), await clean(await facePhoto()))).toBe(true),
  );

  it.each([
    ['head turned left', () => turnedFacePhoto('left')],
    ['head turned right', () => turnedFacePhoto('right')],
    ['somebody else at the same place', () => strangersFace()],
  ])('two photos, %s: are two pictures', async (_, photo) =>
    expect(await isCopy(await clean(await photo()), await clean(await facePhoto()))).toBe(false),
  );
});
