/** The camera's guidance: when it takes a photo by itself, and the hints before. */
import { describe, expect, it } from 'vitest';
import {
  frameInPicture,
  hasCardEdges,
  hintFor,
  isReady,
  look,
  MARGIN,
  NOTHING_SEEN,
  type GreyPicture,
  type Guidance,
  type Subject,
} from '#src/ui/camera/guide.ts';

const WIDTH = 160;
const HEIGHT = 101;

const drawn = (greyAt: (x: number, y: number) => number): GreyPicture => ({
  width: WIDTH,
  height: HEIGHT,
  pixels: Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => greyAt(i % WIDTH, Math.floor(i / WIDTH))),
});

/** A light card on a dark table. @param shift pixels between card and frame. @param turn degrees. */
const card = ({ shift = 0, turn = 0, table = 60, paper = 190 } = {}): GreyPicture => {
  const [sin, cos] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)];
  const [halfWidth, halfHeight] = [WIDTH / (1 + 2 * MARGIN) / 2, HEIGHT / (1 + 2 * MARGIN) / 2];
  return drawn((x, y) => {
    const [dx, dy] = [x - WIDTH / 2 - shift, y - HEIGHT / 2];
    return Math.abs(dx * cos + dy * sin) < halfWidth && Math.abs(dy * cos - dx * sin) < halfHeight ? paper : table;
  });
};

/** The same noise in every run. */
const noise = (): GreyPicture => {
  let seed = 7;
  return drawn(() => (seed = (seed * 16_807) % 2_147_483_647) % 256);
};

/** A head as a light disc with a dark stripe for the nose. @param nose pixels between nose and middle. */
const head = (nose: number): GreyPicture =>
  drawn((x, y) => {
    const [dx, dy] = [x - WIDTH / 2, (y - HEIGHT / 2) * 1.2];
    if (Math.hypot(dx, dy) > 58) return 70;
    return Math.abs(dx - nose) < 14 ? 60 : 180;
  });

/** The guidance after each of these pictures, which follow one another. */
const seen = (pictures: readonly GreyPicture[], subject: Subject): Guidance[] => {
  const steps: Guidance[] = [];
  for (const picture of pictures) steps.push(look(steps.at(-1) ?? NOTHING_SEEN, picture, subject));
  return steps;
};
const times = (count: number, picture: GreyPicture): GreyPicture[] => Array.from({ length: count }, () => picture);

describe('pictures of a camera', () => {
  it('camera, card still for a second: is photographed once', () => {
    const ready = seen(times(12, card()), 'card').map((step) => isReady(step, 'card'));
    expect(ready.filter(Boolean)).toHaveLength(1);
    expect(ready.indexOf(true), 'the first look sees no movement, and six in a row are still').toBe(6);
  });

  it('camera, straight and still face: is photographed by a press only', () => {
    const steps = seen(times(12, head(0)), 'face');
    expect(steps.at(-1)?.hint).toBe('hold');
    expect(steps.some((step) => isReady(step, 'face'))).toBe(false);
  });

  it('camera, turn requested, head straight: asks to turn, and takes no photo', () => {
    const steps = seen(times(20, head(0)), 'turnedFace');
    expect(steps.at(-1)?.hint).toBe('turn');
    expect(steps.some((step) => isReady(step, 'turnedFace'))).toBe(false);
  });

  it('camera, head turned and still: is photographed once', () => {
    const steps = seen([...times(4, head(0)), head(-12), head(-26), ...times(10, head(-40))], 'turnedFace');
    expect(steps.map(({ hint }) => hint).slice(4, 7)).toEqual(['moving', 'moving', 'moving']);
    expect(steps.at(-1)?.hint).toBe('hold');
    expect(steps.filter((step) => isReady(step, 'turnedFace'))).toHaveLength(1);
  });

  it('camera, head turned and back: asks to turn again', () => {
    const steps = seen([...times(3, head(0)), head(-40), head(-20), ...times(4, head(0))], 'turnedFace');
    expect(steps.at(-1)?.hint).toBe('turn');
  });

  it('camera, head turned in the dark: asks for light first', () => {
    const dark = drawn(() => 20);
    expect(seen(times(3, dark), 'turnedFace').at(-1)?.hint).toBe('tooDark');
  });
});

describe('card in front of the camera', () => {
  it.each([
    ['in the frame', card()],
    ['turned by two degrees', card({ turn: 2 })],
    ['a little beside the frame', card({ shift: 5 })],
    ['of white paper', card({ paper: 255 })],
    ['dark, on a light table', card({ table: 210, paper: 120 })],
  ])('card %s, still: hold', (_, picture) => expect(hintFor(picture, picture, true)).toBe('hold'));

  it.each([
    ['a table without a card', drawn(() => 120)],
    ['a card far beside the frame', card({ shift: 30 })],
    ['a card that is turned too far', card({ turn: 25 })],
    ['a card of which one side shows', drawn((x) => (x < WIDTH * 0.1 ? 60 : 190))],
  ])('card in front of the camera, %s: asks for the edges', (_, picture) => {
    expect(hasCardEdges(picture)).toBe(false);
    expect(hintFor(picture, picture, true)).toBe('noCard');
  });

  it('card that moves: asks to hold still', () => {
    expect(hintFor(card({ shift: 5 }), card({ shift: -5 }), true)).toBe('moving');
    expect(hintFor(card(), null, true)).toBe('moving');
  });

  it('card in front of the camera, noise: is never still, so it is not photographed', () => {
    const other = noise();
    other.pixels.reverse();
    expect(hintFor(noise(), other, true)).not.toBe('hold');
  });

  it('card in front of the camera, dark room: asks for light; shining card: asks to tilt it', () => {
    expect(hintFor(card({ table: 5, paper: 30 }), null, true)).toBe('tooDark');
    const shining = card();
    shining.pixels.fill(255, 0, WIDTH * 20);
    expect(hintFor(shining, null, true)).toBe('tooBright');
  });

  it('card in front of the camera, face: needs no edges, and light behind it is no glare', () => {
    const face = drawn((x) => (x < WIDTH * 0.2 ? 255 : 140));
    expect(hintFor(face, face, false)).toBe('hold');
  });
});

describe('part of the picture that is taken', () => {
  it('picture wider than its element: the parts cut off by the element are left out', () => {
    // 1920 x 1080 covers 400 x 600: scaled by 600 / 1080, and the middle 720 pixels of the width are seen.
    const frame = { left: 20, top: 200, width: 360, height: 200 };
    expect(frameInPicture({ left: 0, top: 0, width: 400, height: 600 }, frame, { width: 1920, height: 1080 }, 0)).toEqual({
      left: 636,
      top: 360,
      width: 648,
      height: 360,
    });
  });

  it('margin beyond the picture: ends at the picture', () => {
    const all = { left: 0, top: 0, width: 640, height: 480 };
    expect(frameInPicture(all, all, { width: 640, height: 480 }, MARGIN)).toEqual(all);
  });
});
