/** At which queue of the desk somebody sits, and as whom. */
import { STATUS } from '#machines/model/orderStatus.ts';
import { ROLES, type Queue, type Role } from '#src/api/desk.ts';
import { QUEUES_OF } from '#src/api/deskRights.ts';
import type { SandboxState } from '#src/api/sandbox.ts';

export interface Seat {
  role: Role;
  queue: Queue;
}

/** The first clerk who handles the queue. Who asks for a second person is usually from payments, so an administrator confirms. */
export const seatAt = (queue: Queue): Seat => ({
  queue,
  role: queue === 'approvals' ? 'administrator' : (ROLES.find((role) => QUEUES_OF[role].includes(queue)) ?? 'administrator'),
});

/** Where that clerk begins. */
export const seatOf = (role: Role): Seat => ({ role, queue: QUEUES_OF[role][0] ?? 'applications' });

/** Where something waits for a clerk. An application that waits for the rules does so too, once the clerk answers. */
export function firstSeat({ waiting, orders, decision }: Pick<SandboxState, 'waiting' | 'orders' | 'decision'>): Seat {
  const isLeft = decision === 'time' && orders.some(({ status }) => status === STATUS.applying);
  return seatAt(isLeft ? 'applications' : (waiting[0]?.queue ?? 'applications'));
}

/** The clerk is signed in by the address; the queue is opened by its fragment. An analyst has none. */
export const addressOf = ({ role, queue }: Seat): string =>
  `/desk?clerk=${role}#${QUEUES_OF[role].includes(queue) ? `queue/${queue}` : 'recordings'}`;
