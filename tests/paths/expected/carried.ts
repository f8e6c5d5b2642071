/**
 * Checks that a step keeps or clears the values that an earlier step may have left: a problem, a notice, a suggested amount.
 * Few explored states have such a value, so few would show an action that clears it. Here each value is put into the context,
 * and the step must still have exactly the outcome in its row.
 */
import { initialContext, type JourneyContext } from '#machines/context.ts';
import type { JourneyMachine, JourneySnapshot } from '#machines/journey.machine.ts';
import { shillings } from '#machines/model/money.ts';
import { createStepper } from '../explore.ts';
import type { Step } from '../steps.ts';
import { placeOf } from './observe.ts';
import type { Table } from './table.ts';

/** Values outside of the projection: they decide no transition, so each may be put into any state without such a value. */
const CARRIED: Readonly<Record<string, Partial<JourneyContext>>> = {
  'a problem': { problem: { code: 4_242, message: 'An earlier problem' } },
  'a notice': { notice: { key: 'copyFailed', message: 'An earlier notice' } },
  'three attempts': { timesReconciled: 3 },
  'a suggested amount': { suggestedAmount: shillings(4_242) },
  'a lost session': { lostSession: true },
  'a recording': { recording: 'kept' },
  'a ticket that was read': { ticketNo: 'F4242' },
};

const isEmpty = (value: unknown): boolean => value === null || value === 0 || value === false || value === initialContext.recording;

/** The snapshot with one carried value, once for each value that it lacks. */
export const carrying = (snapshot: JourneySnapshot): [what: string, carried: JourneySnapshot][] =>
  Object.entries(CARRIED)
    .filter(([, some]) => Object.keys(some).every((field) => isEmpty(snapshot.context[field as keyof JourneyContext])))
    .map(([what, some]) => [what, { ...snapshot, context: { ...snapshot.context, ...some } } as JourneySnapshot]);

/** The snapshot with all carried values that it lacks; null: it lacks none. */
function carryingAll(snapshot: JourneySnapshot): [what: string, carried: JourneySnapshot] | null {
  const each = carrying(snapshot);
  const context = Object.assign({}, snapshot.context, ...each.map(([what]) => CARRIED[what])) as JourneyContext;
  return each.length === 0 ? null : [each.map(([what]) => what).join(', '), { ...snapshot, context } as JourneySnapshot];
}

/**
 * @returns a check of single steps, which returns the complaints of the table about the step with carried values. Each step of
 * a place is tried in two states: in the first with each value alone, in the second with all values together.
 */
export function createCarriedCheck(machine: JourneyMachine, table: Table): (key: string, before: JourneySnapshot, step: Step) => string[] {
  const stepper = createStepper(machine, { withCoverage: false });
  const tried = new Map<string, Map<string, number>>();
  const timesTried = (place: string, name: string): number => {
    let ofPlace = tried.get(place);
    if (!ofPlace) tried.set(place, (ofPlace = new Map()));
    const times = (ofPlace.get(name) ?? 0) + 1;
    ofPlace.set(name, times);
    return times;
  };
  return (key, before, step) => {
    const times = timesTried(placeOf(before), step.name);
    if (times > 2) return [];
    const complaints = (all: readonly [what: string, carried: JourneySnapshot][]): string[] =>
      all.flatMap(([what, carried]) => {
        const said = table.complaintsAbout(key, carried, step, stepper.step(carried, step)?.snapshot ?? null);
        return said.map((one) => `with ${what} before it: ${one}`);
      });
    if (times === 1) return complaints(carrying(before));
    // Another state of the place may take another branch of the step.
    const all = carryingAll(before);
    return all === null ? [] : complaints([all]);
  };
}
