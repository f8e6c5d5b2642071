/**
 * The texts of the drawing at a scale. Every text that is drawn is at least 11 px high; where there is no room for it, it
 * is left out, and the overview beside the drawing says where one is. Nothing lies over anything else.
 */
import type { Way } from './boxAppearance.ts';
import { longestFirst } from './edgeGeometry.ts';
import type { Box } from './graph.ts';
import { BOX_HEIGHT, LETTER, NAME_EDGE, NAME_SIZE, TITLE_HEIGHT, type Point, type Rect } from './layout.ts';

/** Smallest text on the screen, px. */
export const LEAST_TEXT = 11;

/** Names of boxes are shown from this scale on: the one at which the page works. */
export const WORKING_SCALE = 0.85;

/** The smallest scale of the drawing. */
export const LEAST_SCALE = 0.2;

export interface Detail {
  /** Size of the titles of groups in units of the drawing. */
  title: number;
  /** Size of all other texts; 0: they are left out. */
  name: number;
  /** A group is drawn as one box with its name in the middle, and nothing in it. */
  isFolded: boolean;
}

/** By the scale from which it is used. A title grows while the drawing shrinks, as far as the band over a group is high. */
const DETAILS: readonly (readonly [from: number, detail: Detail])[] = [
  [WORKING_SCALE, { title: NAME_SIZE, name: NAME_SIZE, isFolded: false }],
  ...[0.7, 0.55, 0.42].map((from) => [from, { title: LEAST_TEXT / from, name: LEAST_TEXT / from, isFolded: false }] as const),
  ...[0.35, 0.3, 0.26, 0.23, LEAST_SCALE].map((from) => [from, { title: LEAST_TEXT / from, name: 0, isFolded: true }] as const),
];

/** Every box has its whole name, and room for a second line. */
export const isWorking = ({ name }: Detail): boolean => name === NAME_SIZE;

/** The same object for every scale with the same texts. */
export const detailAt = (scale: number): Detail =>
  (DETAILS.find(([from]) => scale >= from) ?? (DETAILS[DETAILS.length - 1] as (typeof DETAILS)[number]))[1];

const LINE = 1.2;

const widthOf = (text: string, size: number): number => text.length * LETTER * size;

export interface Label {
  lines: readonly string[];
  size: number;
  /** The space that it takes; its lines are in the middle. */
  rect: Rect;
}

/** Shortened to the space; null: not even a few letters have room. */
function fitted(text: string, size: number, width: number): string | null {
  if (widthOf(text, size) <= width) return text;
  const letters = Math.floor(width / (LETTER * size)) - 1;
  return letters < 3 ? null : `${text.slice(0, letters).trimEnd()}…`;
}

/** In as many lines as are needed, of whole words. */
function wrapped(text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines[lines.length - 1];
    const joined = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && widthOf(joined, size) <= width) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return lines;
}

/** The whole text in the space; null: it is too small. */
function wholeIn({ width, height }: Rect, text: string, size: number): string[] | null {
  const lines = wrapped(text, size, width);
  return lines.length * size * LINE <= height && lines.every((line) => widthOf(line, size) <= width) ? lines : null;
}

/** The beginning of the text in the space; null: not even a few letters have room. */
function beginningIn({ width, height }: Rect, text: string, size: number): string[] | null {
  const lines = wrapped(text, size, width);
  const shown = lines.slice(0, Math.floor(height / (size * LINE)));
  const cut = shown.map((line, at) => fitted(at === shown.length - 1 && shown.length < lines.length ? `${line}…` : line, size, width));
  return cut.length > 0 && cut.every((line) => line !== null) ? cut : null;
}

export const isContainer = ({ height }: Rect): boolean => height > BOX_HEIGHT;

const inMiddle = (rect: Rect, lines: readonly string[], size: number): Label => {
  const [width, height] = [Math.max(...lines.map((line) => widthOf(line, size))), lines.length * size * LINE];
  return { lines, size, rect: { x: rect.x + (rect.width - width) / 2, y: rect.y + (rect.height - height) / 2, width, height } };
};

/** The name of a box: in its middle, or over its content. null: it has no room at this scale. A folded group has its whole name, or none. */
function nameLabel(name: string, rect: Rect, { title, name: plain, isFolded }: Detail): Label | null {
  const holds = isContainer(rect);
  const size = holds || isFolded ? title : plain;
  if (size === 0) return null;
  if (isFolded) {
    const lines = wholeIn(rect, name, size);
    return lines && inMiddle(rect, lines, size);
  }
  const text = fitted(name, size, rect.width - 2 * NAME_EDGE);
  if (text === null) return null;
  if (!holds) return inMiddle(rect, [text], size);
  const height = size * LINE;
  return {
    lines: [text],
    size,
    rect: { x: rect.x + NAME_EDGE, y: rect.y + (TITLE_HEIGHT + 4 - height) / 2, width: widthOf(text, size), height },
  };
}

export const overlaps = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
const isWithin = (inner: Rect, outer: Rect): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

/** Free of boxes, of the borders and titles of containers, and of other labels. */
function isFree(place: Rect, boxes: readonly Rect[], taken: readonly Rect[]): boolean {
  if (taken.some((one) => overlaps(place, one))) return false;
  return boxes.every((box) => {
    if (!overlaps(place, box)) return true;
    const below = { ...box, y: box.y + TITLE_HEIGHT, height: box.height - TITLE_HEIGHT };
    return isContainer(box) && isWithin(place, below);
  });
}

/** Along a segment, where a label is looked for. */
const STOPS = [0.5, 0.3, 0.7, 0.15, 0.85] as const;
const APART = 7;

function* placesAlong(points: readonly Point[], width: number, height: number): Generator<Rect> {
  for (const { from, to } of longestFirst(points)) {
    const isUpright = Math.abs(from.x - to.x) < Math.abs(from.y - to.y);
    for (const stop of STOPS) {
      const [x, y] = [from.x + (to.x - from.x) * stop, from.y + (to.y - from.y) * stop];
      if (isUpright) {
        yield { x: x + APART, y: y - height / 2, width, height };
        yield { x: x - APART - width, y: y - height / 2, width, height };
      } else {
        yield { x: x - width / 2, y: y - APART - height, width, height };
        yield { x: x - width / 2, y: y + APART, width, height };
      }
    }
  }
}

/** The event of an arrow beside it, where it covers nothing; null: there is no such place. @param taken labels that are placed already. */
export function wayLabel(
  text: string,
  points: readonly Point[],
  boxes: readonly Rect[],
  taken: readonly Rect[],
  { name: size }: Detail,
): Label | null {
  if (size === 0) return null;
  for (const rect of placesAlong(points, widthOf(text, size), size * LINE))
    if (isFree(rect, boxes, taken)) return { lines: [text], size, rect };
  return null;
}

/** An arrow of a step, and where it runs. */
export interface DrawnWay {
  kind: 'last' | 'next';
  way: Way;
  points: readonly Point[];
}

/**
 * Labels of the last and of the next transition, by kind. The last one has the first choice.
 * @param taken names that are placed already.
 */
export function wayLabels(
  ways: readonly DrawnWay[],
  textOf: (event: string) => string,
  boxes: readonly Rect[],
  taken: Iterable<Label>,
  detail: Detail,
): Readonly<Partial<Record<DrawnWay['kind'], Label>>> {
  const named = [...taken].map(({ rect }) => rect);
  const placed: Partial<Record<DrawnWay['kind'], Label>> = {};
  for (const { kind, way, points } of [...ways].sort((a, b) => (a.kind < b.kind ? -1 : 1))) {
    const label = wayLabel(textOf(way.event), points, boxes, [...named, ...Object.values(placed).map(({ rect }) => rect)], detail);
    if (label) placed[kind] = label;
  }
  return placed;
}

/** Between a box and its name beside it. */
const NEAR = 6;

/** Letters of a line, where a name is in several. */
const SHORT_LINE = 12;

/** The whole name: in one line, in short ones, in as many as it has words. */
const wholeLayouts = (name: string): string[][] => [[name], wrapped(name, 1, SHORT_LINE * LETTER), name.split(' ')];

/** The beginning of the name. */
const shortLayouts = (name: string): string[][] => {
  const [first = ''] = name.split(' ');
  return [[`${first}…`], [`${first.slice(0, 5)}…`], [`${first.slice(0, 3)}…`]];
};

function* placesAround(rect: Rect, width: number, height: number): Generator<Rect> {
  const [x, y] = [rect.x + (rect.width - width) / 2, rect.y + (rect.height - height) / 2];
  // In the middle, then along the left edge, then along the right one.
  for (const along of [x, rect.x, rect.x + rect.width - width]) {
    yield { x: along, y: rect.y + rect.height + NEAR, width, height };
    yield { x: along, y: rect.y - NEAR - height, width, height };
  }
  yield { x: rect.x + rect.width + NEAR, y, width, height };
  yield { x: rect.x - NEAR - width, y, width, height };
}

/** A name beside its box where it covers nothing, in the first layout that has such a place; null: none has. */
function nameBeside(
  layouts: readonly string[][],
  rect: Rect,
  boxes: readonly Rect[],
  taken: readonly Rect[],
  { title: size, isFolded }: Detail,
  within: Rect,
): Label | null {
  // A folded group is drawn over everything in it.
  const isClear = (place: Rect): boolean => isFree(place, boxes, taken) && !(isFolded && boxes.some((box) => overlaps(place, box)));

  for (const lines of layouts) {
    const width = Math.max(...lines.map((line) => widthOf(line, size)));
    for (const place of placesAround(rect, width, lines.length * size * LINE))
      if (isWithin(place, within) && isClear(place)) return { lines, size, rect: place };
  }
  return null;
}

/** The space of all these boxes, with room for a name on each side. */
function spaceOf(rects: readonly Rect[], size: number): Rect {
  const [left, top] = [Math.min(...rects.map(({ x }) => x)), Math.min(...rects.map(({ y }) => y))];
  const [right, bottom] = [Math.max(...rects.map(({ x, width }) => x + width)), Math.max(...rects.map(({ y, height }) => y + height))];
  const margin = 2 * size * LINE;
  return { x: left, y: top - margin, width: right - left, height: bottom - top + 2 * margin };
}

/** Names of the boxes that are drawn, by id; of one that is too small, beside it. */
export function nameLabels(
  boxes: readonly Box[],
  rects: Readonly<Record<string, Rect>>,
  nameOf: (box: Box) => string,
  detail: Detail,
): ReadonlyMap<string, Label> {
  const labels = new Map<string, Label>();
  const unnamed: { id: string; text: string; rect: Rect }[] = [];
  for (const box of boxes) {
    const rect = rects[box.id];
    if (!rect) continue;
    const label = nameLabel(nameOf(box), rect, detail);
    if (label) labels.set(box.id, label);
    else unnamed.push({ id: box.id, text: nameOf(box), rect });
  }
  if (unnamed.length === 0) return labels;
  const drawn = boxes.flatMap(({ id }) => rects[id] ?? []);
  const space = spaceOf(drawn, detail.title);
  const beside = (layouts: readonly string[][], rect: Rect): Label | null =>
    nameBeside(
      layouts,
      rect,
      drawn,
      [...labels.values()].map((label) => label.rect),
      detail,
      space,
    );
  const name = (id: string, label: Label | null): void => void (label && labels.set(id, label));
  const shortIn = new Map(unnamed.map(({ id, text, rect }) => [id, detail.isFolded ? beginningIn(rect, text, detail.title) : null]));
  // First those that hold not even a beginning, then those that do: they are cut only where the whole name has no room beside them.
  for (const { id, text, rect } of unnamed) if (!shortIn.get(id)) name(id, beside([...wholeLayouts(text), ...shortLayouts(text)], rect));
  for (const { id, text, rect } of unnamed) {
    const lines = shortIn.get(id);
    if (lines) name(id, beside(wholeLayouts(text), rect) ?? inMiddle(rect, lines, detail.title));
  }
  return labels;
}
