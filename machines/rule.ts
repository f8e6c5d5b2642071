/**
 * Rules of a chart: what must hold in every state and in every step. Path tests ask them of the explored graph, the
 * inspector of the step that is looked at.
 */

export interface Happened {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** One sentence why it is broken, without the state; null: it holds; undefined: it says nothing about this. */
export type Complaint = string | null | undefined;

/** @typeParam S the snapshots of the chart. */
export interface Rule<S> {
  name: string;
  ofState?: (snapshot: S) => Complaint;
  ofStep?: (from: S, event: Happened, to: S) => Complaint;
}

export interface Verdict {
  name: string;
  is: 'holds' | 'broken' | 'notAsked';
  /** Why it is broken; empty otherwise. */
  why: string;
}

/** A snapshot and the event that led to it; null at the start. */
interface Reached<S> {
  readonly event: Happened | null;
  readonly snapshot: S;
}

/** What each rule says about a step and the state after it. @param before null at the start. */
export const judge = <S>(rules: readonly Rule<S>[], before: Reached<S> | null, { event, snapshot }: Reached<S>): Verdict[] =>
  rules.map(({ name, ofState, ofStep }) => {
    const found = [ofState?.(snapshot), before && event ? ofStep?.(before.snapshot, event, snapshot) : undefined];
    const why = found.find((complaint) => typeof complaint === 'string');
    if (typeof why === 'string') return { name, is: 'broken', why };
    return { name, is: found.includes(null) ? 'holds' : 'notAsked', why: '' };
  });
