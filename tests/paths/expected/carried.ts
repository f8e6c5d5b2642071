/**
 * Checks that a step keeps or clears what an earlier step may have left: a problem, a notice, a suggested amount. Few explored
 * states have one of them, so few would show an action that clears it. Here each is put into the context, and the step must
 * still do exactly what its row says.
 */
import { initialContext, type JourneyContext } from '#machines/context.ts';
import type { JourneyMachine, JourneySnapshot } from '#machines/journey.machine.ts';
import { shillings } from '#machines/model/money.ts';
import { createStepper } from '../explore.ts';
import type { Step } from '../steps.ts';
import { placeOf } from './observe.ts';
import type { Table } from './table.ts';

/** None of these is in the projection, because none decides a transition. So each may be put into any state that has none. */
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

/** The snapshot with each of these things that it has not. */
export const carrying = (snapshot: JourneySnapshot): [what: string, carried: JourneySnapshot][] =>
  Object.entries(CARRIED)
    .filter(([, some]) => Object.keys(some).every((field) => isEmpty(snapshot.context[field as keyof JourneyContext])))
    .map(([what, some]) => [what, { ...snapshot, context: { ...snapshot.context, ...some } } as JourneySnapshot]);

/** The snapshot with all of these things that it has not; null: it has them all. */
function carryingAll(snapshot: JourneySnapshot): [what: string, carried: JourneySnapshot] | null {
  const each = carrying(snapshot);
  const context = Object.assign({}, snapshot.context, ...each.map(([what]) => CARRIED[what])) as JourneyContext;
  return each.length === 0 ? null : [each.map(([what]) => what).join(', '), { ...snapshot, context } as JourneySnapshot];
}

/**
 * @returns a check of single steps: what is wrong by the table with the things carried; empty: nothing. Each step of a place
 * is tried in two states: in the first one with each thing alone, in the second one with all of them together.
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
