/** The desk that the sandbox shows: the role of its clerk and the queue that it opens. */
import { STATUS } from '#machines/model/orderStatus.ts';
import { ROLES, type Queue, type Role } from '#src/api/desk.ts';
import { QUEUES_OF } from '#src/api/deskRights.ts';
import type { SandboxState } from '#src/api/sandbox.ts';

export interface OpenDesk {
  role: Role;
  queue: Queue;
}

/** The desk of the first role that handles the queue. Approvals open for an administrator: most come from the payments role. */
export const deskForQueue = (queue: Queue): OpenDesk => ({
  queue,
  role: queue === 'approvals' ? 'administrator' : (ROLES.find((role) => QUEUES_OF[role].includes(queue)) ?? 'administrator'),
});

/** The desk of a role, at its first queue. */
export const deskForRole = (role: Role): OpenDesk => ({ role, queue: QUEUES_OF[role][0] ?? 'applications' });

/** The desk at the first queue with a case. An application that waits for the rules counts, because a clerk may decide it. */
export function firstDesk({ waiting, orders, decision }: Pick<SandboxState, 'waiting' | 'orders' | 'decision'>): OpenDesk {
  const isLeft = decision === 'time' && orders.some(({ status }) => status === STATUS.applying);
  return deskForQueue(isLeft ? 'applications' : (waiting[0]?.queue ?? 'applications'));
}

/** The parameter signs the clerk in; the fragment opens the queue. An analyst has no queue. */
export const addressOf = ({ role, queue }: OpenDesk): string =>
  `/desk?clerk=${role}#${QUEUES_OF[role].includes(queue) ? `queue/${queue}` : 'recordings'}`;
