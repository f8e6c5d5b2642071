/** The ways a web view can reach its shell. Which of them there are is looked up at every request: a shell may come late. */
import { CALLBACK, readShellMessage, WEBKIT_HANDLER, type ShellMessage, type ShellRequest } from './messages.ts';

export interface Transport {
  /** An injected object is a shell; behind a frame there may be none, so it has to say so itself. */
  isCertain: boolean;
  send: (message: ShellRequest) => void;
}

/** What of `window` the bridge needs, in its own words, so that tests can play any phone. */
export interface HostWindow {
  AndroidBridge?: { postMessage?: (json: string) => void };
  webkit?: { messageHandlers?: Record<string, { postMessage: (message: unknown) => void } | undefined> };
  parent: unknown;
  addEventListener: (type: 'message', listener: (event: MessageEvent) => void) => void;
  removeEventListener: (type: 'message', listener: (event: MessageEvent) => void) => void;
}

/** @param hostOrigin the only origin whose frame may host the app and is believed. */
export function findTransport(host: HostWindow, hostOrigin: string): Transport | null {
  const android = host.AndroidBridge;
  if (typeof android?.postMessage === 'function') {
    return { isCertain: true, send: (message) => android.postMessage?.(JSON.stringify(message)) };
  }
  const handler = host.webkit?.messageHandlers?.[WEBKIT_HANDLER];
  if (handler) return { isCertain: true, send: (message) => handler.postMessage(message) };
  if (host.parent !== host) {
    const parent = host.parent as Window;
    return { isCertain: false, send: (message) => parent.postMessage(message, hostOrigin) };
  }
  return null;
}

/**
 * Hears the shell over every transport. A window message counts only when it comes from the parent
 * window itself and from the pinned origin: any frame can send one.
 * @returns a function that stops listening.
 */
export function listenToShell(host: HostWindow, hostOrigin: string, hear: (message: ShellMessage) => void): () => void {
  const take = (data: unknown): void => {
    const message = readShellMessage(data);
    if (message) hear(message);
  };
  const onMessage = (event: MessageEvent): void => {
    const isHost = host.parent !== host && event.source === host.parent && event.origin === hostOrigin;
    if (isHost) take(event.data);
  };
  const globals = host as unknown as Record<string, unknown>;
  globals[CALLBACK] = take;
  host.addEventListener('message', onMessage);
  return () => {
    host.removeEventListener('message', onMessage);
    if (globals[CALLBACK] === take) delete globals[CALLBACK];
  };
}
