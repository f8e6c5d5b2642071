/** How often what did not happen was tried: in one place, and in all of them together. */
import type { Edge } from './explore.ts';

export interface Tally {
  of(at: string, edge: Edge): number;
  /** The same, in all places together. */
  anywhere(edge: Edge): number;
  add(at: string, edge: Edge, times: number): void;
  forget(at: string, edge: Edge): void;
}

/** By happening alone, or by what it would prove. */
type Kind = (edge: Edge) => string;
export const byHappening: Kind = ({ happening }) => happening.name;
export const byProof: Kind = ({ happening, proves }) => `${happening.name} ${proves[0] ?? ''}`;

/** Counts by place and happening. What else is remembered there makes no difference to whether it can be brought about. */
export function createTally(kindOf: Kind = byHappening): Tally {
  const counts = new Map<string, Map<string, number>>();
  const everywhere = new Map<string, number>();
  /** Where, who and how far, of a key; there are many edges to look at. */
  const places = new Map<string, string>();
  const placeOf = (key: string): string => {
    const known = places.get(key) ?? key.split(' | ').slice(0, 3).join(' | ');
    places.set(key, known);
    return known;
  };
  const of = (at: string, { happening }: Edge): number => counts.get(placeOf(at))?.get(happening.name) ?? 0;
  return {
    of,
    anywhere: (edge) => everywhere.get(kindOf(edge)) ?? 0,
    add(at, edge, times) {
      everywhere.set(kindOf(edge), (everywhere.get(kindOf(edge)) ?? 0) + times);
      const here = counts.get(placeOf(at)) ?? new Map<string, number>();
      counts.set(placeOf(at), here.set(edge.happening.name, of(at, edge) + times));
    },
    forget(at, edge) {
      counts.get(placeOf(at))?.delete(edge.happening.name);
      everywhere.delete(kindOf(edge));
    },
  };
}
