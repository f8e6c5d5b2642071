/** Whether the camera is held so that the photo will be good. Pure: from small grey pictures to one hint. */

/** One byte a pixel, row by row; 0 is black. */
export interface GreyPicture {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** What the borrower should do next; `hold`: nothing but hold still. `turn`: turn the head. */
export type Hint = 'tooDark' | 'tooBright' | 'noCard' | 'moving' | 'turn' | 'hold';

/** `turnedFace`: a face that looks straight at first, and is photographed once it has turned and is still again. */
export type Subject = 'card' | 'face' | 'turnedFace';

/** The guided picture shows this part of the frame's size beyond each of its edges. */
export const MARGIN = 0.12;
/** The same for the photo of a face. A face that fills its photo is found by no model, and a turned head leaves the oval. */
export const FACE_MARGIN = 0.4;

const DARK = 45;
/** Grey from which a pixel shows the lamp and no print, and the part of the picture that glare may cover. */
const GLARE = 250;
const MOST_GLARE = 0.06;
/** From here the paper itself is that light, and only a picture of nothing else is too bright. */
const WHITE_PAPER = 235;
const MOST_WHITE = 0.9;
/** Mean change of a pixel between two pictures, a sixth of a second apart. */
const MOST_CHANGE = 5;
/**
 * Mean change of a pixel from which a head has turned since it was last still. Heads that were turned by 25 degrees in the
 * oval made 8 to 16.
 */
const TURNED_CHANGE = 8;
/** Looks in a row that were still, after which the photo is taken. With a look every sixth of a second, that is a second. */
const STEADY_LOOKS = 6;
/** Change of grey across an edge, and the part of a side on which it must be seen. */
const EDGE = 16;
const ENOUGH_EDGE = 0.55;
/** How far from the frame an edge of the card may lie, as part of the frame. */
const REACH = 0.07;

/** @param before the picture before this one; null: this is the first. @param card: the edges of a card are looked for. */
export function hintFor(now: GreyPicture, before: GreyPicture | null, card: boolean): Hint {
  const { light, middle, glare } = lightOf(now);
  if (light < DARK) return 'tooDark';
  if (card && glare > (middle < WHITE_PAPER ? MOST_GLARE : MOST_WHITE)) return 'tooBright';
  if (card && !hasCardEdges(now)) return 'noCard';
  return before === null || changeBetween(now, before) > MOST_CHANGE ? 'moving' : 'hold';
}

/** What was seen so far. */
export interface Guidance {
  hint: Hint | null;
  before: GreyPicture | null;
  /** The first picture without a movement: a head that looks straight. */
  straight: GreyPicture | null;
  /** Looks in a row with nothing to do but hold still. */
  steady: number;
}

export const NOTHING_SEEN: Guidance = { hint: null, before: null, straight: null, steady: 0 };

/** One more look. */
export function look({ before, straight, steady }: Guidance, now: GreyPicture, subject: Subject): Guidance {
  const seen = hintFor(now, before, subject === 'card');
  const first = straight ?? (seen === 'hold' ? now : null);
  const isStraight = first === null || changeBetween(now, first) < TURNED_CHANGE;
  const hint = subject === 'turnedFace' && seen === 'hold' && isStraight ? 'turn' : seen;
  return { hint, before: now, straight: first, steady: hint === 'hold' ? steady + 1 : 0 };
}

/** Whether the photo takes itself now. Nothing here recognises a face, so one that looks straight needs a press. */
export const isReady = ({ steady }: Guidance, subject: Subject): boolean => subject !== 'face' && steady === STEADY_LOOKS;

const at = ({ width, pixels }: GreyPicture, x: number, y: number): number => pixels[y * width + x] ?? 0;

/** Mean and median grey, and the part of the pixels that are nearly white. */
function lightOf({ pixels }: GreyPicture): { light: number; middle: number; glare: number } {
  const sorted = Uint8Array.from(pixels).sort();
  return {
    light: pixels.reduce((sum, pixel) => sum + pixel, 0) / pixels.length,
    middle: sorted[Math.floor(sorted.length / 2)] ?? 0,
    glare: pixels.filter((pixel) => pixel >= GLARE).length / pixels.length,
  };
}

function changeBetween(now: GreyPicture, before: GreyPicture): number {
  if (before.pixels.length !== now.pixels.length) return Infinity;
  let sum = 0;
  for (let i = 0; i < now.pixels.length; i++) sum += Math.abs((now.pixels[i] ?? 0) - (before.pixels[i] ?? 0));
  return sum / now.pixels.length;
}

/** A straight edge near each of the four sides of the frame. */
export function hasCardEdges(picture: GreyPicture): boolean {
  const { width, height } = picture;
  const turned: GreyPicture = {
    width: height,
    height: width,
    pixels: Uint8Array.from({ length: width * height }, (_, i) => at(picture, Math.floor(i / height), i % height)),
  };
  return [picture, turned].every((one) => hasEdgeAt(one, MARGIN) && hasEdgeAt(one, 1 + MARGIN));
}

/** @param place of the upright edge, as part of the frame's width, from the left border of the picture. */
function hasEdgeAt(picture: GreyPicture, place: number): boolean {
  const { width, height } = picture;
  const frame = width / (1 + 2 * MARGIN);
  const from = Math.max(3, Math.round(frame * (place - REACH)));
  const to = Math.min(width - 4, Math.round(frame * (place + REACH)));
  // The corners are round, so the ends of a side show nothing.
  const [top, bottom] = [Math.round(height * 0.22), Math.round(height * 0.78)];
  for (let x = from; x <= to; x++) {
    let seen = 0;
    for (let y = top; y < bottom; y++) {
      // A card that is turned by a few degrees leaves its edge in neighbouring columns.
      for (let near = x - 2; near <= x + 2; near++) {
        if (Math.abs(at(picture, near + 1, y) - at(picture, near - 1, y)) >= EDGE) {
          seen += 1;
          break;
        }
      }
    }
    if (seen >= (bottom - top) * ENOUGH_EDGE) return true;
  }
  return false;
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * The part of the camera's picture that lies in a frame on the screen, with a margin around it, in pixels of the camera.
 * The picture covers its element, as with `object-fit: cover`.
 */
export function frameInPicture(element: Box, frame: Box, picture: { width: number; height: number }, margin: number): Box {
  const scale = Math.max(element.width / picture.width, element.height / picture.height);
  const inPicture = (onScreen: number, start: number, shown: number, whole: number): number =>
    (onScreen - start + (whole * scale - shown) / 2) / scale;
  const clamp = (value: number, most: number): number => Math.min(most, Math.max(0, Math.round(value)));
  const [dx, dy] = [frame.width * margin, frame.height * margin];
  const left = clamp(inPicture(frame.left - dx, element.left, element.width, picture.width), picture.width);
  const top = clamp(inPicture(frame.top - dy, element.top, element.height, picture.height), picture.height);
  const right = clamp(inPicture(frame.left + frame.width + dx, element.left, element.width, picture.width), picture.width);
  const bottom = clamp(inPicture(frame.top + frame.height + dy, element.top, element.height, picture.height), picture.height);
  return { left, top, width: right - left, height: bottom - top };
}
