/**
 * What a step leaves of things that an earlier step may have left: a problem, a notice, an amount that was suggested. Few
 * explored states have one of them, so an action that clears it shows in few. Here each is put into the context, and the
 * step must still do exactly what its row says.
 */
import type { JourneyContext } from '#machines/context.ts';
import type { JourneyMachine, JourneySnapshot } from '#machines/journey.machine.ts';
import { shillings } from '#machines/model/money.ts';
import { createStepper } from '../explore.ts';
import type { Step } from '../steps.ts';
import { placeOf } from './observe.ts';
import type { Table } from './table.ts';

/** Nothing of this is in the projection: it decides no transition, so any state may have it that has none. */
const CARRIED: Readonly<Record<string, Partial<JourneyContext>>> = {
  'a problem': { problem: { code: 4_242, message: 'An earlier problem' } },
  'a notice': { notice: { key: 'copyFailed', message: 'An earlier notice' } },
  'three attempts': { timesReconciled: 3 },
  'a suggested amount': { suggestedAmount: shillings(4_242) },
  'a lost session': { lostSession: true },
};

const isEmpty = (value: unknown): boolean => value === null || value === 0 || value === false;

/** The snapshot with each of these things that it has not. */
export const carrying = (snapshot: JourneySnapshot): [what: string, carried: JourneySnapshot][] =>
  Object.entries(CARRIED)
    .filter(([, some]) => Object.keys(some).every((field) => isEmpty(snapshot.context[field as keyof JourneyContext])))
    .map(([what, some]) => [what, { ...snapshot, context: { ...snapshot.context, ...some } } as JourneySnapshot]);

/** States in which each step of a place is tried. */
const STATES = 2;

/** @returns a check of single steps: what is wrong by the table with each of the things carried; empty: nothing. */
export function createCarriedCheck(machine: JourneyMachine, table: Table): (key: string, before: JourneySnapshot, step: Step) => string[] {
  const stepper = createStepper(machine, { withCoverage: false });
  const tried = new Map<string, number>();
  return (key, before, step) => {
    const id = `${placeOf(before)} ${step.name}`;
    const times = tried.get(id) ?? 0;
    if (times >= STATES) return [];
    tried.set(id, times + 1);
    return carrying(before).flatMap(([what, carried]) => {
      const said = table.complaintAbout(key, carried, step, stepper.step(carried, step)?.snapshot ?? null);
      return said === null ? [] : [`with ${what} before it: ${said}`];
    });
  };
}
