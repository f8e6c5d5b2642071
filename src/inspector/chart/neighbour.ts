/** The next box in the direction of an arrow key. */
import { BOX_HEIGHT, type Point, type Rect } from './layout.ts';

const DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowRight: { x: 1, y: 0 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowUp: { x: 0, y: -1 },
};

export const isArrow = (key: string): boolean => key in DIRECTIONS;

/** The reference point of a box: its middle, or the title of a container. */
const placeOf = ({ x, y, width, height }: Rect): Point =>
  height > BOX_HEIGHT ? { x: x + width / 2, y: y + BOX_HEIGHT / 2 } : { x: x + width / 2, y: y + height / 2 };

/** Weight of the distance across the direction, so that boxes straight ahead are preferred. */
const ASIDE = 2;

/** @returns id of the nearest box in that direction; null if there is none. */
export function neighbour(boxes: Readonly<Record<string, Rect>>, from: string, key: string): string | null {
  const [start, direction] = [boxes[from], DIRECTIONS[key]];
  if (!start || !direction) return null;
  const here = placeOf(start);
  let nearest: { id: string; distance: number } | null = null;
  for (const [id, rect] of Object.entries(boxes)) {
    const there = placeOf(rect);
    const by = { x: there.x - here.x, y: there.y - here.y };
    const ahead = by.x * direction.x + by.y * direction.y;
    if (id === from || ahead <= 0) continue;
    const distance = ahead + ASIDE * Math.abs(by.x * direction.y + by.y * direction.x);
    if (!nearest || distance < nearest.distance) nearest = { id, distance };
  }
  return nearest?.id ?? null;
}
