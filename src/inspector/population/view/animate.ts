/**
 * Draws over the chart how many journeys are at each place at a moment. The drawing runs in every frame while the slider
 * moves. Therefore it changes existing SVG nodes, and no component renders.
 */
import { overlaps } from '../../chart/labels.ts';
import type { Point, Rect } from '../../chart/layout.ts';
import type { Whereabouts } from '../compute/moment.ts';

const SVG = 'http://www.w3.org/2000/svg';

export interface Stage {
  /** Position of the number of each place, by index of the place; null: the place is not drawn. */
  readonly badges: readonly (Point | null)[];
  /** The middle of the way between two places; null: one of the places is not drawn. */
  readonly middle: (from: number, to: number) => Point | null;
}

export interface Animation {
  /** @returns the number of changed nodes. */
  show: (whereabouts: Whereabouts) => number;
  /** Moves the dots off these names, and shows the last moment again. */
  keepClear: (names: readonly Rect[]) => void;
  clear: () => void;
}

/** Radius of a dot for all journeys. The area of a dot grows with the number of journeys. */
const LARGEST = 16;
const SMALLEST = 3;

const element = (name: string, className: string): SVGElement => {
  const made = document.createElementNS(SVG, name);
  made.setAttribute('class', className);
  return made;
};

/** The rectangle around the largest dot. */
const around = ({ x, y }: Point): Rect => ({ x: x - LARGEST, y: y - LARGEST, width: 2 * LARGEST, height: 2 * LARGEST });

/** The point, or the nearest one beside the name that a dot there would cover. */
function clearOf(names: readonly Rect[], point: Point): Point {
  const coveredAt = (at: Point): Rect | undefined => names.find((name) => overlaps(around(at), name));
  const name = coveredAt(point);
  if (!name) return point;
  const distance = ({ x, y }: Point): number => Math.hypot(x - point.x, y - point.y);
  const beside = [
    { ...point, x: name.x - LARGEST },
    { ...point, x: name.x + name.width + LARGEST },
    { ...point, y: name.y - LARGEST },
    { ...point, y: name.y + name.height + LARGEST },
  ].sort((a, b) => distance(a) - distance(b));
  return beside.find((at) => !coveredAt(at)) ?? point;
}

export function createAnimation(group: SVGGElement, { badges, middle }: Stage, journeys: number): Animation {
  /** By index of a place, the node of its number and the number that the node shows. */
  const numbers = new Map<number, { node: SVGElement; shown: number }>();
  const dots = new Map<number, { node: SVGElement; shown: number }>();
  let named: readonly Rect[] = [];
  let last: Whereabouts | null = null;
  const radius = (count: number): number => SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(count / Math.max(1, journeys));

  const put = (place: number, count: number): number => {
    const at = badges[place];
    if (!at) return 0;
    let known = numbers.get(place);
    if (!known) {
      if (count === 0) return 0;
      const node = element('text', 'there');
      node.setAttribute('x', String(at.x));
      node.setAttribute('y', String(at.y));
      group.append(node);
      known = { node, shown: -1 };
      numbers.set(place, known);
    }
    if (known.shown === count) return 0;
    known.shown = count;
    known.node.textContent = count === 0 ? '' : String(count);
    return 1;
  };

  const dot = (way: number, count: number): number => {
    let known = dots.get(way);
    if (!known) {
      const half = middle(Math.floor(way / badges.length), way % badges.length);
      if (!half) return 0;
      const at = clearOf(named, half);
      const node = element('circle', 'traveller');
      node.setAttribute('cx', String(at.x));
      node.setAttribute('cy', String(at.y));
      group.append(node);
      known = { node, shown: 0 };
      dots.set(way, known);
    }
    if (known.shown === count) return 0;
    known.shown = count;
    known.node.setAttribute('r', count === 0 ? '0' : radius(count).toFixed(1));
    return 1;
  };

  const showDots = ({ between }: Whereabouts): number => {
    let touched = 0;
    for (const [way, { shown }] of dots) if (shown > 0 && !between.has(way)) touched += dot(way, 0);
    for (const [way, count] of between) touched += dot(way, count);
    return touched;
  };

  return {
    show(whereabouts) {
      last = whereabouts;
      let touched = 0;
      whereabouts.at.forEach((count, place) => (touched += put(place, count)));
      return touched + showDots(whereabouts);
    },
    keepClear(names) {
      named = names;
      for (const { node } of dots.values()) node.remove();
      dots.clear();
      if (last) showDots(last);
    },
    clear() {
      group.textContent = '';
      numbers.clear();
      dots.clear();
    },
  };
}
