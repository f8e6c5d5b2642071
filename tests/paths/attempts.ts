/** Counts failed attempts of a step: in one state, and anywhere. */
import type { Edge } from './explore.ts';

export interface Attempts {
  of(at: string, edge: Edge): number;
  /** The same in all states together. */
  anywhere(edge: Edge): number;
  add(at: string, edge: Edge, times: number): void;
  forget(at: string, edge: Edge): void;
}

/** Counted by step alone, or by step and obligation. */
type Kind = (edge: Edge) => string;
export const byStep: Kind = ({ step }) => step.name;
export const byCoverage: Kind = ({ step, covers }) => `${step.name} ${covers[0] ?? ''}`;

/** Counts by state and step: what is stored, such as the photos that are there, decides which of a page's buttons are shown. */
export function createAttempts(kindOf: Kind = byStep): Attempts {
  const counts = new Map<string, Map<string, number>>();
  const everywhere = new Map<string, number>();
  const of = (at: string, { step }: Edge): number => counts.get(at)?.get(step.name) ?? 0;
  return {
    of,
    anywhere: (edge) => everywhere.get(kindOf(edge)) ?? 0,
    add(at, edge, times) {
      everywhere.set(kindOf(edge), (everywhere.get(kindOf(edge)) ?? 0) + times);
      const here = counts.get(at) ?? new Map<string, number>();
      counts.set(at, here.set(edge.step.name, of(at, edge) + times));
    },
    forget(at, edge) {
      counts.get(at)?.delete(edge.step.name);
      everywhere.delete(kindOf(edge));
    },
  };
}
