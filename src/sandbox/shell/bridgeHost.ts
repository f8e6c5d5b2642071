/**
 * The host's end of the bridge. It accepts messages only from the window of its own frame with its own origin, and sends
 * messages only to that window.
 */
import { push, readShellRequest, type ShellMessage } from '#src/bridge/messages.ts';
import type { SentMessage, ShellEvent } from './shell.machine.ts';
import type { Manner } from './shellSettings.ts';

/** Delay of a late shell in ms: longer than a person waits, shorter than the app's deadline for a person. */
export const LATE = 4_000;

/**
 * Delays in ms after which the copies of a message are sent. A silent shell answers the handshake too; otherwise it
 * would count as absent.
 */
export function departures(manner: Manner, sent: Pick<SentMessage, 'to'>): readonly number[] {
  if (sent.to.action === 'hello') return manner === 'twice' ? [0, 50] : [0];
  switch (manner) {
    case 'silent':
      return [];
    case 'late':
      return [LATE];
    case 'twice':
      return [0, 50];
    case 'prompt':
      return [0];
  }
}

export interface ShellHost {
  deliver(sent: SentMessage, manner: Manner): void;
  /** A push message reached the phone. */
  push(orderNo: string): void;
  stop(): void;
}

/**
 * @param frame the app's window, null while the web view is closed.
 * @param send sends an event to the shell's machine.
 */
export function startHost(page: Window, frame: () => Window | null, send: (event: ShellEvent) => void): ShellHost {
  const timers = new Set<number>();
  const origin = page.location.origin;

  const onMessage = (event: MessageEvent<unknown>): void => {
    const request = readShellRequest(event.data);
    if (!request) return;
    if (event.source !== frame() || event.origin !== origin) {
      send({ type: 'foreign.refused', origin: event.origin, at: Date.now() });
      return;
    }
    send({ type: 'request.received', request, at: Date.now() });
  };
  page.addEventListener('message', onMessage);

  const post = (message: ShellMessage, addressee: Window | null): void => {
    // A new page may have replaced the requesting one. It has sent no request.
    if (!addressee || addressee !== frame()) return;
    addressee.postMessage(message, origin);
    send({ type: 'message.sent', message, at: Date.now() });
  };

  return {
    deliver(sent, manner) {
      const addressee = frame();
      for (const after of departures(manner, sent)) {
        const timer = page.setTimeout(() => {
          timers.delete(timer);
          post(sent.message, addressee);
        }, after);
        timers.add(timer);
      }
    },
    push: (orderNo) => post(push(orderNo), frame()),
    stop() {
      page.removeEventListener('message', onMessage);
      for (const timer of timers) page.clearTimeout(timer);
    },
  };
}
