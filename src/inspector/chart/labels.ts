/**
 * The texts of the drawing at a scale. Every drawn text is at least 11 px high. A text without room is left out; the overview
 * beside the drawing then shows the position. Texts cover nothing.
 */
import type { Way } from './boxAppearance.ts';
import { longestFirst } from './edgeGeometry.ts';
import type { Box } from './graph.ts';
import { BOX_HEIGHT, LETTER, NAME_EDGE, NAME_SIZE, TITLE_HEIGHT, type Point, type Rect } from './layout.ts';

/** Smallest text on the screen, px. */
export const LEAST_TEXT = 11;

/** Normal scale of the page. From this scale on, all boxes show their names. */
export const WORKING_SCALE = 0.85;

/** The smallest scale of the drawing. The whole chart fits beside the other panels in a window of 960 by 650 pixels. */
export const LEAST_SCALE = 0.12;

export interface Detail {
  /** A pixel of the screen, in units of the drawing: the width of thin lines. */
  pixel: number;
  /** Size of the titles of groups in units of the drawing. */
  title: number;
  /** Size of all other texts; 0: they are left out. */
  name: number;
  /** Whether a group is drawn as one box with its name in the middle and without its content. */
  isFolded: boolean;
}

/** Details by the scale from which they apply. A title grows while the drawing shrinks, up to the height of a title's band. */
const DETAILS: readonly (readonly [from: number, detail: Detail])[] = [
  [WORKING_SCALE, { pixel: 1, title: NAME_SIZE, name: NAME_SIZE, isFolded: false }],
  ...[0.75, 0.67].map((from) => [from, { pixel: 1 / from, title: LEAST_TEXT / from, name: LEAST_TEXT / from, isFolded: false }] as const),
  // Below, not every name has room in its box.
  ...[0.58, 0.5, 0.42, 0.35, 0.3, 0.26, 0.23, 0.2, 0.17, 0.14, LEAST_SCALE].map(
    (from) => [from, { pixel: 1 / from, title: LEAST_TEXT / from, name: 0, isFolded: true }] as const,
  ),
];

/** Whether every box has room for its whole name and a second line. */
export const isWorking = ({ name }: Detail): boolean => name === NAME_SIZE;

/** The same object for all scales with the same texts. */
export const detailAt = (scale: number): Detail =>
  (DETAILS.find(([from]) => scale >= from) ?? (DETAILS[DETAILS.length - 1] as (typeof DETAILS)[number]))[1];

/** Height of a line, as a share of the text size; the smaller one for lines in a box without content. */
const LINE = 1.2;
const TIGHT = 1.15;

const widthOf = (text: string, size: number): number => text.length * LETTER * size;

export interface Label {
  lines: readonly string[];
  size: number;
  /** The rectangle around the lines, which are drawn in its middle. */
  rect: Rect;
}

/** The text, shortened to the width; null: not even a few letters have room. */
function fitted(text: string, size: number, width: number): string | null {
  if (widthOf(text, size) <= width) return text;
  const letters = Math.floor(width / (LETTER * size)) - 1;
  return letters < 3 ? null : `${text.slice(0, letters).trimEnd()}…`;
}

/** The text in lines of whole words, as many as the width needs. */
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

/** The whole text in the rectangle; null: no room. @param line height of a line, as a share of the text size. */
function wholeIn({ width, height }: Rect, text: string, size: number, line = LINE): string[] | null {
  const lines = wrapped(text, size, width);
  return lines.length * size * line <= height && lines.every((line) => widthOf(line, size) <= width) ? lines : null;
}

/** The beginning of the text in the rectangle; null: not even a few letters have room. */
function beginningIn({ width, height }: Rect, text: string, size: number): string[] | null {
  const lines = wrapped(text, size, width);
  const shown = lines.slice(0, Math.floor(height / (size * LINE)));
  const cut = shown.map((line, at) => fitted(at === shown.length - 1 && shown.length < lines.length ? `${line}…` : line, size, width));
  return cut.length > 0 && cut.every((line) => line !== null) ? cut : null;
}

export const isContainer = ({ height }: Rect): boolean => height > BOX_HEIGHT;

const inMiddle = (rect: Rect, lines: readonly string[], size: number, line = LINE): Label => {
  const [width, height] = [Math.max(...lines.map((text) => widthOf(text, size))), lines.length * size * line];
  return { lines, size, rect: { x: rect.x + (rect.width - width) / 2, y: rect.y + (rect.height - height) / 2, width, height } };
};

/** Least space left and right of a name that a small scale leaves little room. Most letters are narrower than {@link LETTER}. */
const LEAST_EDGE = 1;

/** The whole name of a box, in its middle or above its content; null: no room at this scale. */
function nameLabel(name: string, rect: Rect, { title, name: plain, isFolded }: Detail): Label | null {
  const holds = isContainer(rect);
  const size = holds || isFolded ? title : plain;
  if (size === 0) return null;
  if (isFolded || !holds) {
    const [edge, line] = isFolded ? [0, LINE] : [LEAST_EDGE, TIGHT];
    const lines = wholeIn({ ...rect, width: rect.width - 2 * edge }, name, size, line);
    return lines && inMiddle(rect, lines, size, line);
  }
  const [width, height] = [widthOf(name, size), size * LINE];
  if (width > rect.width - 2 * LEAST_EDGE) return null;
  const edge = Math.min(NAME_EDGE, (rect.width - width) / 2);
  return { lines: [name], size, rect: { x: rect.x + edge, y: rect.y + (TITLE_HEIGHT + 4 - height) / 2, width, height } };
}

export const overlaps = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
const isWithin = (inner: Rect, outer: Rect): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

/** Whether a rectangle is free of boxes, of borders and titles of containers, and of other labels. */
function isFree(place: Rect, boxes: readonly Rect[], taken: readonly Rect[]): boolean {
  if (taken.some((one) => overlaps(place, one))) return false;
  return boxes.every((box) => {
    if (!overlaps(place, box)) return true;
    const below = { ...box, y: box.y + TITLE_HEIGHT, height: box.height - TITLE_HEIGHT };
    return isContainer(box) && isWithin(place, below);
  });
}

/** Positions for a label along a segment, in order of preference. */
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

/**
 * The label of an arrow, beside the arrow where it covers nothing; null: no such position. In two lines, if only these are
 * whole in the view.
 * @param taken labels that are already placed.
 * @param view the visible part of the drawing; null: the label may be anywhere.
 */
export function wayLabel(
  text: string,
  points: readonly Point[],
  boxes: readonly Rect[],
  taken: readonly Rect[],
  { name: size }: Detail,
  view: Rect | null = null,
): Label | null {
  if (size === 0) return null;
  const placed = (lines: readonly string[], isWanted: (rect: Rect) => boolean): Label | null => {
    const width = Math.max(...lines.map((line) => widthOf(line, size)));
    for (const rect of placesAlong(points, width, lines.length * size * LINE))
      if (isWanted(rect) && isFree(rect, boxes, taken)) return { lines, size, rect };
    return null;
  };
  const inView = (rect: Rect): boolean => view !== null && isWithin(rect, view);
  const halves = wrapped(text, 1, (text.length * LETTER * 2) / 3);
  return placed([text], inView) ?? placed(halves, inView) ?? placed([text], () => true);
}

/** An arrow of a step with its path. */
export interface DrawnWay {
  kind: 'last' | 'next';
  way: Way;
  points: readonly Point[];
}

/**
 * Labels of the last and of the next transition, by kind. The last one is placed first.
 * @param taken names that are already placed.
 * @param view as in {@link wayLabel}.
 */
export function wayLabels(
  ways: readonly DrawnWay[],
  textOf: (event: string) => string,
  boxes: readonly Rect[],
  taken: Iterable<Label>,
  detail: Detail,
  view: Rect | null = null,
): Readonly<Partial<Record<DrawnWay['kind'], Label>>> {
  const named = [...taken].map(({ rect }) => rect);
  const placed: Partial<Record<DrawnWay['kind'], Label>> = {};
  for (const { kind, way, points } of [...ways].sort((a, b) => (a.kind < b.kind ? -1 : 1))) {
    const others = [...named, ...Object.values(placed).map(({ rect }) => rect)];
    const label = wayLabel(textOf(way.event), points, boxes, others, detail, view);
    if (label) placed[kind] = label;
  }
  return placed;
}

/** Distance between a box and a name beside it. */
const NEAR = 6;

/** Letters of a line when a name is broken into several lines. */
const SHORT_LINE = 12;

/** Layouts of the whole name: in one line, in short lines, in one line per word. */
const wholeLayouts = (name: string): string[][] => [[name], wrapped(name, 1, SHORT_LINE * LETTER), name.split(' ')];

/** Layouts of the beginning of the name. */
const shortLayouts = (name: string): string[][] => {
  const [first = ''] = name.split(' ');
  return [[`${first}…`], [`${first.slice(0, 5)}…`], [`${first.slice(0, 3)}…`]];
};

function* placesAround(rect: Rect, width: number, height: number): Generator<Rect> {
  const [x, y] = [rect.x + (rect.width - width) / 2, rect.y + (rect.height - height) / 2];
  // Centred, then aligned left, then aligned right.
  for (const along of [x, rect.x, rect.x + rect.width - width]) {
    yield { x: along, y: rect.y + rect.height + NEAR, width, height };
    yield { x: along, y: rect.y - NEAR - height, width, height };
  }
  yield { x: rect.x + rect.width + NEAR, y, width, height };
  yield { x: rect.x - NEAR - width, y, width, height };
}

/** A name beside its box where it covers nothing, in the first layout with such a position; null: none. */
function nameBeside(
  layouts: readonly string[][],
  rect: Rect,
  boxes: readonly Rect[],
  taken: readonly Rect[],
  { title: size, isFolded }: Detail,
  within: Rect,
): Label | null {
  // A folded group is drawn over its content, so no label fits inside.
  const isClear = (place: Rect): boolean => isFree(place, boxes, taken) && !(isFolded && boxes.some((box) => overlaps(place, box)));

  for (const lines of layouts) {
    const width = Math.max(...lines.map((line) => widthOf(line, size)));
    for (const place of placesAround(rect, width, lines.length * size * LINE))
      if (isWithin(place, within) && isClear(place)) return { lines, size, rect: place };
  }
  return null;
}

/** The rectangle around all boxes, with room above and below for names. */
function spaceOf(rects: readonly Rect[], size: number): Rect {
  const [left, top] = [Math.min(...rects.map(({ x }) => x)), Math.min(...rects.map(({ y }) => y))];
  const [right, bottom] = [Math.max(...rects.map(({ x, width }) => x + width)), Math.max(...rects.map(({ y, height }) => y + height))];
  const margin = 2 * size * LINE;
  return { x: left, y: top - margin, width: right - left, height: bottom - top + 2 * margin };
}

/**
 * Names of the drawn boxes, by id. The name of a box that is too small stands beside the box, whole; a name without room for the
 * whole is left out, except that of a folded group, which is shortened, because nothing else names its content.
 */
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
  if (!detail.isFolded) {
    for (const { id, text, rect } of unnamed) name(id, beside(wholeLayouts(text), rect));
    return labels;
  }
  const shortIn = new Map(unnamed.map(({ id, text, rect }) => [id, beginningIn(rect, text, detail.title)]));
  // Boxes without room for even a beginning are named first. The others are named beside the box if the whole name has room,
  // otherwise shortened inside.
  for (const { id, text, rect } of unnamed) if (!shortIn.get(id)) name(id, beside([...wholeLayouts(text), ...shortLayouts(text)], rect));
  for (const { id, text, rect } of unnamed) {
    const lines = shortIn.get(id);
    if (lines) name(id, beside(wholeLayouts(text), rect) ?? inMiddle(rect, lines, detail.title));
  }
  return labels;
}
