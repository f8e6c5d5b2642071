import { describe, expect, it } from 'vitest';
import type { AnyStateNode } from 'xstate';
import { clearsProblems } from '#machines/clearsProblems.ts';
import { deskMachine } from '#machines/desk.machine.ts';
import { LEAVE_PROBLEM as LEFT_AT_THE_DESK } from '#machines/desk/events.ts';
import { LEAVE_PROBLEM } from '#machines/events.ts';
import { journeyMachine } from '#machines/journey.machine.ts';
import { ROUTES, type RouteName } from '#machines/routes.ts';
import { CODE } from '#machines/model/codes.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { orderIn, support } from '../paths/lenderSamples.ts';
import { asBorrower, refusal } from './chartDriver.ts';

interface Ruled {
  chart: string;
  root: AnyStateNode;
  left: readonly string[];
}

/** The presses that a state accepts, without those in `left`, each with its actions. Forms and sheets are left out. */
function pressesIn(node: AnyStateNode, left: readonly string[]): (readonly [string, readonly unknown[]])[] {
  if (['form', 'sheet'].every((tag) => node.tags.includes(tag))) return [];
  const own = [...node.transitions].flatMap(([event, transitions]) =>
    event.startsWith('xstate.') || left.includes(event)
      ? []
      : transitions
          .filter(({ target, actions }) => target || actions.length > 0)
          .map(({ actions }) => [`${node.id}: ${event}`, actions] as const),
  );
  return [...own, ...Object.values(node.states).flatMap((child) => pressesIn(child, left))];
}

describe('the problem of a page', () => {
  it.each<Ruled>([
    { chart: 'journey', root: journeyMachine.root, left: LEAVE_PROBLEM },
    { chart: 'desk', root: deskMachine.root, left: LEFT_AT_THE_DESK },
  ])('problem of a page, $chart, press accepted: is cleared before anything else', ({ root, left }) => {
    const presses = Object.values(root.states).flatMap((node) => pressesIn(node, left));
    expect(presses.length).toBeGreaterThan(40);
    expect(presses.filter(([, actions]) => actions[0] !== 'clearProblem').map(([name]) => name)).toEqual([]);
  });

  const write = { type: 'note', params: 1 };
  const { page } = clearsProblems(
    {
      page: {
        route: {},
        exit: 'forget',
        on: {
          pressed: 'other',
          typed: { actions: 'note' },
          refused: {},
          chosen: [{ guard: 'isGiven', target: 'other', actions: ['note', write] }, 'page'],
        },
        states: {
          sheet: { tags: ['form', 'sheet'], on: { pressed: { target: 'page', actions: 'note' } } },
          inner: { on: { pressed: { actions: write } } },
        },
      },
    } as const,
    { page: 'route', leaveProblem: ['typed'] },
  );

  it('page left: clears the problem before the exit of the page', () => {
    expect(page.exit).toEqual(['clearProblem', 'forget']);
  });

  it('press with a target, with actions, or with several transitions: keeps all its effects', () => {
    expect(page.on).toMatchObject({
      pressed: { target: 'other', actions: 'clearProblem' },
      chosen: [
        { guard: 'isGiven', target: 'other', actions: ['clearProblem', 'note', write] },
        { target: 'page', actions: 'clearProblem' },
      ],
    });
    expect(page.states.inner).toEqual({ on: { pressed: { actions: ['clearProblem', write] } } });
  });

  it('letter typed, press refused on purpose, press on a list of choices: leaves the problem', () => {
    expect([page.on.typed, page.on.refused]).toEqual([{ actions: 'note' }, {}]);
    expect(page.states.sheet).toEqual({ tags: ['form', 'sheet'], on: { pressed: { target: 'page', actions: 'note' } } });
  });
});

const places = (Object.keys(ROUTES) as RouteName[]).map((name) => journeyMachine.getStateNodeById(name));

describe('the problem of a place', () => {
  it.each(places.map((node) => [node.id, node] as const))('place %s, left: its problem is cleared', (_, { exit }) => {
    expect(exit).toContain('clearProblem');
  });

  it('personalInfo with a refused section, left for another step by a link: the problem is cleared', async () => {
    const journey = (await asBorrower(orderIn(STATUS.bindCard))).open('#personalInfo');
    await journey.send({ type: 'personalInfo.submitted', values: {} }).fail('savePersonalInfo', refusal(CODE.invalidField, 'No'));
    expect([journey.at, journey.context.problem?.message]).toEqual(['personalInfo.editing', 'No']);
    expect(journey.open('#additionalInfo').context.problem).toBeNull();
  });

  it('customerServices after a failed call, the retry answered: the problem is cleared', async () => {
    const journey = await asBorrower(orderIn(STATUS.repaying));
    journey.open('#customerServices');
    await journey.fail('loadSupport', refusal(CODE.invalidField, 'No'));
    expect(journey.context.problem?.message).toBe('No');
    await journey.send({ type: 'retry.requested' }).answer('loadSupport', support);
    expect(journey.context.problem).toBeNull();
  });
});
