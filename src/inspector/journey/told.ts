/** What an event came to in its place: a press that the app itself refused reads, counts and is filtered as the problem it was. */
import type { Problem } from '#machines/model/codes.ts';
import { kindOf, type Kind } from './kinds.ts';
import { faultWords, sentenceOf } from './sentences.ts';
import type { JourneyEventData, Step } from './steps.ts';

/** As much of a snapshot, or of a recorded view, as says whether a press was refused. */
export interface Moment {
  readonly value: unknown;
  readonly context: { readonly problem?: unknown };
}

export interface Told {
  kind: Kind;
  /** Without a full stop. */
  sentence: string;
}

const problemIn = ({ context }: Moment): Problem | null => (context.problem as Problem | null | undefined) ?? null;

/** Why the app said no to what a person just did; null: it did not. A second press on the same thing is refused anew. */
export function refusalOf({ type }: JourneyEventData, before: Moment, after: Moment): Problem | null {
  const problem = problemIn(after);
  if (!problem || kindOf({ type }) !== 'person') return null;
  if (problem.code !== problemIn(before)?.code) return problem;
  return type.endsWith('.submitted') && JSON.stringify(before.value) === JSON.stringify(after.value) ? problem : null;
}

/** An event between the moment before and the moment after it. */
export function told(event: JourneyEventData, before: Moment, after: Moment): Told {
  const refusal = refusalOf(event, before, after);
  const sentence = sentenceOf(event);
  return refusal ? { kind: 'problem', sentence: `${sentence}, refused: ${faultWords(refusal)}` } : { kind: kindOf(event), sentence };
}

/** The event that led to a step; null at the start. */
export function toldAt(steps: readonly Step[], index: number): Told | null {
  const [before, step] = [steps[index - 1], steps[index]];
  if (!step?.event) return null;
  return told(step.event, before?.snapshot ?? step.snapshot, step.snapshot);
}
