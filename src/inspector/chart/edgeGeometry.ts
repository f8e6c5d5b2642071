/** Geometry of arrows: SVG paths, end points and label positions. */
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

export interface LabelPlace extends Point {
  anchor: 'start' | 'middle' | 'end';
}

/**
 * Position of a label: the middle of the longest segment. The labels of the last and of the next transition are on
 * different sides, because the two are often opposite directions of one connection.
 */
export function labelPlace(points: readonly Point[], side: 'first' | 'second'): LabelPlace {
  let best = { length: -1, from: points[0] as Point, to: points[0] as Point };
  for (let i = 1; i < points.length; i++) {
    const [from, to] = [points[i - 1] as Point, points[i] as Point];
    const length = Math.hypot(from.x - to.x, from.y - to.y);
    if (length > best.length) best = { length, from, to };
  }
  const { from, to } = best;
  const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
  const isUpright = Math.abs(from.x - to.x) < Math.abs(from.y - to.y);
  if (isUpright) return side === 'first' ? { x: x + 8, y: y + 4, anchor: 'start' } : { x: x - 8, y: y + 4, anchor: 'end' };
  return { x, y: side === 'first' ? y - 6 : y + 14, anchor: 'middle' };
}
