/**
 * Requests to a shell under test. Unlike the app's bridge it keeps every message, because a native team needs to see the ones
 * that are malformed, sent twice or without a request.
 */
import { CALLBACK, readShellMessage, request, type PayloadOf, type ShellAction, type ShellMessage } from '#src/bridge/messages.ts';
import { findTransport, type HostWindow } from '#src/bridge/transports.ts';

/** A message of the shell, as it arrived. `message` null: not a message of the bridge. `at`: ms since the page was opened. */
export interface Arrived {
  raw: unknown;
  message: ShellMessage | null;
  at: number;
}

/** The transport to the shell; null: none was found. */
export type Way = 'Android object' | 'WebKit handler' | 'host frame' | null;

export interface Conversation {
  way(): Way;
  /** @returns the id of the request. @throws the exception of the native side. */
  send<A extends ShellAction>(action: A, payload: PayloadOf<A>): string;
  /** All messages that arrived so far. */
  readonly arrived: readonly Arrived[];
  /** Resolves with the first result of `pick`, for past and coming messages; null: none within `ms`, or `signal` was aborted. */
  wait<T>(pick: (arrived: Arrived) => T | null, ms: number, signal?: AbortSignal): Promise<T | null>;
  close(): void;
}

export interface ConversationOptions {
  host: HostWindow;
  hostOrigin: string;
  now: () => number;
}

export function openConversation({ host, hostOrigin, now }: ConversationOptions): Conversation {
  const arrived: Arrived[] = [];
  const listeners = new Set<() => void>();
  let ids = 0;

  const take = (raw: unknown): void => {
    arrived.push({ raw, message: readShellMessage(raw), at: now() });
    for (const listener of [...listeners]) listener();
  };
  const onMessage = (event: MessageEvent): void => {
    if (host.parent !== host && event.source === host.parent && event.origin === hostOrigin) take(event.data);
  };
  const globals = host as unknown as Record<string, unknown>;
  globals[CALLBACK] = take;
  host.addEventListener('message', onMessage);

  return {
    arrived,
    way() {
      if (typeof host.AndroidBridge?.postMessage === 'function') return 'Android object';
      const transport = findTransport(host, hostOrigin);
      if (transport === null) return null;
      return transport.isCertain ? 'WebKit handler' : 'host frame';
    },
    send(action, payload) {
      const id = `check-${++ids}`;
      findTransport(host, hostOrigin)?.send(request(id, action, payload));
      return id;
    },
    wait(pick, ms, signal) {
      return new Promise((resolve) => {
        let next = 0;
        const end = (found: ReturnType<typeof pick>): void => {
          clearTimeout(timer);
          listeners.delete(look);
          resolve(found);
        };
        const look = (): void => {
          while (next < arrived.length) {
            const found = pick(arrived[next++] as Arrived);
            if (found !== null) return end(found);
          }
        };
        const timer = setTimeout(() => end(null), ms);
        signal?.addEventListener('abort', () => end(null), { once: true });
        listeners.add(look);
        look();
      });
    },
    close() {
      host.removeEventListener('message', onMessage);
      if (globals[CALLBACK] === take) delete globals[CALLBACK];
    },
  };
}
