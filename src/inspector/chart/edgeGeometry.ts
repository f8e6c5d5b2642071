/** Geometry of arrows: SVG paths, end points and segments. */
import type { Point, Rect } from './layout.ts';

const at = ({ x, y }: Point): string => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;

export const polyline = (points: readonly Point[]): string => `M${points.map(at).join('L')}`;

/** The point at which the line to `towards` crosses the border of the rectangle. */
function border({ x, y, width, height }: Rect, towards: Point): Point {
  const [cx, cy] = [x + width / 2, y + height / 2];
  const [dx, dy] = [towards.x - cx, towards.y - cy];
  if (dx === 0 && dy === 0) return { x: cx, y: cy };
  const reach = Math.min(dx === 0 ? Infinity : width / 2 / Math.abs(dx), dy === 0 ? Infinity : height / 2 / Math.abs(dy));
  return { x: cx + dx * reach, y: cy + dy * reach };
}

const centre = ({ x, y, width, height }: Rect): Point => ({ x: x + width / 2, y: y + height / 2 });

/** A straight line from border to border, for a transition that the layout does not contain. */
export const direct = (from: Rect, to: Rect): Point[] => [border(from, centre(to)), border(to, centre(from))];

interface Segment {
  from: Point;
  to: Point;
}

/** The segments of an arrow, the longest first. */
export const longestFirst = (points: readonly Point[]): Segment[] =>
  points
    .slice(1)
    .map((to, i) => ({ from: points[i] as Point, to }))
    .sort((a, b) => Math.hypot(b.to.x - b.from.x, b.to.y - b.from.y) - Math.hypot(a.to.x - a.from.x, a.to.y - a.from.y));
