/** The desk's chart: lint rules, every state and transition, invariants in every state and step, and no dead end. */
import { createActor, fromPromise } from 'xstate';
import { beforeAll, describe, expect, it } from 'vitest';
import { deskMachine, type DeskMachine, type DeskSnapshot } from '#machines/desk.machine.ts';
import type { DeskInputs } from '#machines/desk/context.ts';
import { DESK_RULES } from '#machines/deskInvariants.ts';
import { judge } from '#machines/rule.ts';
import { lintChart } from '#tests/support/chartLint.ts';
import { START } from '#tests/support/deskLender.ts';
import { cover } from '../cover.ts';
import { createStepper, explore, obligations, type Graph } from '../explore.ts';
import type { Step } from '../steps.ts';
import { events } from './cases.ts';
import { deskModel, enabledSteps } from './model.ts';

const INPUTS: readonly DeskInputs[] = [
  { now: START, invitation: null, isOnline: true },
  { now: START, invitation: 'token', isOnline: true },
];

const brokenBy = (before: DeskSnapshot, { event }: Step, after: DeskSnapshot): string[] =>
  judge(DESK_RULES, { event: null, snapshot: before }, { event, snapshot: after }).flatMap(({ name, is, why }) =>
    is === 'broken' ? [`${name}: ${why}, after ${event.type}`] : [],
  );

let graphs: readonly Graph<DeskMachine>[];
const broken = new Set<string>();
beforeAll(() => {
  graphs = INPUTS.map((input) =>
    explore(
      deskMachine,
      deskModel(input, (before, step, after) => {
        for (const rule of brokenBy(before, step, after)) broken.add(rule);
      }),
    ),
  );
});

const allEdges = () => graphs.flatMap(({ edges }) => [...edges.values()].flat());

describe('chart of the desk', () => {
  it('chart of the desk: follows the lint rules of every chart', () => expect(lintChart(deskMachine)).toEqual([]));

  it('chart of the desk, every state and every transition: is reached', () => {
    const { nodes, definitions } = obligations(deskMachine);
    const covered = new Set(allEdges().flatMap(({ covers }) => covers));
    const missing = [...nodes, ...definitions].filter((one) => !covered.has(one));
    // The initial states are entered before the first step.
    expect(missing.filter((one) => !/^state desk(\.starting(\.reading)?)?$/.test(one))).toEqual([]);
  });

  it('chart of the desk, every event: is accepted somewhere', () => {
    const taken = new Set(allEdges().map(({ step }) => step.event.type));
    expect(Object.keys(events).filter((type) => !taken.has(type) && type !== 'queues.changed')).toEqual([]);
  });

  it('chart of the desk, every state and step: keeps the invariants', () => expect([...broken]).toEqual([]));

  it('chart of the desk, no dead end: from every state a clerk gets to a queue, to the overview or to signing in', () => {
    for (const graph of graphs) {
      const before = new Map<string, Set<string>>();
      for (const [from, edges] of graph.edges) for (const { to } of edges) before.set(to, (before.get(to) ?? new Set()).add(from));
      const isGoal = (state: DeskSnapshot): boolean =>
        state.matches({ working: { place: { queue: 'shown' } } }) || state.matches({ signingIn: 'password' });
      const reaching = new Set([...graph.states].filter(([, state]) => isGoal(state)).map(([key]) => key));
      for (const key of reaching) for (const from of before.get(key) ?? []) reaching.add(from);
      expect([...graph.states.keys()].filter((key) => !reaching.has(key))).toEqual([]);
    }
  });

  it('chart of the desk, invariant broken on purpose: is reported', () => {
    const careless = deskMachine.provide({ actions: { endSession: () => undefined } });
    const look = () =>
      explore(
        careless as DeskMachine,
        deskModel(INPUTS[0] as DeskInputs, (before, step, after) => {
          const [rule] = brokenBy(before, step, after);
          if (rule) throw new Error(rule);
        }),
      );
    expect(look).toThrow('a session exists exactly while somebody works');
  });
});

describe('paths of the desk', () => {
  it('paths of the desk: together they take every transition, and a running desk takes each of them in the same way', () => {
    for (const [nth, graph] of graphs.entries()) {
      const input = INPUTS[nth] as DeskInputs;
      for (const { steps } of cover(graph, 60)) {
        const stepper = createStepper(deskMachine, { input });
        let expected = stepper.initial();
        const actor = createActor(silent, { input }).start();
        for (const { step: name } of steps) {
          const step = enabledSteps(expected).find((one) => one.name === name);
          if (!step) throw new Error(`${name} is not enabled`);
          expected = stepper.step(expected, step)?.snapshot ?? expected;
          actor.send(step.event as never);
          expect(actor.getSnapshot().value, name).toEqual(expected.value);
        }
        actor.stop();
      }
    }
  });
});

/** Calls that never answer: the path answers for them. */
const silent = deskMachine.provide({
  actors: Object.fromEntries(
    Object.keys(deskMachine.implementations.actors).map((name) => [name, fromPromise(() => new Promise<never>(() => undefined))]),
  ) as never,
});
