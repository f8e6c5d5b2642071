/**
 * Rules of a chart: what must hold in every state and in every step. Path tests check them in the explored graph, the
 * inspector in the step that it shows.
 */

/** The event of a step, also an answer, a failure or a timer of XState. */
export interface StepEvent {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** Why the rule is broken, in one sentence without the state; null: the rule holds; undefined: it does not apply. */
export type Complaint = string | null | undefined;

/** @typeParam S the snapshots of the chart. */
export interface Rule<S> {
  name: string;
  ofState?: (snapshot: S) => Complaint;
  ofStep?: (from: S, event: StepEvent, to: S) => Complaint;
}

export interface Verdict {
  name: string;
  is: 'holds' | 'broken' | 'notAsked';
  /** Why the rule is broken; empty otherwise. */
  why: string;
}

/** A snapshot and the event that led to it; null at the start. */
interface Reached<S> {
  readonly event: StepEvent | null;
  readonly snapshot: S;
}

/** The verdict of each rule about a step and the state after it. @param before null at the start. */
export const judge = <S>(rules: readonly Rule<S>[], before: Reached<S> | null, { event, snapshot }: Reached<S>): Verdict[] =>
  rules.map(({ name, ofState, ofStep }) => {
    const found = [ofState?.(snapshot), before && event ? ofStep?.(before.snapshot, event, snapshot) : undefined];
    const why = found.find((complaint) => typeof complaint === 'string');
    if (typeof why === 'string') return { name, is: 'broken', why };
    return { name, is: found.includes(null) ? 'holds' : 'notAsked', why: '' };
  });
