/** Checks mutants of the order's chart by its table: every event with every payload, in every status. */
import { transition, type AnyStateMachine } from 'xstate';
import { STATUS, STATUS_NAMES, statusNameOf, type StatusName } from '#machines/model/orderStatus.ts';
import { orderMachine, type OrderEvent } from '#machines/order.machine.ts';
import { outcomeComplaint, SAVED_FROM, type SavedEvent } from '#tests/machines/orderTable.ts';
import { orderEvents } from '../orderLife.ts';
import { buildMutant } from './buildMutant.ts';
import type { Result } from './evaluate.ts';
import type { Mutant } from './operators.ts';

/** Every event with every payload, and saved sections with a status that belongs to no section. */
const EVENTS: readonly OrderEvent[] = [
  ...orderEvents,
  ...(Object.keys(SAVED_FROM) as SavedEvent[]).flatMap((type) => STATUS_NAMES.map((name): OrderEvent => ({ type, next: STATUS[name] }))),
];

const outcomeOf = (machine: AnyStateMachine, from: StatusName, event: OrderEvent): StatusName | null => {
  const snapshot = machine.resolveState({ value: from, context: {} } as never);
  if (snapshot.status === 'done' || !snapshot.can(event)) return null;
  return transition(machine, snapshot, event)[0].value as StatusName;
};

export function evaluateOrder(mutant: Mutant): Result {
  let machine: AnyStateMachine;
  try {
    machine = buildMutant<AnyStateMachine>(orderMachine, mutant.config());
  } catch (error) {
    return { is: 'killed', by: 'chart', why: String(error) };
  }
  let isDifferent = false;
  for (const from of STATUS_NAMES)
    for (const event of EVENTS) {
      const next = 'next' in event ? statusNameOf(event.next) : undefined;
      let found: StatusName | null;
      try {
        found = outcomeOf(machine, from, event);
      } catch (error) {
        return { is: 'killed', by: 'chart', why: String(error) };
      }
      const why = outcomeComplaint(from, event.type, next, found);
      if (why !== null) return { is: 'killed', by: 'expected', why };
      isDifferent ||= found !== outcomeOf(orderMachine, from, event);
    }
  return isDifferent ? { is: 'survived' } : { is: 'unseen' };
}
