/**
 * Runs the quickest checks that could notice a mutant of the journey's chart: its own steps, from the snapshots of the
 * explored graph in which they can happen. A mutant differs in one place, so nothing else has to be explored again.
 */
import { initialTransition } from 'xstate';
import { journeyMachine, type JourneyMachine, type JourneySnapshot } from '#machines/journey.machine.ts';
import { RULES, type JourneyRule } from '#machines/invariants.ts';
import { carrying } from '../expected/carried.ts';
import { createTable } from '../expected/table.ts';
import type { Row } from '../expected/tableRows.ts';
import { observe, placeOf } from '../expected/observe.ts';
import { createStepper, explore, type Graph, type Model } from '../explore.ts';
import { journeyModel } from '../model.ts';
import { project } from '../projection.ts';
import { nodesOf, type Step } from '../steps.ts';
import { buildMutant } from './buildMutant.ts';
import type { Mutant } from './operators.ts';

/** The check that noticed the mutant. `chart`: the mutant cannot be built, or fails while it runs. */
type Killer = 'chart' | 'invariants' | 'expected';
export type Result = { is: 'killed'; by: Killer; why: string } | { is: 'survived' } | { is: 'unseen' };

interface Sample {
  key: string;
  before: JourneySnapshot;
  step: Step;
}

/** Maximum number of steps that are tried per transition. */
const MOST_SAMPLES = 240;

/** The steps of the explored graph, by the part of the chart that they exercise. */
interface Samples {
  of: (mutant: Mutant) => readonly Sample[];
}

class Index {
  readonly byPart = new Map<string, Map<string, Sample>>();
  add(part: string, likeness: string, sample: Sample): void {
    const known = this.byPart.get(part) ?? new Map<string, Sample>();
    this.byPart.set(part, known);
    if (known.size < MOST_SAMPLES && !known.has(likeness)) known.set(likeness, sample);
  }
}

/** Explores the chart that ships and keeps steps for every transition and state. */
export function collectSamples(model: Model = journeyModel, also: Pick<Model, 'check' | 'idle'> = {}): { samples: Samples; graph: Graph } {
  const index = new Index();
  const keys = new WeakMap<JourneySnapshot, string>();
  const keyOf = (snapshot: JourneySnapshot): string => {
    const key = keys.get(snapshot) ?? project(snapshot);
    keys.set(snapshot, key);
    return key;
  };
  const add = (before: JourneySnapshot, step: Step, after: JourneySnapshot | null, covers: readonly string[]): void => {
    const key = keyOf(before);
    const sample: Sample = { key, before, step };
    const { type } = step.event;
    const seen = after === null ? null : observe(before, step, after);
    // Steps with equal place, outcome and facts show the same. Further steps differ in the values that guards read.
    const alike = `${placeOf(before)} ${step.name} ${seen?.to ?? ''} ${seen ? [...seen.facts].join() : ''}`;
    const moved = `${placeOf(before)} ${seen?.to ?? ''} ${seen ? [...seen.facts].join() : ''}`;
    const context = `${alike} ${key.split(' | ').slice(1, 5).join()}`;
    const parts = new Set<string>();
    for (const node of before._nodes) if (node.transitions.has(type)) parts.add(`${node.id} ${type}`);
    for (const name of covers) {
      const [source = '', rest = ''] = name.split(' --');
      if (rest !== '') {
        const event = rest.replace(/-->.*/, '').replace(/\[\d+\]$/, '');
        parts.add(`${source} ${event === 'always' ? '' : event}`);
      }
    }
    if (after !== null) {
      for (const node of before._nodes) if (!after._nodes.includes(node) || seen?.to === 'starts again') parts.add(`state ${node.id}`);
      for (const node of after._nodes) if (!before._nodes.includes(node) || seen?.to === 'starts again') parts.add(`state ${node.id}`);
      for (const name of covers) if (name.startsWith('state ')) parts.add(name);
    }
    // Every page has a link, and the root handles them all.
    if (type === 'xstate.route') parts.add(`link ${String(step.event['to'])}`);
    for (const part of parts) index.add(part, part.startsWith('state ') ? moved : context, sample);
  };
  const graph = explore(journeyMachine, {
    ...model,
    check(before, step, after, covers) {
      add(before, step, after, covers);
      also.check?.(before, step, after, covers);
    },
    idle(before, step) {
      add(before, step, null, []);
      also.idle?.(before, step);
    },
  });
  addOthers(graph, add, also);
  const partOf = ({ node, event, isLink }: Mutant): string =>
    isLink ? `link #${node}` : event === null ? `state ${node}` : `${node} ${event}`;
  const of = (mutant: Mutant): readonly Sample[] => [...(index.byPart.get(partOf(mutant))?.values() ?? [])];
  return { graph, samples: { of } };
}

/** Maximum number of further snapshots per place. */
const MOST_OTHERS = 6;

/**
 * Adds the steps of further snapshots of each place, with other values of problem, notice and drafts: only these show an action
 * that clears such a value.
 */
function addOthers(
  graph: Graph,
  add: (before: JourneySnapshot, step: Step, after: JourneySnapshot | null, covers: readonly string[]) => void,
  also: Pick<Model, 'check' | 'idle'>,
): void {
  const stepper = createStepper(graph.machine);
  const seen = new Map<string, Set<string>>();
  for (const snapshots of graph.others.values())
    for (const snapshot of snapshots) {
      const { problem, notice, timesReconciled, lostSession, unsent } = snapshot.context;
      const kinds = seen.get(placeOf(snapshot)) ?? new Set<string>();
      seen.set(placeOf(snapshot), kinds);
      const kind = [problem !== null, notice !== null, timesReconciled > 0, lostSession, Object.keys(unsent).length > 0].join();
      if (kinds.has(kind) || kinds.size >= MOST_OTHERS) continue;
      kinds.add(kind);
      for (const step of graph.model.enabled(snapshot)) {
        const next = stepper.step(snapshot, step);
        add(snapshot, step, next?.snapshot ?? null, next?.covers ?? []);
        if (next) also.check?.(snapshot, step, next.snapshot, next.covers);
        else also.idle?.(snapshot, step);
      }
    }
}

/** Number of states in which each step of a place is tried with values of an earlier step, as `npm run paths` does. */
const MOST_CARRIED = 2;

/** The same steps with a problem, a notice and so on before them. */
function carriedIn(samples: readonly Sample[]): Sample[] {
  const tried = new Map<string, number>();
  return samples.flatMap((sample) => {
    const id = `${placeOf(sample.before)} ${sample.step.name}`;
    tried.set(id, (tried.get(id) ?? 0) + 1);
    if ((tried.get(id) ?? 0) > MOST_CARRIED) return [];
    return carrying(sample.before).map(([, before]) => ({ ...sample, before }));
  });
}

const rules = Object.values(RULES as Record<string, JourneyRule>);

/** The same snapshot, resolved by another machine with the same states. */
function moved(machine: JourneyMachine, snapshot: JourneySnapshot): JourneySnapshot {
  const resolved = machine.resolveState({ value: snapshot.value, context: snapshot.context } as never) as JourneySnapshot;
  return { ...resolved, children: snapshot.children } as JourneySnapshot;
}

export function createEvaluation(samples: Samples, rows: readonly Row[]) {
  const base = createStepper(journeyMachine, { withCoverage: false });
  const table = createTable(rows);

  /** The first complaint of a check about one step; null: there is none. */
  function complaint(key: string, before: JourneySnapshot, step: Step, after: JourneySnapshot | null): [Killer, string] | null {
    if (after === null && step.event.type.startsWith('xstate.error.actor.')) return ['invariants', `"${step.name}" leads nowhere`];
    if (after !== null)
      for (const { name, ofState, ofStep } of rules) {
        const said = ofState?.(after) ?? ofStep?.(before, step.event, after);
        if (typeof said === 'string') return ['invariants', `${name}: ${said}`];
      }
    const [said = null] = table.complaintsAbout(key, before, step, after);
    return said === null ? null : ['expected', said];
  }

  function evaluate(mutant: Mutant): Result {
    let machine: JourneyMachine;
    try {
      machine = buildMutant(journeyMachine, mutant.config());
      // Targets are resolved when a state is first read.
      for (const node of nodesOf(machine)) void node.initial;
      void initialTransition(machine);
    } catch (error) {
      return { is: 'killed', by: 'chart', why: String(error) };
    }
    const stepper = createStepper(machine, { withCoverage: false });
    let isDifferent = false;
    const own = samples.of(mutant);
    for (const { key, before, step } of [...own, ...carriedIn(own)]) {
      let after: JourneySnapshot | null;
      try {
        after = stepper.step(moved(machine, before), step)?.snapshot ?? null;
        if (after !== null && after.status !== 'active') throw new Error(String(after.error));
      } catch (error) {
        return { is: 'killed', by: 'chart', why: `"${step.name}" in ${placeOf(before)}: ${String(error)}` };
      }
      const said = complaint(key, before, step, after);
      if (said !== null) {
        // A complaint that the chart that ships causes too is not about the mutant.
        const shipped = base.step(before, step)?.snapshot ?? null;
        if (complaint(key, before, step, shipped) === null) return { is: 'killed', by: said[0], why: said[1] };
      }
      if (!isDifferent) {
        const shipped = base.step(before, step)?.snapshot ?? null;
        isDifferent = isOther(before, step, shipped, after);
      }
    }
    return isDifferent ? { is: 'survived' } : { is: 'unseen' };
  }
  return { evaluate };
}

/** Whether two outcomes of a step differ in place or facts. */
function isOther(before: JourneySnapshot, step: Step, first: JourneySnapshot | null, second: JourneySnapshot | null): boolean {
  // A transition without effect counts as no transition.
  const [one, other] = [first ?? before, second ?? before];
  const [a, b] = [observe(before, step, one), observe(before, step, other)];
  return (
    JSON.stringify(one.value) !== JSON.stringify(other.value) ||
    a.to !== b.to ||
    JSON.stringify(one.context) !== JSON.stringify(other.context) ||
    [...one.tags].sort().join() !== [...other.tags].sort().join()
  );
}
