/** Shells that a test plays: an injected object, and a host frame that can be late, silent or of another origin. */
import {
  answer,
  CALLBACK,
  pending,
  readShellRequest,
  ready,
  refusal,
  type ResultOf,
  type ShellAction,
  type ShellMessage,
  type ShellRequest,
} from '#src/bridge/messages.ts';
import type { HostWindow } from '#src/bridge/transports.ts';

export const HOST = 'https://host.example';
export const INFO = { shell: 'test 1', actions: ['hello', 'toLogin', 'getLoginInfo', 'logout', 'selectContact'] as ShellAction[] };

type Listener = (event: MessageEvent) => void;

export interface TestWindow extends HostWindow {
  /** Delivers a window message. */
  receive: (data: unknown, from?: { source?: unknown; origin?: string }) => void;
  /** Delivers an answer of an injected shell. */
  callBack: (data: unknown) => void;
  listeners: Set<Listener>;
}

/** A window without any shell. */
export function bareWindow(): TestWindow {
  const listeners = new Set<Listener>();
  const host: TestWindow = {
    parent: undefined,
    listeners,
    addEventListener: (_, listener) => void listeners.add(listener),
    removeEventListener: (_, listener) => void listeners.delete(listener),
    receive: (data, { source = host.parent, origin = HOST } = {}) => {
      for (const listener of [...listeners]) listener({ data, source, origin } as MessageEvent);
    },
    callBack: (data) => (host as unknown as Record<string, (data: unknown) => void>)[CALLBACK]?.(data),
  };
  host.parent = host;
  return host;
}

export interface RequestLog {
  requests: ShellRequest[];
  of: (action: ShellAction) => ShellRequest[];
}

const createRequestLog = (): RequestLog => {
  const requests: ShellRequest[] = [];
  return { requests, of: (action) => requests.filter((one) => one.action === action) };
};

/** A window whose parent may answer. @param respond how the host answers a request; none by default. */
export function framedWindow(
  respond: (request: ShellRequest) => readonly ShellMessage[] = () => [],
): TestWindow & { received: RequestLog } {
  const host = bareWindow();
  const log = createRequestLog();
  host.parent = {
    postMessage: (data: unknown, origin: string) => {
      const request = readShellRequest(data);
      if (!request || origin !== HOST) return;
      log.requests.push(request);
      for (const message of respond(request)) queueMicrotask(() => host.receive(message));
    },
  };
  return Object.assign(host, { received: log });
}

/** Answers the handshake, and each action that `results` names. */
export const answers =
  (results: { [A in ShellAction]?: ResultOf<A> }) =>
  (request: ShellRequest): ShellMessage[] => {
    if (request.action === 'hello') return [answer(request, INFO)];
    const result = results[request.action];
    return result === undefined ? [] : [answer(request, result)];
  };

export const messages = { answer, pending, ready: () => ready(INFO), refusal };
