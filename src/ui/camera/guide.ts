/** Judges whether the photo would be good. Pure: from small grey pictures to one hint. */

/** One byte for each pixel, row by row; 0 is black. */
export interface GreyPicture {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** The next action of the borrower. `hold`: hold still. `turn`: turn the head. */
export type Hint = 'tooDark' | 'tooBright' | 'noCard' | 'moving' | 'turn' | 'hold';

/** `turnedFace`: the face looks straight at first. It is photographed when it is still again after a turn. */
export type Subject = 'card' | 'face' | 'turnedFace';

/** Margin of the judged picture on each side, as a share of the frame. */
export const MARGIN = 0.12;
/** Margin for the photo of a face. No model finds a face that fills its photo, and a turned head leaves the oval. */
export const FACE_MARGIN = 0.4;

const DARK = 45;
/** Grey from which a pixel is a reflection and not print, and the share of the picture that may be such glare. */
const GLARE = 250;
const MOST_GLARE = 0.06;
/** Median grey from which the paper itself is white. Only a picture of nothing but white is then too bright. */
const WHITE_PAPER = 235;
const MOST_WHITE = 0.9;
/** Largest mean change of a pixel between two pictures of a still subject. The pictures are a sixth of a second apart. */
const MOST_CHANGE = 5;
/**
 * Mean change of a pixel from which a head counts as turned since the first still picture. In the oval, heads turned by 25
 * degrees changed by 8 to 16.
 */
const TURNED_CHANGE = 8;
/** Still pictures in a row before the photo is taken: about one second. */
const STEADY_LOOKS = 6;
/** Change of grey across an edge, and the share of a side on which the change must be visible. */
const EDGE = 16;
const ENOUGH_EDGE = 0.55;
/** Maximum distance between an edge of the card and the frame, as a share of the frame. */
const REACH = 0.07;

/** @param before the previous picture; null: none. @param card whether the edges of a card must be visible. */
export function hintFor(now: GreyPicture, before: GreyPicture | null, card: boolean): Hint {
  const { light, middle, glare } = lightOf(now);
  if (light < DARK) return 'tooDark';
  if (card && glare > (middle < WHITE_PAPER ? MOST_GLARE : MOST_WHITE)) return 'tooBright';
  if (card && !hasCardEdges(now)) return 'noCard';
  return before === null || changeBetween(now, before) > MOST_CHANGE ? 'moving' : 'hold';
}

/** The result of the pictures so far. */
export interface Guidance {
  hint: Hint | null;
  before: GreyPicture | null;
  /** The first still picture: a head that looks straight. */
  straight: GreyPicture | null;
  /** Number of still pictures in a row. */
  steady: number;
}

export const NOTHING_SEEN: Guidance = { hint: null, before: null, straight: null, steady: 0 };

/** Judges one more picture. */
export function look({ before, straight, steady }: Guidance, now: GreyPicture, subject: Subject): Guidance {
  const seen = hintFor(now, before, subject === 'card');
  const first = straight ?? (seen === 'hold' ? now : null);
  const isStraight = first === null || changeBetween(now, first) < TURNED_CHANGE;
  const hint = subject === 'turnedFace' && seen === 'hold' && isStraight ? 'turn' : seen;
  return { hint, before: now, straight: first, steady: hint === 'hold' ? steady + 1 : 0 };
}

/** Whether to take the photo automatically. No function here recognises a face, so a straight face needs a press. */
export const isReady = ({ steady }: Guidance, subject: Subject): boolean => subject !== 'face' && steady === STEADY_LOOKS;

const at = ({ width, pixels }: GreyPicture, x: number, y: number): number => pixels[y * width + x] ?? 0;

/** Mean and median grey, and the share of pixels that are nearly white. */
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

/** Whether there is a straight edge near each of the four sides of the frame. */
export function hasCardEdges(picture: GreyPicture): boolean {
  const { width, height } = picture;
  const turned: GreyPicture = {
    width: height,
    height: width,
    pixels: Uint8Array.from({ length: width * height }, (_, i) => at(picture, Math.floor(i / height), i % height)),
  };
  return [picture, turned].every((one) => hasEdgeAt(one, MARGIN) && hasEdgeAt(one, 1 + MARGIN));
}

/** @param place of the upright edge: its distance from the left border of the picture, as a share of the frame's width. */
function hasEdgeAt(picture: GreyPicture, place: number): boolean {
  const { width, height } = picture;
  const frame = width / (1 + 2 * MARGIN);
  const from = Math.max(3, Math.round(frame * (place - REACH)));
  const to = Math.min(width - 4, Math.round(frame * (place + REACH)));
  // The corners of a card are round, so the ends of a side have no edge.
  const [top, bottom] = [Math.round(height * 0.22), Math.round(height * 0.78)];
  for (let x = from; x <= to; x++) {
    let seen = 0;
    for (let y = top; y < bottom; y++) {
      // The edge of a card that is turned by a few degrees lies in neighbouring columns.
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
 * The part of the camera's picture inside a frame on the screen, with a margin around it, in pixels of the camera. The picture
 * covers its element, as with `object-fit: cover`.
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
