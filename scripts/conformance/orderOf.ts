import type { OrderStatus } from '#machines/model/orderStatus.ts';
import type { Response } from './rawRequests.ts';

/** The status of the order in an answer of `latestOrder`; undefined: it has none. */
export function statusOf({ body }: Response): OrderStatus | undefined {
  const { order } = (body?.['data'] ?? {}) as { order?: { status?: OrderStatus } | null };
  return order?.status;
}
