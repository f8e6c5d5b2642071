/** Steps of a clerk at a desk that runs with a real lender: enabled steps of the chart, with the values that the page shows. */
import type { DeskSnapshot } from '#machines/desk.machine.ts';
import { actOf, type Draft } from '#machines/desk/draft.ts';
import type { DeskEvent, DeskEventOf } from '#machines/desk/events.ts';
import { draftOf, waitingIn } from '#machines/desk/setup.ts';
import { valueOf } from '#machines/model/loadable.ts';
import type { DeskActName, Queue } from '#src/api/desk.ts';
import { stepsIn, type Named, type Step } from '../steps.ts';

/** One case, and the values that are typed for its acts. */
export interface Subject {
  caseId: string;
  queues: readonly Queue[];
  /** Acts that decide the case. Other acts are chosen too, and left again. */
  acts: readonly DeskActName[];
  /** Values that are complete for each of these acts. */
  draft: Partial<Omit<Draft, 'act'>>;
}

let presses = 0;
const requestId = (): string => `online-press-${++presses}`;

type Cases = { [T in DeskEvent['type']]?: (state: DeskSnapshot, subject: Subject) => Named<Omit<DeskEventOf<T>, 'type'>> };

const named = <T>(all: readonly T[], nameOf: (one: T) => string): Record<string, T> =>
  Object.fromEntries(all.map((one) => [nameOf(one), one]));

/** Events of the browser and of places without a case are tried by the path tests of the machine alone. */
const CASES: Cases = {
  'queue.opened': (_, { queues }) =>
    named(
      queues.map((queue) => ({ queue })),
      ({ queue }) => queue,
    ),
  'case.opened': ({ context: { items } }, { caseId }) => {
    const approvals = (valueOf(items)?.items ?? []).filter((item) => item.queue === 'approvals');
    return { 'the case': { caseId }, ...named(approvals, () => 'an approval') };
  },
  'case.closed': () => ({ '': {} }),
  'case.taken': () => ({ '': { requestId: requestId() } }),
  'case.putBack': () => ({ '': { requestId: requestId() } }),
  'refresh.requested': () => ({ '': {} }),
  'retry.requested': () => ({ '': {} }),
  'cover.lifted': ({ context }) => ({
    ...named(
      (context.case?.covered ?? []).map((what) => ({ what, reason: 'Compare with the card' })),
      ({ what }) => what,
    ),
    'without a reason': { what: 'mobile', reason: ' ' },
  }),
  'act.chosen': ({ context }) =>
    named(
      (context.case?.acts ?? []).filter((act) => act !== 'blockNumber').map((act) => ({ act })),
      ({ act }) => act,
    ),
  'act.abandoned': () => ({ '': {} }),
  'draft.changed': (_, { draft }) => ({ complete: { change: draft }, empty: { change: { words: '', reason: '', amount: '', sides: [] } } }),
  'act.submitted': () => ({ '': { requestId: requestId() } }),
  'approval.decided': ({ context }) =>
    Object.fromEntries(
      waitingIn(context.case).flatMap(({ approvalId }) =>
        (['confirm', 'decline'] as const).map((decision) => [decision, { approvalId, decision, requestId: requestId() }]),
      ),
    ),
};

/** The steps that the chart accepts in this snapshot. */
export const possibleSteps = (state: DeskSnapshot, subject: Subject): Step[] =>
  stepsIn(state, {
    events: (type) => CASES[type as DeskEvent['type']]?.(state as never, subject as never) ?? {},
    answers: () => ({}),
    failures: () => ({}),
  }).filter(({ name, event }) => !name.startsWith('xstate.') && state.can(event as never));

/**
 * The step that leads on to a decision: an act in the case, or the way to the case through the queues, one after the other.
 * Randomly drawn steps lead to a decision too, but after an unlimited number of steps.
 */
export function stepOnward(state: DeskSnapshot, steps: readonly Step[], { acts, caseId, queues }: Subject): Step | null {
  const { items, queue } = state.context;
  const draft = draftOf(state.context);
  const isWriting = state.matches({ working: { place: { case: { open: 'writing' } } } }) && draft.act !== null && acts.includes(draft.act);
  const ofForm = actOf(draft) === null ? 'draft.changed (complete)' : 'act.submitted';
  const isListed = state.matches({ working: { place: 'queue' } }) && (valueOf(items)?.items ?? []).some((item) => item.caseId === caseId);
  const wanted = [
    'approval.decided (confirm)',
    ...(isWriting ? [ofForm] : [...acts.map((act) => `act.chosen (${act})`), 'case.taken']),
    ...(state.matches({ working: { place: 'queue' } }) ? ['case.opened (an approval)'] : []),
    ...(isListed ? ['case.opened (the case)'] : []),
    `queue.opened (${queues[(queues.findIndex((one) => one === queue) + 1) % queues.length]})`,
  ];
  for (const start of wanted) {
    const step = steps.find(({ name }) => name.startsWith(start));
    if (step) return step;
  }
  return null;
}
