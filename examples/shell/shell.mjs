// @ts-check
/**
 * The example shell: a page that stands in for a native app. It has a web view with the loan app, a login of its own, a phone book
 * and a log. `bridge.mjs` is its side of the contract with the app.
 *
 * @typedef {import('#src/bridge/messages.ts').ShellSession} ShellSession
 */
import { NO_ANSWER, startBridge } from './bridge.mjs';
import { button, element, keepDrawn, part } from './dom.mjs';
import { openOperatorApi } from './operatorApi.mjs';
import { showLogin, showPhoneBook } from './sheets.mjs';
import { createSurroundings, showTrouble } from './surroundings.mjs';

const SHELL = 'Example shell 1.0';
const APP = './loan/';
const CHECK = './check/shell-check.html';
const MOST_LINES = 200;

/** @type {import('./operatorApi.mjs').Settings} */
const settings = JSON.parse(part('settings').textContent ?? '');

/** What a native app keeps in its own storage. The session lives as long as this tab. */
const memory = {
  /** @returns {ShellSession | null} */
  session: () => JSON.parse(sessionStorage.getItem('shell.session') ?? 'null'),
  /** @param {ShellSession | null} session */
  keep: (session) => sessionStorage.setItem('shell.session', JSON.stringify(session)),
  installation() {
    const id = localStorage.getItem('shell.installation') ?? crypto.randomUUID();
    localStorage.setItem('shell.installation', id);
    return id;
  },
};

const api = openOperatorApi(settings, memory.installation());
const surroundings = createSurroundings();

/** @type {HTMLIFrameElement | null} */
let webView = null;
/** The address of the page in the frame. @type {string | null} */
let address = null;
/** Newest first. @type {import('./bridge.mjs').LogLine[]} */
let lines = [];
let statusWords = '';

const sessionOf = () => memory.session() ?? { token: null };

/** @param {ShellSession | null} session */
function keepSession(session) {
  memory.keep(session);
  draw();
}

/** @returns {Promise<ShellSession | null>} null: it was closed */
async function login() {
  const session = await showLogin(api, settings.appName);
  if (session) keepSession(session);
  return session;
}

/** The events go to the log of the native app, and those of the second kind to its attribution service. */
const logEvent = () => NO_ANSWER;

const bridge = startBridge({
  frame: () => webView?.contentWindow ?? null,
  name: SHELL,
  log(line) {
    lines = [line, ...lines].slice(0, MOST_LINES);
    draw();
  },
  // Without timeSDK: this shell collects nothing, and the app does not ask it to.
  handlers: {
    getLoginInfo: () => ({
      ...sessionOf(),
      app: { packageName: settings.packageName, appName: settings.appName, edition: '1.0', deviceMsg: 'Example phone' },
    }),
    // The app asks when it has no session that the back end accepts, so a session from before is of no use here.
    toLogin: async () => {
      const session = await login();
      return session ? { ok: true, ...session } : { ok: false, reason: 'cancelled' };
    },
    logout() {
      keepSession(null);
      return null;
    },
    logEventByLocal: logEvent,
    logEventByAF: logEvent,
    selectContact: () => showPhoneBook(),
  },
});

/** @param {string} words */
function showStatus(words) {
  statusWords = words;
  draw();
}

/** Somebody uses the native app's own page for signing in, while the web view lies behind it. */
async function signIn() {
  try {
    const session = await login();
    if (session) bridge.login(session);
  } catch (error) {
    showTrouble(error);
  }
}

function signOut() {
  const session = memory.session();
  keepSession(null);
  bridge.login({ token: null });
  // Where this does not arrive, the session ends by its own time.
  if (session) api.signOut(session.token).catch(() => undefined);
}

function sendPush() {
  const orderNo = surroundings.newestOrder();
  if (orderNo === null) return showStatus('There is no loan yet that a push could be about.');
  if (!webView) return showStatus('The web view is closed: the native app would open it with the push.');
  bridge.push(orderNo);
  showStatus(`Sent a push about ${orderNo}.`);
}

/** @param {string | null} opened null: the web view is closed */
function openWebView(opened) {
  address = opened;
  webView =
    address === null
      ? null
      : /** @type {HTMLIFrameElement} */ (element('iframe', { title: 'App', src: address, allow: 'camera; clipboard-write' }));
  const closed = () => element('p', { class: 'closed' }, ['The app is closed. What it stored on this phone is still here.']);
  part('webView').replaceChildren(webView ?? closed());
  draw();
}

/** Events and messages without the token: who has it is signed in. @param {unknown} detail */
const asText = (detail) =>
  JSON.stringify(detail ?? null, (key, value) => (key === 'token' && typeof value === 'string' ? `${value.slice(0, 4)}…` : value));

const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

function draw() {
  const session = memory.session();
  keepDrawn(part('nativeApp'), [session?.mobile, statusWords], () => [
    element('p', {}, [session ? `+${session.mobile} is signed in to ${settings.appName}.` : 'Nobody is signed in.']),
    element('p', { class: 'row' }, [
      session ? button('Sign out of the native app', signOut) : button('Sign in to the native app', () => void signIn()),
      button('Send a push', sendPush),
    ]),
    element('p', { class: 'quiet', role: 'status' }, [statusWords]),
  ]);
  keepDrawn(part('webViewControls'), address, () => [
    element('p', { class: 'row' }, [
      address === null ? button('Reopen the web view', () => openWebView(APP)) : button('Close the web view', () => openWebView(null)),
      address === CHECK ? button('Open the app', () => openWebView(APP)) : button('Check this shell', () => openWebView(CHECK)),
    ]),
  ]);
  keepDrawn(part('log'), lines, () => [
    element(
      'ol',
      { class: 'scrolls log', tabindex: '0', 'aria-label': 'Messages, newest first' },
      lines.map(({ at, from, what, detail }) =>
        element('li', {}, [
          element('span', { class: 'quiet' }, [time.format(at)]),
          element('span', {}, [from === 'app' ? 'app' : 'shell']),
          element('strong', {}, [what]),
          element('span', { class: 'detail' }, [detail === undefined || detail === null ? '' : asText(detail)]),
        ]),
      ),
    ),
  ]);
}

openWebView(APP);
surroundings.start();
