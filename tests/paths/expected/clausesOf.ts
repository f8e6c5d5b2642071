/** The clauses that a step in a place serves: those of the transition that handles the step. */
import type { AnyStateNode } from 'xstate';
import { clausesOfTransition } from '#machines/clauses.ts';
import { journeyMachine } from '#machines/journey.machine.ts';
import { nodesOf, type Step } from '../steps.ts';

const nodes = new Map(nodesOf(journeyMachine).map((node) => [node.path.join('.').replace(/^places\./, ''), node]));

export function clausesOfStep(place: string, { event }: Step): readonly string[] {
  for (let node: AnyStateNode | undefined = nodes.get(place); node; node = node.parent as AnyStateNode | undefined) {
    const [first] = node.transitions.get(event.type) ?? [];
    if (first) return clausesOfTransition(first);
  }
  return [];
}
