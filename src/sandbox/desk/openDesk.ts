/** The desk that the sandbox shows: the role of its clerk and the queue that it opens. */
import { STATUS } from '#machines/model/orderStatus.ts';
import { ROLES, type Queue, type Role } from '#src/api/desk.ts';
import { QUEUES_OF } from '#src/api/deskRights.ts';
import type { SandboxState } from '#src/api/sandbox.ts';

export interface OpenDesk {
  role: Role;
  queue: Queue;
}

/** The desk of the first role that handles the queue. Approvals open for an administrator, because most are requested by payments. */
export const deskForQueue = (queue: Queue): OpenDesk => ({
  queue,
  role: queue === 'approvals' ? 'administrator' : (ROLES.find((role) => QUEUES_OF[role].includes(queue)) ?? 'administrator'),
});

/** The desk of a role, at its first queue. */
export const deskForRole = (role: Role): OpenDesk => ({ role, queue: QUEUES_OF[role][0] ?? 'applications' });

/** The desk at the first queue with a case. An application that the rules would decide counts, because a clerk may decide it. */
export function firstDesk({ waiting, orders, decision }: Pick<SandboxState, 'waiting' | 'orders' | 'decision'>): OpenDesk {
  const isLeft = decision === 'time' && orders.some(({ status }) => status === STATUS.applying);
  return deskForQueue(isLeft ? 'applications' : (waiting[0]?.queue ?? 'applications'));
}

/** The clerk is signed in by the address; the queue is opened by its fragment. An analyst has none. */
export const addressOf = ({ role, queue }: OpenDesk): string =>
  `/desk?clerk=${role}#${QUEUES_OF[role].includes(queue) ? `queue/${queue}` : 'recordings'}`;
