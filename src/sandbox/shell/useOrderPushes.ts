import { useEffect, useRef } from 'react';
import type { SandboxOrder } from '#src/api/sandbox.ts';

/** The push service of the sandbox: each change of an order that the lender shows is told to the phone. */
export function useOrderPushes(orders: readonly SandboxOrder[] | undefined, push: (orderNo: string) => void): void {
  const told = useRef<ReadonlyMap<string, number> | null>(null);
  useEffect(() => {
    if (!orders) return;
    const before = told.current;
    told.current = new Map(orders.map(({ orderNo, updatedAt }) => [orderNo, updatedAt]));
    // What was there when the page was opened is no news.
    if (before === null) return;
    for (const { orderNo, updatedAt } of orders) if (before.get(orderNo) !== updatedAt) push(orderNo);
  }, [orders, push]);
}
