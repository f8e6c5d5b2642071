/** Detours of an online test: the step of a strategy comes right before the step that needs it. */
import { expect, it } from 'vitest';
import { journeyMachine } from '#machines/journey.machine.ts';
import { createDetours } from './detours.ts';
import { explore, type Edge } from './explore.ts';
import { journeyModel } from './model.ts';

const edge = (name: string, to: string): Edge => ({ step: { name, event: { type: name } }, to, covers: [name] });

const edges = new Map([
  ['withoutOrder', [edge('agree', 'withoutOrder'), edge('withdraw', 'gone'), edge('apply', 'withOrder')]],
  ['withOrder', [edge('agree', 'withOrder'), edge('withdraw', 'gone')]],
  ['gone', []],
]);
const graph = {
  ...explore(journeyMachine, { ...journeyModel, enabled: () => [] }),
  start: 'withoutOrder',
  edges,
  states: new Map([...edges.keys()].map((key) => [key, undefined as never])),
};

const planned = (isBarred: (at: string, edge: Edge) => boolean): string[] | undefined =>
  createDetours(graph, new Set(['withdraw']), [{ to: /^withdraw$/, by: [/^agree$/] }])
    .from('withoutOrder', isBarred)
    ?.edges.map(({ step }) => step.name);

it('detour, its goal is possible in the present state: the step of the strategy is taken there', () =>
  expect(planned(() => false)).toEqual(['agree', 'withdraw']));

it('detour, its goal is barred in the present state: the step of the strategy is taken where the goal is possible', () =>
  expect(planned((at, { step }) => at === 'withoutOrder' && step.name === 'withdraw')).toEqual(['apply', 'agree', 'withdraw']));
