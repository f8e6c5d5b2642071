/**
 * Judges the clarity of a photo: enough contrast, in focus, not noise. The content is not recognised: a sharp photo of a wall is
 * clear too.
 */
import { elementAt, type Grey } from './pixels.ts';

export type Clarity = 'clear' | 'blank' | 'blurred';

/** Standard deviation of the grey values below which a picture shows nothing, for example a covered lens. */
const MIN_CONTRAST = 8;

/** Sharp photos are near 0.2 to 0.4. A face has soft edges, so only a photo far out of focus is refused. */
const MAX_BLUR = 0.75;

/** Part of the pixels that differ from their neighbours: cards, faces and walls stay below 0.15, noise is near 0.85. */
const MOST_UNREST = 0.5;

/** Longer side in pixels of the judged picture: a blur of one pixel of a large camera does not matter. */
export const JUDGED_AT = 800;

export function clarityOf(grey: Grey): Clarity {
  // A photo without light contains only noise, which the text recognition would search for a minute.
  if (contrastOf(grey) < MIN_CONTRAST || unrestOf(grey) > MOST_UNREST) return 'blank';
  return blurOf(grey) > MAX_BLUR ? 'blurred' : 'clear';
}

export function contrastOf({ pixels }: Grey): number {
  let sum = 0;
  let squares = 0;
  for (const value of pixels) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / pixels.length;
  return Math.sqrt(Math.max(0, squares / pixels.length - mean * mean));
}

function unrestOf({ width, height, pixels }: Grey): number {
  let restless = 0;
  for (let row = 0; row + 1 < height; row++) {
    for (let at = row * width; at + 1 < (row + 1) * width; at++) {
      const [here, right, below] = [elementAt(pixels, at), elementAt(pixels, at + 1), elementAt(pixels, at + width)];
      if (Math.abs(right - here) + Math.abs(below - here) > 2 * EDGE) restless += 1;
    }
  }
  return restless / pixels.length;
}

/**
 * How little another blur changes a picture: 0 changes everything, 1 nothing. The measure of
 * Crete, Dolmiere, Ladret and Nicolas, "The blur effect" (2007), over the strongest edges only, so that
 * large even areas and the camera's noise in them do not count.
 */
export const blurOf = (grey: Grey): number => Math.max(blurAlong(grey, 1, grey.width), blurAlong(grey, grey.width, 1));

/** Half the width of the second blur in pixels. Below it, the change of grey from which a step counts as an edge. */
const REACH = 5;
const EDGE = 12;

/** @param step from a pixel to the next along the direction. @param side from a line to the next. */
function blurAlong({ width, height, pixels }: Grey, step: number, side: number): number {
  const [length, lines] = step === 1 ? [width, height] : [height, width];
  const softened = new Float64Array(length);
  let all = 0;
  let lost = 0;
  for (let line = 0; line < lines; line += 2) {
    const start = line * side;
    const at = (i: number): number => elementAt(pixels, start + Math.min(length - 1, Math.max(0, i)) * step);
    let window = 0;
    for (let i = -REACH; i <= REACH; i++) window += at(i);
    for (let i = 0; i < length; i++) {
      softened[i] = window / (2 * REACH + 1);
      window += at(i + REACH + 1) - at(i - REACH);
    }
    for (let i = 1; i + 1 < length; i++) {
      const change = Math.abs(at(i + 1) - at(i - 1));
      if (change < EDGE) continue;
      all += change;
      lost += Math.max(0, change - Math.abs(elementAt(softened, i + 1) - elementAt(softened, i - 1)));
    }
  }
  return all === 0 ? 1 : 1 - lost / all;
}
