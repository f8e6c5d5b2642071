import { useEffect, useRef } from 'react';
import type { SandboxOrder } from '#src/api/sandbox.ts';

/** The push service of the sandbox: sends a push message to the phone when an order at the lender has changed. */
export function useOrderPushes(orders: readonly SandboxOrder[] | undefined, push: (orderNo: string) => void): void {
  const known = useRef<ReadonlyMap<string, number> | null>(null);
  useEffect(() => {
    if (!orders) return;
    const before = known.current;
    known.current = new Map(orders.map(({ orderNo, updatedAt }) => [orderNo, updatedAt]));
    // The first state after the page was opened is no change.
    if (before === null) return;
    for (const { orderNo, updatedAt } of orders) if (before.get(orderNo) !== updatedAt) push(orderNo);
  }, [orders, push]);
}
