/** The desk's chart: lint rules, every state and transition, invariants in every state and step, and no dead end. */
import { createActor, fromPromise } from 'xstate';
import { beforeAll, describe, expect, it } from 'vitest';
import { deskMachine, type DeskMachine, type DeskSnapshot } from '#machines/desk.machine.ts';
import type { DeskInputs } from '#machines/desk/context.ts';
import { isUnsent } from '#machines/desk/draft.ts';
import { draftOf } from '#machines/desk/setup.ts';
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

/** Rules of every state. @returns what is broken, a sentence each. */
function brokenIn(state: DeskSnapshot): string[] {
  const { session, case: shown, caseId, pending, values, items, staff, log, found, summary } = state.context;
  const isWorking = state.matches('working');
  const at = (place: 'open' | 'acting' | 'unknown' | 'taking' | 'puttingBack' | 'uncovering' | 'deciding'): boolean =>
    state.matches({ working: { place: { case: place } } });
  const rules: Record<string, boolean> = {
    'a session exactly while working': (session !== null) === isWorking,
    'nothing about borrowers without a session':
      isWorking ||
      (shown === null &&
        Object.keys(values).length === 0 &&
        found === null &&
        [items, staff, log, summary].every(({ is }) => is === 'loading')),
    'an open case is the one in the address': !at('open') || (shown !== null && shown.caseId === caseId),
    'acts only with an act that was sent': !(at('acting') || at('unknown')) || (pending !== null && pending.caseId === caseId),
    'a form is open only for a possible act':
      !state.matches({ working: { place: { case: { open: 'writing' } } } }) || draftOf(state.context).act !== null,
    'values are of the open case': Object.keys(values).length === 0 || caseId !== null,
  };
  return Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [rule]));
}

/** Steps after which typed words may be gone: they were sent, deleted by their clerk, or belong to somebody else. */
const MAY_DROP = /^(draft\.changed|act\.abandoned|act answered|signOut\.(requested|confirmed))/;

function brokenBy(before: DeskSnapshot, { name, event }: Step, after: DeskSnapshot): string[] {
  const out: string[] = [];
  const { drafts, draftsOf, pending } = before.context;
  const isOther = after.context.session !== null && after.context.session.staffId !== draftsOf;
  const isLost = Object.keys(drafts).some((caseId) => isUnsent(drafts[caseId]) && !isUnsent(after.context.drafts[caseId]));
  if (isLost && !MAY_DROP.test(name) && !isOther) out.push(`${name} lost what was typed`);
  const next = after.context.pending;
  const isSame = pending !== null && next !== null && JSON.stringify(pending.act) === JSON.stringify(next.act);
  if (isSame && pending.requestId !== next.requestId) out.push(`${name} sends the same act with another request id`);
  if (before.hasTag('changing') && after.hasTag('changing') && !/ answered| failed/.test(name) && before !== after) {
    const places = [before, after].map(({ value }) => JSON.stringify((value as { working?: { place?: unknown } }).working?.place));
    if (places[0] !== places[1]) out.push(`${name} (${event.type}) leaves a change that runs`);
  }
  return out;
}

let graphs: readonly Graph<DeskMachine>[];
const broken = new Set<string>();
beforeAll(() => {
  graphs = INPUTS.map((input) =>
    explore(
      deskMachine,
      deskModel(input, (before, step, after) => {
        for (const rule of [...brokenIn(after), ...brokenBy(before, step, after)]) broken.add(rule);
      }),
    ),
  );
});

const allEdges = () => graphs.flatMap(({ edges }) => [...edges.values()].flat());

describe('chart of the desk', () => {
  it('follows the lint rules of every chart', () => expect(lintChart(deskMachine)).toEqual([]));

  it('every state and every transition: is reached', () => {
    const { nodes, definitions } = obligations(deskMachine);
    const covered = new Set(allEdges().flatMap(({ covers }) => covers));
    const missing = [...nodes, ...definitions].filter((one) => !covered.has(one));
    // XState gives every chart the transitions of its start.
    expect(missing.filter((one) => !/^state desk(\.starting(\.reading)?)?$/.test(one))).toEqual([]);
  });

  it('every event: is accepted somewhere', () => {
    const taken = new Set(allEdges().map(({ step }) => step.event.type));
    expect(Object.keys(events).filter((type) => !taken.has(type) && type !== 'queues.changed')).toEqual([]);
  });

  it('every state and step: keeps the invariants', () => expect([...broken]).toEqual([]));

  it('no dead end: from every state a clerk gets to a queue, to the overview or to signing in', () => {
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

  it('an invariant that is broken on purpose: is found', () => {
    const careless = deskMachine.provide({ actions: { endSession: () => undefined } });
    const look = () =>
      explore(
        careless as DeskMachine,
        deskModel(INPUTS[0] as DeskInputs, (_, { name }, after) => {
          const [rule] = brokenIn(after);
          if (rule) throw new Error(`${rule}, after ${name}`);
        }),
      );
    expect(look).toThrow('a session exactly while working');
  });
});

describe('paths of the desk', () => {
  it('together they take every transition, and a running desk takes each of them in the same way', () => {
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
