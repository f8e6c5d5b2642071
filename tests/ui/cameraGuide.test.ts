/** When the camera takes a photo by itself, and what it asks of the borrower before. */
import { describe, expect, it } from 'vitest';
import { frameInPicture, hasCardEdges, hintFor, MARGIN, type GreyPicture } from '#src/ui/camera/guide.ts';

const WIDTH = 160;
const HEIGHT = 101;

const drawn = (greyAt: (x: number, y: number) => number): GreyPicture => ({
  width: WIDTH,
  height: HEIGHT,
  pixels: Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => greyAt(i % WIDTH, Math.floor(i / WIDTH))),
});

/** A light card on a dark table. @param shift by how many pixels it lies beside the frame. @param turn degrees. */
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
  ])('%s: asks for the edges', (_, picture) => {
    expect(hasCardEdges(picture)).toBe(false);
    expect(hintFor(picture, picture, true)).toBe('noCard');
  });

  it('card that moves: asks to hold still', () => {
    expect(hintFor(card({ shift: 5 }), card({ shift: -5 }), true)).toBe('moving');
    expect(hintFor(card(), null, true)).toBe('moving');
  });

  it('noise: is never still, so it is not photographed', () => {
    const other = noise();
    other.pixels.reverse();
    expect(hintFor(noise(), other, true)).not.toBe('hold');
  });

  it('dark room: asks for light; shining card: asks to tilt it', () => {
    expect(hintFor(card({ table: 5, paper: 30 }), null, true)).toBe('tooDark');
    const shining = card();
    shining.pixels.fill(255, 0, WIDTH * 20);
    expect(hintFor(shining, null, true)).toBe('tooBright');
  });

  it('face: needs no edges, and light behind it is no glare', () => {
    const face = drawn((x) => (x < WIDTH * 0.2 ? 255 : 140));
    expect(hintFor(face, face, false)).toBe('hold');
  });
});

describe('part of the picture that is taken', () => {
  it('picture wider than its element: what the element cuts off is left out', () => {
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
