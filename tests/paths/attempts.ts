/** Counts failed attempts of a step: in one place or state, and in all places. */
import type { Edge } from './explore.ts';

export interface Attempts {
  of(at: string, edge: Edge): number;
  /** Number of failed attempts in all places together. */
  anywhere(edge: Edge): number;
  add(at: string, edge: Edge, times: number): void;
  forget(at: string, edge: Edge): void;
}

/** Counted by step alone, or by step and obligation. */
type Kind = (edge: Edge) => string;
export const byStep: Kind = ({ step }) => step.name;
export const byCoverage: Kind = ({ step, covers }) => `${step.name} ${covers[0] ?? ''}`;

/** Key under which attempts from several states are counted together. @param key of a state. */
type Where = (key: string) => string;
/** Per state: in a browser, stored data such as the photos decides which buttons a page shows. */
export const byState: Where = (key) => key;
/** Place, session and order: with a lender other parts of the state do not decide whether a step is possible. */
const byPlace: Where = (key) => key.split(' | ').slice(0, 3).join(' | ');

/** Counts by place and step. */
export function createAttempts(kindOf: Kind = byStep, whereOf: Where = byPlace): Attempts {
  const counts = new Map<string, Map<string, number>>();
  const everywhere = new Map<string, number>();
  /** Cached: there are many edges. */
  const places = new Map<string, string>();
  const placeOf = (key: string): string => {
    const known = places.get(key) ?? whereOf(key);
    places.set(key, known);
    return known;
  };
  const of = (at: string, { step }: Edge): number => counts.get(placeOf(at))?.get(step.name) ?? 0;
  return {
    of,
    anywhere: (edge) => everywhere.get(kindOf(edge)) ?? 0,
    add(at, edge, times) {
      everywhere.set(kindOf(edge), (everywhere.get(kindOf(edge)) ?? 0) + times);
      const here = counts.get(placeOf(at)) ?? new Map<string, number>();
      counts.set(placeOf(at), here.set(edge.step.name, of(at, edge) + times));
    },
    forget(at, edge) {
      counts.get(placeOf(at))?.delete(edge.step.name);
      everywhere.delete(kindOf(edge));
    },
  };
}
