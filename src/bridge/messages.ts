/**
 * The messages between the app and the native shell. Every transport carries the same JSON:
 *
 * | transport | app to shell | shell to app |
 * |---|---|---|
 * | Android object | `window.AndroidBridge.postMessage(json)` | `window.onLoanShellMessage(json)` |
 * | WebKit handler | `window.webkit.messageHandlers.loanShell.postMessage(message)` | `window.onLoanShellMessage(json or object)` |
 * | host frame | `parent.postMessage(message, origin)` | `frame.contentWindow.postMessage(message, origin)` |
 *
 * The app sends a {@link ShellRequest} with a fresh id, and the shell sends one {@link ShellAnswer} with that id. If a person
 * has to act first (`toLogin`, `selectContact`), the shell sends {@link ShellPending} at once and answers when the person is
 * done. The first answer to an id counts; later answers and unknown ids are ignored.
 *
 * An injected object proves that there is a shell. A frame may have any parent, so the framed app sends `hello` until it is
 * answered. A host that is ready later than the app may also send {@link ShellReady} without a request. The shell passes on a
 * push message as {@link ShellPush}. When somebody signs in to the native app, or out of it, the shell may send
 * {@link ShellLogin}.
 */
import type { DataKind, UploadStatus } from '#machines/model/collection.ts';

export const BRIDGE = 'loan-shell';
export const BRIDGE_VERSION = 1;

/** Name of the global function through which an injected shell answers. */
export const CALLBACK = 'onLoanShellMessage';
/** Name of the WebKit message handler. */
export const WEBKIT_HANDLER = 'loanShell';

/** The session of a signed-in borrower, which the shell's own login got from the lender. @property mobile `254…` */
export interface ShellSession {
  token: string;
  userId: string;
  mobile: string;
}

export interface ShellInfo {
  /** Name and version of the shell, for the log. */
  shell: string;
  /** Actions that this shell supports. The app handles the others without the shell. */
  actions: ShellAction[];
}

/**
 * The identity of the native app; it may report any part. @property edition name or version of its build. @property afid
 * attribution id of the installation. @property deviceMsg description of the phone in the app's own format.
 */
export interface ShellApp {
  packageName?: string;
  appName?: string;
  edition?: string;
  afid?: string;
  deviceMsg?: string;
}

/** Every action: its payload, and the `result` of a successful answer. */
export interface ShellActions {
  /** Asks whether a shell exists. */
  hello: { payload: null; result: ShellInfo };
  /** Shows the shell's login. `unavailable`: this shell has none, so the app shows its own. */
  toLogin: {
    payload: null;
    result: ({ ok: true } & ShellSession) | { ok: false; reason: 'unavailable' | 'cancelled' };
  };
  /** The shell's session; `token` is null when signed out. Answered at once without showing anything. */
  getLoginInfo: { payload: null; result: (ShellSession | { token: null }) & { app?: ShellApp } };
  /** Deletes the shell's session. */
  logout: { payload: null; result: null };
  /** An analytics event for the shell's own log. No answer is expected. */
  logEventByLocal: { payload: ShellEvent; result: null };
  /** An analytics event for the attribution service. No answer is expected. */
  logEventByAF: { payload: ShellEvent; result: null };
  /**
   * Collects and uploads exactly the named kinds of data for an order. Sent only for kinds that the lender enabled and
   * the borrower agreed to. The shell posts the JSON of each kind to `upload.address/{kind}` with `Authorization:
   * Bearer {upload.token}`. Of the installed apps it reports only those in `packages`. `status`: 0 done, 1 started, -1
   * failed.
   */
  timeSDK: {
    payload: { orderNo: string; kinds: DataKind[]; packages: readonly string[]; upload: { address: string; token: string } };
    result: { status: UploadStatus };
  };
  /** Shows the phone book. @property flag purpose of the contact. @property index 1 to 5. `ok: false`: closed without a choice. */
  selectContact: {
    payload: { flag: 'emergencyContact'; index: number };
    result: { ok: true; phone: string; name: string } | { ok: false };
  };
}

export type ShellAction = keyof ShellActions;
export type PayloadOf<A extends ShellAction> = ShellActions[A]['payload'];
export type ResultOf<A extends ShellAction> = ShellActions[A]['result'];

/** An analytics event. @property name for example `basicInfo_select_gender`. @property values never contain typed text. */
export interface ShellEvent {
  name: string;
  values: Record<string, string>;
}

interface Envelope {
  bridge: typeof BRIDGE;
  v: typeof BRIDGE_VERSION;
}

export type ShellRequest = {
  [A in ShellAction]: Envelope & { id: string; action: A; payload: PayloadOf<A> };
}[ShellAction];

/** The answer that ends a request. `error` says why the shell could not carry it out. */
export type ShellAnswer = (Envelope & { id: string; ok: true; result: unknown }) | (Envelope & { id: string; ok: false; error: string });

/** A person is busy with the request on the phone, so the answer may take minutes. */
export type ShellPending = Envelope & { id: string; pending: true };

/** Sent without a request: the shell is available now. */
export type ShellReady = Envelope & { ready: ShellInfo };

/**
 * Sent without a request: a push message arrived. It does not contain the change, which the app reads from the lender.
 */
export type ShellPush = Envelope & { push: { orderNo: string } };

/**
 * Sent without a request: the session of the shell has changed. `login` is the same as the result of `getLoginInfo`, which
 * the app also requests whenever the borrower returns to it.
 */
export type ShellLogin = Envelope & { login: ResultOf<'getLoginInfo'> };

export type ShellMessage = ShellAnswer | ShellPending | ShellReady | ShellPush | ShellLogin;

const ENVELOPE: Envelope = { bridge: BRIDGE, v: BRIDGE_VERSION };

export const request = <A extends ShellAction>(id: string, action: A, payload: PayloadOf<A>) =>
  ({ ...ENVELOPE, id, action, payload }) as ShellRequest;

/** For the shell's side. */
export const answer = <A extends ShellAction>(to: { id: string; action: A }, result: ResultOf<A>): ShellAnswer => ({
  ...ENVELOPE,
  id: to.id,
  ok: true,
  result,
});
/** For the shell's side. */
export const refusal = (to: { id: string }, error: string): ShellAnswer => ({ ...ENVELOPE, id: to.id, ok: false, error });
/** For the shell's side. */
export const pending = (to: { id: string }): ShellPending => ({ ...ENVELOPE, id: to.id, pending: true });
/** For the shell's side. */
export const ready = (info: ShellInfo): ShellReady => ({ ...ENVELOPE, ready: info });

/** For the shell's side. */
export const push = (orderNo: string): ShellPush => ({ ...ENVELOPE, push: { orderNo } });

/** For the shell's side. */
export const login = (result: ResultOf<'getLoginInfo'>): ShellLogin => ({ ...ENVELOPE, login: result });

/** The envelope of an incoming message; null for anything that does not belong to this bridge. */
function opened(data: unknown): (Envelope & Record<string, unknown>) | null {
  let message = data;
  if (typeof data === 'string') {
    try {
      message = JSON.parse(data);
    } catch {
      return null;
    }
  }
  if (typeof message !== 'object' || message === null) return null;
  const envelope = message as Record<string, unknown>;
  return envelope['bridge'] === BRIDGE && envelope['v'] === BRIDGE_VERSION ? (envelope as Envelope & Record<string, unknown>) : null;
}

/** A shell's message, from JSON or an object; null for anything else. */
export function readShellMessage(data: unknown): ShellMessage | null {
  const message = opened(data);
  if (!message) return null;
  if (typeof message['ready'] === 'object' && message['ready'] !== null) return message as unknown as ShellReady;
  if (typeof message['push'] === 'object' && message['push'] !== null) return message as unknown as ShellPush;
  if (typeof message['login'] === 'object' && message['login'] !== null) return message as unknown as ShellLogin;
  if (typeof message['id'] !== 'string') return null;
  if (message['pending'] === true) return message as unknown as ShellPending;
  return typeof message['ok'] === 'boolean' ? (message as unknown as ShellAnswer) : null;
}

/** For the shell's side: a request of the app; null for anything else. */
export function readShellRequest(data: unknown): ShellRequest | null {
  const message = opened(data);
  return message && typeof message['id'] === 'string' && typeof message['action'] === 'string'
    ? (message as unknown as ShellRequest)
    : null;
}
