import { useEffect, useRef } from 'react';
import { DESK_LEFT, LENDER_CHANGED } from '#src/api/desk.ts';
import type { SandboxState } from '#src/api/sandbox.ts';
import { addressOf, type OpenDesk } from './openDesk.ts';

/** A text that changes when the desk must reload: the clock was moved, an order has changed, or a queue has. */
const changeIn = ({ ahead, orders, waiting }: SandboxState): string =>
  JSON.stringify([ahead, orders.map(({ orderNo, updatedAt }) => [orderNo, updatedAt]), waiting]);

/** The staff's desk itself, with a clerk who is signed in. */
export function DeskFrame({ desk, state, onLeft }: { desk: OpenDesk; state: SandboxState; onLeft: () => void }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const change = changeIn(state);
  useEffect(() => void frame.current?.contentWindow?.dispatchEvent(new Event(LENDER_CHANGED)), [change]);
  useEffect(() => {
    const shown = frame.current;
    shown?.addEventListener(DESK_LEFT, onLeft);
    return () => shown?.removeEventListener(DESK_LEFT, onLeft);
  }, [onLeft]);
  // The desk is trusted and has the same origin; without it the session of its clerk would not reach it.
  // oxlint-disable-next-line react/iframe-missing-sandbox
  return <iframe ref={frame} className="sb-desk__frame" src={addressOf(desk)} title="Desk" />;
}
