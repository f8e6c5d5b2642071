// @ts-check
/**
 * The native app's side of the bridge (`docs/shell.md`), for a web view that is a frame of this page. In a native app only the two
 * ways of a message differ.
 *
 * @typedef {import('#src/bridge/messages.ts').ShellAction} ShellAction
 * @typedef {import('#src/bridge/messages.ts').ShellRequest} ShellRequest
 * @typedef {{ at: number, from: 'app' | 'shell', what: string, detail?: unknown }} LogLine
 */

const ENVELOPE = /** @type {const} */ ({ bridge: 'loan-shell', v: 1 });

/** A handler answers by this that nothing is answered: the app does not wait for an event. */
export const NO_ANSWER = Symbol('no answer');

/**
 * What the native app does for each action. A promise means that a person has to act first; one that rejects refuses the request.
 * @typedef {{ readonly [A in ShellAction]?: (payload: any) => unknown }} Handlers
 */

/**
 * @param {object} options
 * @param {() => Window | null} options.frame the web view; null while it is closed
 * @param {string} options.name of this shell, with its version
 * @param {Handlers} options.handlers
 * @param {(line: LogLine) => void} options.log
 */
export function startBridge({ frame, name, handlers, log }) {
  const { origin } = window.location;

  /** @param {object} message @param {string} what @param {unknown} [detail] */
  const send = (message, what, detail) => {
    const webView = frame();
    if (!webView) return;
    webView.postMessage({ ...ENVELOPE, ...message }, origin);
    log({ at: Date.now(), from: 'shell', what, detail });
  };

  /** @param {ShellRequest} request */
  const answer = ({ id, action, payload }) => {
    const handler = action === 'hello' ? () => ({ shell: name, actions: ['hello', ...Object.keys(handlers)] }) : handlers[action];
    /** @param {unknown} error */
    const refuse = (error) => {
      const words = error instanceof Error ? error.message : String(error);
      send({ id, ok: false, error: words }, `refuses ${action}`, words);
    };
    /** @param {unknown} result */
    const done = (result) => send({ id, ok: true, result }, `answers ${action}`, result);
    if (!handler) return refuse(`unknown action ${action}`);
    try {
      const result = handler(payload);
      if (result === NO_ANSWER) return;
      if (!(result instanceof Promise)) return done(result);
      // Now the app waits for the person, and not for this program.
      send({ id, pending: true }, `pending ${action}`);
      result.then(done, refuse);
    } catch (error) {
      refuse(error);
    }
  };

  window.addEventListener('message', (event) => {
    const { source, data } = event;
    // Only the page in the web view may ask for a session or for a contact.
    if (source === null || source !== frame() || event.origin !== origin) return;
    if (data?.bridge !== ENVELOPE.bridge || data.v !== ENVELOPE.v || typeof data.id !== 'string') return;
    log({ at: Date.now(), from: 'app', what: String(data.action), detail: data.payload });
    answer(data);
  });

  return {
    /** A push message of the operator reached the phone. @param {string} orderNo */
    push: (orderNo) => send({ push: { orderNo } }, 'push', { orderNo }),
    /** Somebody signed in to the native app outside the web view, or out of it. @param {object} session */
    login: (session) => send({ login: session }, 'login', session),
  };
}
