/**
 * The host frame's end of the bridge. It believes only the window of its own frame on its own
 * origin, and says everything to that window alone.
 */
import { push, readShellRequest, type ShellMessage } from '#src/bridge/messages.ts';
import type { Said, ShellEvent } from './shell.machine.ts';
import type { Manner } from './shellSettings.ts';

/** How long a late shell takes, ms: longer than patience, shorter than the app's deadline for a person. */
export const LATE = 4_000;

/** When each copy of a message leaves, ms from now. The handshake is answered even by a silent shell: else it were absent. */
export function departures(manner: Manner, said: Pick<Said, 'to'>): readonly number[] {
  if (said.to.action === 'hello') return manner === 'twice' ? [0, 50] : [0];
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
  deliver(said: Said, manner: Manner): void;
  /** A push message reached the phone. */
  push(orderNo: string): void;
  stop(): void;
}

/**
 * @param frame the app's window, null while the web view is closed.
 * @param send to the shell's machine.
 */
export function startHost(page: Window, frame: () => Window | null, send: (event: ShellEvent) => void): ShellHost {
  const timers = new Set<number>();
  const origin = page.location.origin;

  const hear = (event: MessageEvent<unknown>): void => {
    const request = readShellRequest(event.data);
    if (!request) return;
    if (event.source !== frame() || event.origin !== origin) {
      send({ type: 'foreign.refused', origin: event.origin, at: Date.now() });
      return;
    }
    send({ type: 'request.received', request, at: Date.now() });
  };
  page.addEventListener('message', hear);

  const post = (message: ShellMessage, addressee: Window | null): void => {
    // The page that asked may be gone; its successor asked nothing.
    if (!addressee || addressee !== frame()) return;
    addressee.postMessage(message, origin);
    send({ type: 'message.sent', message, at: Date.now() });
  };

  return {
    deliver(said, manner) {
      const addressee = frame();
      for (const after of departures(manner, said)) {
        const timer = page.setTimeout(() => {
          timers.delete(timer);
          post(said.message, addressee);
        }, after);
        timers.add(timer);
      }
    },
    push: (orderNo) => post(push(orderNo), frame()),
    stop() {
      page.removeEventListener('message', hear);
      for (const timer of timers) page.clearTimeout(timer);
    },
  };
}
