/**
 * Draws over the chart how many journeys are at each place at a moment. The drawing runs in every frame while the slider
 * moves. Therefore it changes existing SVG nodes, and no component renders.
 */
import type { Point } from '../../chart/layout.ts';
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

export function createAnimation(group: SVGGElement, { badges, middle }: Stage, journeys: number): Animation {
  /** By index of a place, the node of its number and the number that the node shows. */
  const numbers = new Map<number, { node: SVGElement; shown: number }>();
  const dots = new Map<number, { node: SVGElement; shown: number }>();
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

  const dot = (way: number, count: number, at: Point | null): number => {
    if (!at) return 0;
    let known = dots.get(way);
    if (!known) {
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

  return {
    show({ at, between }) {
      let touched = 0;
      at.forEach((count, place) => (touched += put(place, count)));
      for (const [way, { shown }] of dots) if (shown > 0 && !between.has(way)) touched += dot(way, 0, { x: 0, y: 0 });
      for (const [way, count] of between) touched += dot(way, count, middle(Math.floor(way / at.length), way % at.length));
      return touched;
    },
    clear() {
      group.textContent = '';
      numbers.clear();
      dots.clear();
    },
  };
}
