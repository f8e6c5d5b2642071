/**
 * Opens screens in the layout of the closed chart, one after the other. Boxes to the right of the screen move right and boxes
 * below it move down, by the growth of the screen. Their order does not change, so a reader finds them again.
 */
import { BOX_HEIGHT, PADDING, TITLE_HEIGHT, type ChartLayout, type Layout, type Point, type Rect } from './layout.ts';

type Stretch = (at: number) => number;

/** Maps coordinates when the interval at `start` grows from `size` to `grown`. */
const stretched =
  (start: number, size: number, grown: number): Stretch =>
  (at) => {
    if (at <= start) return at;
    if (at >= start + size) return at + grown - size;
    return start + ((at - start) * grown) / size;
  };

const isVertical = (a: Point, b: Point): boolean => Math.abs(a.x - b.x) <= Math.abs(a.y - b.y);

/**
 * An arrow whose end points moved with their boxes. The adjacent bends follow, so that the segments stay horizontal or
 * vertical.
 */
function joined(points: readonly Point[], first: Point, last: Point, moved: (point: Point) => Point): Point[] {
  const [a, b] = [points[0] as Point, points[1] as Point];
  const [y, z] = [points[points.length - 2] as Point, points[points.length - 1] as Point];
  if (points.length === 2) {
    if (isVertical(a, b)) {
      const middle = (first.y + last.y) / 2;
      return Math.abs(first.x - last.x) < 1 ? [first, last] : [first, { x: first.x, y: middle }, { x: last.x, y: middle }, last];
    }
    const middle = (first.x + last.x) / 2;
    return Math.abs(first.y - last.y) < 1 ? [first, last] : [first, { x: middle, y: first.y }, { x: middle, y: last.y }, last];
  }
  const bends = points.slice(1, -1).map(moved);
  const [head, tail] = [bends[0] as Point, bends[bends.length - 1] as Point];
  bends[0] = isVertical(a, b) ? { ...head, x: first.x } : { ...head, y: first.y };
  const end = bends.length === 1 ? bends[0] : tail;
  bends[bends.length - 1] = isVertical(y, z) ? { ...end, x: last.x } : { ...end, y: last.y };
  return [first, ...bends, last];
}

const isInside = ({ x, y }: Point, rect: Rect): boolean =>
  x >= rect.x - 1 && x <= rect.x + rect.width + 1 && y >= rect.y - 1 && y <= rect.y + rect.height + 1;

type Ends = Readonly<Record<string, { from: string; to: string }>>;

/**
 * @param screens ids of the screens to open; an unknown one, or one without inner states, changes nothing.
 * @param ends ids of the boxes that each arrow connects, also of those inside a screen.
 * @returns the whole drawing, including boxes and arrows inside the screens.
 */
export const openedLayout = ({ outer, innerGraphs }: ChartLayout, screens: readonly string[], ends: Ends): Layout =>
  [...new Set(screens)].reduce((layout, screen) => withOpened(layout, screen, innerGraphs[screen], ends), outer);

function withOpened(outer: Layout, screen: string, inside: Layout | undefined, ends: Ends): Layout {
  const box = outer.boxes[screen];
  if (!inside || !box) return outer;
  const width = Math.max(box.width, inside.width + 2 * PADDING);
  const height = Math.max(BOX_HEIGHT, inside.height + TITLE_HEIGHT + PADDING);
  const [toX, toY] = [stretched(box.x, box.width, width), stretched(box.y, box.height, height)];
  const isAside = ({ x }: Point): boolean => x > outer.side;
  /** The side column and the journey do not move each other vertically. */
  const moved = (point: Point): Point => ({ x: toX(point.x), y: isAside(point) === isAside(box) ? toY(point.y) : point.y });

  /** Whether a container includes the screen and grows with it. All others keep their size. */
  const grows = (rect: Rect): boolean => isInside(box, rect) && isInside({ x: box.x + box.width, y: box.y + box.height }, rect);
  const boxes: Record<string, Rect> = {};
  for (const [id, rect] of Object.entries(outer.boxes)) {
    const [from, to] = [moved(rect), moved({ x: rect.x + rect.width, y: rect.y + rect.height })];
    const centre = moved({ x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 });
    const isContainer = rect.height > BOX_HEIGHT;
    boxes[id] =
      grows(rect) || isContainer
        ? { ...from, width: to.x - from.x, height: to.y - from.y }
        : { x: centre.x - rect.width / 2, y: centre.y - rect.height / 2, width: rect.width, height: rect.height };
  }

  const arrows: Record<string, readonly Point[]> = {};
  for (const [id, points] of Object.entries(outer.arrows)) {
    const between = ends[id];
    const attached = (point: Point, owner: string | undefined): Point => {
      const [before, now] = [owner && outer.boxes[owner], owner && boxes[owner]];
      // The size of a container, also of an open screen, changes with the drawing around it.
      if (!before || !now || before.height > BOX_HEIGHT || owner === screen) return moved(point);
      return {
        x: point.x - before.x - before.width / 2 + now.x + now.width / 2,
        y: point.y - before.y - before.height / 2 + now.y + now.height / 2,
      };
    };
    const [first, last] = [points[0], points[points.length - 1]];
    if (first && last) arrows[id] = joined(points, attached(first, between?.from), attached(last, between?.to), moved);
  }

  const opened = boxes[screen] as Rect;
  const left = opened.x + (opened.width - inside.width) / 2;
  const shifted = ({ x, y }: Point): Point => ({ x: x + left, y: y + opened.y + TITLE_HEIGHT });
  for (const [id, rect] of Object.entries(inside.boxes)) boxes[id] = { ...rect, ...shifted(rect) };
  for (const [id, points] of Object.entries(inside.arrows)) arrows[id] = points.map(shifted);
  return { side: toX(outer.side), width: outer.width + width - box.width, height: outer.height + height - box.height, boxes, arrows };
}
