import { useEffect, useRef } from 'react';
import { DESK_LEFT, LENDER_CHANGED } from '#src/api/desk.ts';
import type { SandboxState } from '#src/api/sandbox.ts';
import { addressOf, type OpenDesk } from './openDesk.ts';

/** A text that changes when the desk must reload: after a change of the clock, an order or a queue. */
const changeIn = ({ ahead, orders, waiting }: SandboxState): string =>
  JSON.stringify([ahead, orders.map(({ orderNo, updatedAt }) => [orderNo, updatedAt]), waiting]);

/** The desk of the staff with a signed-in clerk. */
export function DeskFrame({ desk, state, onLeft }: { desk: OpenDesk; state: SandboxState; onLeft: () => void }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const change = changeIn(state);
  useEffect(() => void frame.current?.contentWindow?.dispatchEvent(new Event(LENDER_CHANGED)), [change]);
  useEffect(() => {
    const shown = frame.current;
    shown?.addEventListener(DESK_LEFT, onLeft);
    return () => shown?.removeEventListener(DESK_LEFT, onLeft);
  }, [onLeft]);
  // The desk is trusted and has the same origin. In a sandboxed frame it would not receive the cookie of its session.
  // oxlint-disable-next-line react/iframe-missing-sandbox
  return <iframe ref={frame} className="sb-desk__frame" src={addressOf(desk)} title="Desk" />;
}
