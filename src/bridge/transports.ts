/**
 * The ways in which a web view can reach its shell. They are looked up at every request, because a shell may become
 * available late.
 */
import { CALLBACK, readShellMessage, WEBKIT_HANDLER, type ShellMessage, type ShellRequest } from './messages.ts';

export interface Transport {
  /** An injected object proves that a shell exists. The parent of a frame has to prove it by answering `hello`. */
  isCertain: boolean;
  send: (message: ShellRequest) => void;
}

/** The part of `window` that the bridge needs, so that tests can simulate any phone. */
export interface HostWindow {
  AndroidBridge?: { postMessage?: (json: string) => void };
  webkit?: { messageHandlers?: Record<string, { postMessage: (message: unknown) => void } | undefined> };
  parent: unknown;
  addEventListener: (type: 'message', listener: (event: MessageEvent) => void) => void;
  removeEventListener: (type: 'message', listener: (event: MessageEvent) => void) => void;
}

/** @param hostOrigin the only origin whose frame may host the app and whose messages are accepted. */
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
 * Subscribes to the shell over every transport. A window message counts only when it comes from the parent window and
 * from the pinned origin: any frame can send one.
 * @returns a function that unsubscribes.
 */
export function listenToShell(host: HostWindow, hostOrigin: string, receive: (message: ShellMessage) => void): () => void {
  const take = (data: unknown): void => {
    const message = readShellMessage(data);
    if (message) receive(message);
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
