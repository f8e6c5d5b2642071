import { describe, expect, it } from 'vitest';
import { events } from '../paths/cases/events.ts';
import { nodesOf } from '../paths/steps.ts';
import { assign, fromPromise, setup, type AnyStateMachine } from 'xstate';
import { journeyMachine } from '#machines/journey.machine.ts';
import { orderMachine } from '#machines/order.machine.ts';
import { ROUTES } from '#machines/routes.ts';
import { lintChart, lintPlaces } from '../support/chartLint.ts';
import { bindPorts } from '#tests/support/bindPorts.ts';

describe('the journey chart', () => {
  it('journey chart: it passes the lint for mistakes that types do not show', () =>
    expect(lintChart(bindPorts(journeyMachine, {}))).toEqual([]));
  it('journey chart: every link leads to one place', () => expect(lintPlaces(journeyMachine)).toEqual([]));
  it('journey chart: it has a state for every event that is sent to it', () => {
    const handled = new Set(nodesOf(journeyMachine).flatMap((node) => node.ownEvents));
    expect(Object.keys(events).filter((type) => !handled.has(type))).toEqual([]);
  });

  it.each(Object.entries(ROUTES))('journey chart: it has the place %s at %s', (name, route) => {
    const node = journeyMachine.getStateNodeById(name);
    expect(node.config.route).toBeDefined();
    expect((node.meta as { route?: string }).route).toBe(route);
  });
});

describe('the order chart', () => {
  it('order chart: it passes the lint for mistakes that types do not show', () => expect(lintChart(orderMachine)).toEqual([]));
});

describe('a planted mistake', () => {
  const answer = fromPromise<string>(() => Promise.resolve('yes'));
  const vocabulary = setup({
    actors: { ask: answer },
    guards: { isAllowed: () => true },
    actions: { remember: assign({}) },
    delays: { SOON: 5 },
  });
  /** A small chart without faults, with one state replaced. It is untyped, because types would refuse most of the mistakes. */
  const chartWith = (state: object, root: object = {}): AnyStateMachine =>
    vocabulary.createMachine({
      id: 'small',
      initial: 'first',
      ...root,
      states: { first: { on: { 'second.opened': 'second' } }, second: state },
    } as never) as unknown as AnyStateMachine;
  const asking = (invoke: object) => ({ tags: ['busy'], invoke: { id: 'ask', src: 'ask', onError: 'first', ...invoke } });

  it('planted mistake, healthy chart: the lint names no mistake', () => {
    expect(
      lintChart(chartWith({ ...asking({}), on: { 'second.left': { guard: 'isAllowed', target: 'first', actions: 'remember' } } })),
    ).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['an unknown delay', { after: { LATER: 'first' } }, 'small.second: unknown delay "LATER" (it would end at once)'],
    ['a delay without a name', { after: { 500: 'first' } }, 'small.second: a delay without a name'],
    ['an unknown guard', { always: { guard: 'isMissing', target: 'first' } }, 'small.second: unknown guard "isMissing"'],
    ['an inline guard of a link', { id: 'second', route: { guard: () => true } }, 'second: a guard without a name'],
    ['an unknown guard of a link', { id: 'second', route: { guard: 'isMissing' } }, 'second: unknown guard "isMissing"'],
    ['an inline guard', { on: { 'a.b': { guard: () => true, target: 'first' } } }, 'small.second: a guard without a name'],
    ['an unknown action', { entry: 'forget' }, 'small.second: unknown action "forget"'],
    ['an inline action', { exit: assign({}) }, 'small.second: an action without a name'],
    ['an inline actor', asking({ src: answer }), 'small.second: an actor without a name'],
    ['an unknown actor', asking({ src: 'tell' }), 'small.second: unknown actor "tell"'],
    ['an invoke without an id', asking({ id: undefined }), 'small.second: an invoke without an id'],
    ['a missing onError', asking({ onError: undefined }), 'small.second: "ask" has no onError (its failure would stop the whole machine)'],
    ['a systemId', asking({ systemId: 'asker' }), 'small.second: a systemId, which breaks the generation of paths'],
    ['an actor that is not busy', { ...asking({}), tags: [] }, 'small.second: an actor runs and it is not tagged busy'],
    ['busy without an actor', { tags: ['busy'] }, 'small.second: tagged busy and no actor runs'],
    ['an unreachable state', { initial: 'one', states: { one: {}, two: {} } }, 'small.second.two: nothing leads here'],
    ['an event in capitals', { on: { NEXT: 'first' } }, 'small.second: the event "NEXT" is not dotted and lower-case'],
    ['a state in capitals', { initial: 'One', states: { One: {} } }, 'small.second.One: the key "One" is not in camelCase'],
  ])('chart with a planted mistake, %s: the lint names it', (_, state, complaint) =>
    expect(lintChart(chartWith(state))).toContain(complaint),
  );

  it('chart with one invoke id in two states: the lint names it', () => {
    const twice = vocabulary.createMachine({
      id: 'small',
      initial: 'one',
      states: {
        one: { ...asking({ onError: 'two' }) },
        two: { ...asking({ onError: 'one' }) },
      },
    } as never);
    expect(lintChart(twice as unknown as AnyStateMachine)).toContain('small.two: "ask" is already an invoke of small.one');
  });

  it.each<[string, object, string]>([
    ['a link without an id', { route: {}, meta: { route: '/second' } }, 'small.second: can be linked to and has no id of its own'],
    ['a link without a path', { id: 'second', route: {} }, 'second: can be linked to and names no path'],
    ['a state without a path', {}, 'small.second: no path names it or a state above it'],
    [
      'a path taken twice',
      { initial: 'a', states: { a: { id: 'a', route: {}, meta: { route: '/a' } }, b: { id: 'b', route: {}, meta: { route: '/a' } } } },
      'b: the path /a belongs to a',
    ],
  ])('chart with a planted mistake of places, %s: the lint names it', (_, state, complaint) =>
    expect(lintPlaces(chartWith(state))).toContain(complaint),
  );
});
