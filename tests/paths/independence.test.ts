/** Steps that do not depend on the place: taken once per group of states, and compared in some states of the group. */
import { describe, expect, it } from 'vitest';
import { assign, setup, type SnapshotFrom } from 'xstate';
import { explore, type Model } from './explore.ts';
import type { Step } from './steps.ts';

/** Places in a row, each with a link to every page. @param isHidden whether a guard reads a field outside of the projection. */
const machineWith = (isHidden: boolean) =>
  setup({
    types: { context: {} as { hidden: boolean }, events: {} as { type: 'next' } | { type: 'link'; to: 'p1' | 'p2' } | { type: 'spoil' } },
    guards: {
      allowed: ({ context }) => !context.hidden,
      isTo: ({ event }, p: { to: string }) => event.type === 'link' && event.to === p.to,
    },
  }).createMachine({
    id: 'small',
    context: { hidden: false },
    initial: 'a',
    on: {
      link: [
        ...(isHidden ? [{ guard: 'allowed' as const, target: '.p1' as const }] : []),
        { guard: { type: 'isTo', params: { to: 'p1' } }, target: '.p1' },
        { target: '.p2' },
      ],
    },
    states: {
      a: { on: { next: 'b' } },
      b: { on: { next: { target: 'c', actions: assign({ hidden: true }) } } },
      c: { on: { next: 'd' } },
      d: { on: { link: {} } },
      p1: {},
      p2: {},
    },
  });

const steps: readonly Step[] = [
  { name: 'next', event: { type: 'next' } },
  { name: 'link p1', event: { type: 'link', to: 'p1' } },
  { name: 'link p2', event: { type: 'link', to: 'p2' } },
];

type Machine = ReturnType<typeof machineWith>;
const model: Model<Machine> = { enabled: () => [...steps], projection: (snapshot) => snapshot.value };
const grouped: Model<Machine> = { ...model, independence: { isIndependent: (type) => type === 'link', context: () => '' } };

const edgesOf = (machine: Machine, by: Model<Machine>) =>
  [...explore(machine, by).edges].map(([at, edges]) => [at, edges.map(({ step, to, covers }) => `${step.name} > ${to}: ${covers.join()}`)]);

describe('independent steps', () => {
  it('independent steps, equal outcome in all places: the graph is the same as without groups', () => {
    const machine = machineWith(false);
    expect(edgesOf(machine, grouped)).toEqual(edgesOf(machine, model));
    expect(explore(machine, grouped).dependent).toEqual([]);
  });

  it('independent steps of one group: are taken in its first, second and fourth state only', () => {
    let taken = 0;
    const counting: Model<Machine> = {
      ...grouped,
      check: (_: SnapshotFrom<Machine>, { event }) => void (taken += event.type === 'link' ? 1 : 0),
    };
    explore(machineWith(false), counting);
    // In the group of a, b, p1, p2 and c, the first, second and fourth state take both links. The state d alone is a group,
    // because it refuses links; it takes both, too.
    expect(taken).toBe(8);
  });

  it('guard that reads a field outside of the projection: is reported', () =>
    expect(explore(machineWith(true), grouped).dependent).toContainEqual(
      expect.stringMatching(/"link p2" leads to p2, and from the same context in another place to p1/),
    ));

  it('state that refuses a link: is passed on where the link was not taken, so the table is compared with each of its states', () => {
    const machine = setup({
      types: { context: {} as { times: number }, events: {} as { type: 'next' } | { type: 'link' } },
      guards: { isEarly: ({ context }) => context.times < 5 },
      actions: { count: assign({ times: ({ context }) => context.times + 1 }) },
    }).createMachine({ context: { times: 0 }, on: { link: {}, next: { guard: 'isEarly', actions: 'count' } } });
    const compared: Record<'taken' | 'refused', number[]> = { taken: [], refused: [] };
    const enabled = (['next', 'link'] as const).map((type) => ({ name: type, event: { type } }));
    explore(machine, {
      enabled: () => enabled,
      projection: ({ context }) => String(context.times),
      independence: { isIndependent: (type) => type === 'link', context: ({ context }) => String(context.times) },
      check: ({ context }, { name }) => void (name === 'link' && compared.taken.push(context.times)),
      refused: ({ context }) => void compared.refused.push(context.times),
    });
    expect(compared).toEqual({ taken: [0, 1, 3], refused: [2, 4, 5] });
  });
});
