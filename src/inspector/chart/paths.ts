/** Lines of arrows as SVG paths. */
import type { Point, Rect } from './layout.ts';

const at = ({ x, y }: Point): string => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;

export const polyline = (points: readonly Point[]): string => `M${points.map(at).join('L')}`;

/** The point in which the line to `towards` leaves the rectangle. */
function border({ x, y, width, height }: Rect, towards: Point): Point {
  const [cx, cy] = [x + width / 2, y + height / 2];
  const [dx, dy] = [towards.x - cx, towards.y - cy];
  if (dx === 0 && dy === 0) return { x: cx, y: cy };
  const reach = Math.min(dx === 0 ? Infinity : width / 2 / Math.abs(dx), dy === 0 ? Infinity : height / 2 / Math.abs(dy));
  return { x: cx + dx * reach, y: cy + dy * reach };
}

const centre = ({ x, y, width, height }: Rect): Point => ({ x: x + width / 2, y: y + height / 2 });

/** Straight from border to border, for a way that is not drawn at rest. */
export const direct = (from: Rect, to: Rect): Point[] => [border(from, centre(to)), border(to, centre(from))];

/** The middle of the longest part, where a label stands best. */
export function labelPoint(points: readonly Point[]): Point {
  let best = { length: -1, point: points[0] as Point };
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1] as Point, points[i] as Point];
    const length = Math.hypot(a.x - b.x, a.y - b.y);
    if (length > best.length) best = { length, point: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } };
  }
  return best.point;
}
