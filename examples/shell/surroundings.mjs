// @ts-check
/**
 * What is around a phone in Kenya and no part of a shell: text messages, the clock, M-PESA, and the lender's desk. The sandbox of
 * the lender plays all of it (`src/api/sandbox.ts`), so a native app has nothing like this file.
 */
import { button, element, keepDrawn, part } from './dom.mjs';
import { Refused } from './operatorApi.mjs';
import { asKsh, keepPrompt } from './sheets.mjs';

/**
 * @typedef {import('#src/api/sandbox.ts').SandboxState} State
 * @typedef {import('#src/api/sandbox.ts').SandboxCommands} Commands
 * @typedef {typeof import('#machines/model/orderStatus.ts').STATUS} Status
 */

const SANDBOX = '/sandbox/api';
const DESK = '/desk/desk.html?clerk=reviewer#queue/applications';
/** @type {typeof import('#src/api/desk.ts').LENDER_CHANGED} to the desk in its frame */
const LENDER_CHANGED = 'lender.changed';
/** @type {typeof import('#src/api/desk.ts').DESK_LEFT} from it */
const DESK_LEFT = 'desk.left';
/** Milliseconds between two polls of the sandbox. */
const EVERY = 1_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = /** @type {const} */ ([
  ['+10 min', 10 * MINUTE],
  ['+1 hour', HOUR],
  ['+1 day', DAY],
  ['+30 days', 30 * DAY],
]);

/** @type {Pick<Status, 'identityOcr'>} */
const STATUS = { identityOcr: 12 };

/** @type {readonly (readonly [import('#src/api/sandbox.ts').Specimen, string])[]} */
const SPECIMENS = [
  ['front', 'front'],
  ['back', 'back'],
  ['face', 'face'],
  ['face-left', 'face turned left'],
  ['face-right', 'face turned right'],
];

const moment = new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Nairobi', dateStyle: 'medium', timeStyle: 'short' });

/** @param {string} path @param {RequestInit} [init] @returns {Promise<any>} */
async function ask(path, init) {
  let response;
  let body;
  try {
    response = await fetch(SANDBOX + path, { ...init, cache: 'no-store', signal: AbortSignal.timeout(20_000) });
    body = await response.json();
  } catch (cause) {
    throw new Refused('The demonstration does not answer. Is npm run demo still running?', { cause });
  }
  if (!response.ok) throw new Refused(typeof body.error === 'string' ? body.error : `The sandbox answered ${response.status}.`);
  return body;
}

/** @param {unknown} error what was thrown, or a sentence; null: there is none */
export function showTrouble(error) {
  const sentence = typeof error === 'string' ? error : 'This did not work. Try again.';
  part('trouble').textContent = error === null ? '' : error instanceof Error ? error.message : sentence;
}

/** @param {string} text a code stands at its beginning */
const codeIn = (text) => /^(\d{6}) /.exec(text)?.[1] ?? null;

/** @param {State['sms']} sms */
const drawTexts = (sms) => [
  element('p', { class: 'quiet' }, [`${sms.length} received`]),
  element(
    'ol',
    { class: 'scrolls', tabindex: '0', 'aria-label': 'Inbox' },
    sms.map(({ to, text, at }) => {
      const code = codeIn(text);
      const copy = () => void navigator.clipboard.writeText(code ?? '').catch(() => showTrouble('The browser did not let this page copy.'));
      return element('li', {}, [
        code === null
          ? null
          : element('p', { class: 'row' }, [element('strong', { class: 'code' }, [code]), button('Copy', copy, `Copy code ${code}`)]),
        element('p', {}, [text]),
        element('p', { class: 'quiet' }, [`To +${to}, ${moment.format(at)}`]),
      ]);
    }),
  ),
];

/**
 * @typedef {object} Surroundings
 * @property {() => string | null} newestOrder its number; null: there is none
 * @property {() => void} start
 */

/** @returns {Surroundings} */
export function createSurroundings() {
  /** @type {State | null} */
  let state = null;
  let isMoving = false;
  let lastChange = '';
  /** Answers may overtake each other; an older one than this is not drawn. */
  let latest = 0;
  let next = 0;

  /**
   * @template {keyof Commands} P
   * @param {P} path
   * @param {Commands[P]} body
   */
  async function command(path, body) {
    await ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    await refresh();
  }

  /** @param {Promise<void>} work */
  const showTroubleOf = (work) => void work.catch(showTrouble);

  const move = (/** @type {number} */ advance) => {
    isMoving = true;
    draw();
    showTroubleOf(
      command('/clock', { advance }).finally(() => {
        isMoving = false;
        draw();
      }),
    );
  };

  const drawClock = (/** @type {string} */ now) => [
    element('p', {}, [element('strong', {}, [now]), ', Nairobi']),
    element(
      'p',
      { class: 'row' },
      STEPS.map(([words, advance]) => button(words, () => move(advance))),
    ),
    element('p', { class: 'quiet', role: 'status' }, [
      isMoving ? 'Working through what is due' : 'The clock of the lender only moves forward.',
    ]),
  ];

  /** @param {State['orders'][number]} order */
  function drawOrder({ orderNo, principal, termDays, status, statusWords }) {
    const specimens = SPECIMENS.flatMap(([name, words], i) => [
      i === 0 ? '' : ', ',
      element('a', { href: `${SANDBOX}/orders/${orderNo}/specimens/${name}.jpg`, download: `${name}.jpg` }, [words]),
    ]);
    return element('li', {}, [
      element('p', {}, [element('strong', {}, [`${asKsh(principal)} for ${termDays} days`])]),
      element('p', { class: 'quiet' }, [`${orderNo}: ${statusWords}`]),
      status === STATUS.identityOcr ? element('p', {}, ['Specimen photos to take instead of your own: ', ...specimens]) : null,
    ]);
  }

  /** The staff's own page, with a reviewer who is signed in: while it is open, the rules leave applications to this reviewer. */
  function showDesk() {
    showTroubleOf(command('/decision', { mode: 'desk' }));
    const frame = element('iframe', { src: DESK, title: 'Desk', class: 'desk', [DESK_LEFT]: () => part('clerk').replaceChildren() });
    part('clerk').replaceChildren(frame);
  }

  /** @param {State['orders']} orders */
  const drawDesk = (orders) => [
    element('p', { class: 'row' }, [button('Be the clerk', showDesk)]),
    orders.length === 0 ? element('p', { class: 'quiet' }, ['No applications yet.']) : element('ul', {}, orders.map(drawOrder)),
    element('p', { class: 'quiet' }, ['The rules answer ten minutes after an application was sent. Be the clerk, and you answer.']),
  ];

  /** Makes the desk reload when the clock was moved, or when another case waits. @param {string} change */
  function notifyDesk(change) {
    if (change === lastChange) return;
    lastChange = change;
    const frame = /** @type {HTMLIFrameElement | null} */ (part('clerk').firstElementChild);
    frame?.contentWindow?.dispatchEvent(new Event(LENDER_CHANGED));
  }

  function draw() {
    if (!state) return;
    const { sms, orders, prompts, wallets, ahead, waiting } = state;
    const now = moment.format(state.now);
    keepDrawn(part('texts'), sms, () => drawTexts(sms));
    keepDrawn(part('clock'), [now, isMoving], () => drawClock(now));
    keepDrawn(part('desk'), orders, () => drawDesk(orders));
    notifyDesk(JSON.stringify([ahead, orders, waiting]));
    const [prompt] = prompts;
    const pin = wallets.find(({ msisdn }) => msisdn === prompt?.to)?.pin;
    keepPrompt(prompt, pin, (id, answer) => command(`/prompts/${id}`, answer));
  }

  async function refresh() {
    const asked = ++next;
    /** @type {State} */
    const answer = await ask('/state');
    if (asked < latest) return;
    latest = asked;
    state = answer;
    showTrouble(null);
    draw();
  }

  async function follow() {
    await refresh().catch(showTrouble);
    window.setTimeout(() => void follow(), EVERY);
  }

  return { newestOrder: () => state?.orders[0]?.orderNo ?? null, start: () => void follow() };
}
