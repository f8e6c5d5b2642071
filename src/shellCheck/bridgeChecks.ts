/** The checks of a shell, in their order: every action of the bridge, and the messages that a shell sends without a request. */
import { toMsisdn } from '#machines/model/phoneNumber.ts';
import { DEADLINES } from '#src/bridge/bridge.ts';
import type { PayloadOf, ShellAction } from '#src/bridge/messages.ts';
import type { Arrived, Conversation, Way } from './conversation.ts';

/**
 * `good`: as `docs/shell.md` describes. `late`: well formed, but after its deadline, so the app would continue without it.
 * `malformed`: arrived, but the app cannot use it. `refused`: the shell answered with an error. `silent`: nothing arrived.
 * `skipped`: the shell does not name this action, or the tester skipped the step.
 */
export type Verdict = 'good' | 'late' | 'malformed' | 'refused' | 'silent' | 'skipped';

export interface Outcome {
  step: StepName;
  verdict: Verdict;
  /** From the request to the answer; null: no answer. ms. */
  took: number | null;
  /** Faults and hints, one sentence each. */
  remarks: readonly string[];
  /** The messages that arrived, as text. */
  messages: readonly string[];
}

export interface Report {
  way: Way;
  outcomes: readonly Outcome[];
  /** Messages that are none of the bridge's. */
  unreadable: readonly string[];
  /** Answers to no request, and second answers to a request. */
  superfluous: readonly string[];
}

/** How long a step waits for an answer beyond its deadline, to tell late from silent. ms. */
const LATE = 10_000;
/** How long a step waits for a second answer to the same request. ms. */
const TWICE = 300;
/** How long a person may take for a task. ms. */
const PERSON = 2 * 60_000;
/** Deadline of `getLoginInfo` at the start of the app. ms. */
const AT_START = 800;
/** How long a step waits for the refusal of an event. ms. */
const EVENT = 1_000;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isNonEmptyText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** @returns the faults of a result, one sentence each. */
type Shape = (result: unknown) => string[];

const sessionFaults = ({ token, userId, mobile }: Record<string, unknown>): string[] => [
  ...(isNonEmptyText(token) && /^[\x21-\x7e]+$/.test(token) ? [] : ['`token` must be text of printable ASCII characters without spaces.']),
  ...(isNonEmptyText(userId) ? [] : ['`userId` must be text.']),
  ...(isNonEmptyText(mobile) && toMsisdn(mobile) === mobile ? [] : ['`mobile` must be text of the form 2547XXXXXXXX or 2541XXXXXXXX.']),
];

const APP_FIELDS = ['packageName', 'appName', 'edition', 'afid', 'deviceMsg'];
const appFaults = (app: unknown): string[] => {
  if (app === undefined) return [];
  if (!isRecord(app)) return ['`app` must be an object.'];
  return APP_FIELDS.filter((field) => app[field] !== undefined && !isNonEmptyText(app[field])).map(
    (field) => `\`app.${field}\` must be text.`,
  );
};

const loginFaults: Shape = (result) => {
  if (!isRecord(result)) return ['The result must be an object.'];
  return [...(result['token'] === null ? [] : sessionFaults(result)), ...appFaults(result['app'])];
};

const SHAPES: { readonly [A in ShellAction]: Shape } = {
  hello: (result) => {
    if (!isRecord(result)) return ['The result must be an object.'];
    const { shell, actions } = result;
    return [
      ...(isNonEmptyText(shell) ? [] : ['`shell` must be the name and version of the shell.']),
      ...(Array.isArray(actions) && actions.every(isNonEmptyText) ? [] : ['`actions` must be a list of names.']),
    ];
  },
  getLoginInfo: loginFaults,
  toLogin: (result) => {
    if (!isRecord(result)) return ['The result must be an object.'];
    if (result['ok'] === true) return sessionFaults(result);
    if (result['ok'] !== false) return ['`ok` must be true or false.'];
    return ['unavailable', 'cancelled'].includes(String(result['reason'])) ? [] : ['`reason` must be "unavailable" or "cancelled".'];
  },
  logout: () => [],
  logEventByLocal: () => [],
  logEventByAF: () => [],
  timeSDK: (result) =>
    isRecord(result) && [0, 1, -1].includes(result['status'] as number)
      ? []
      : ['`status` must be the number 0 (done), 1 (started) or -1 (failed).'],
  selectContact: (result) => {
    if (!isRecord(result)) return ['The result must be an object.'];
    if (result['ok'] === false) return [];
    if (result['ok'] !== true) return ['`ok` must be true or false.'];
    return [
      ...(isNonEmptyText(result['phone']) ? [] : ['`phone` must be text: the number as the phone book has it.']),
      ...(typeof result['name'] === 'string' ? [] : ['`name` must be text.']),
    ];
  },
};

interface Request<A extends ShellAction> {
  action: A;
  payload: PayloadOf<A>;
  /** The app ignores an answer after this time. ms. */
  deadline: number;
  /** The task of the person at the phone; null: none. */
  person: string | null;
  /** The app expects no answer. */
  isEvent?: boolean;
  /** Faults of the answer at this step in particular, beyond its form. */
  also?: Shape;
}

const requestOf = <A extends ShellAction>(of: Request<A>): Request<A> => of;

/** The check collects nothing: it names no kind of data. */
const NOTHING_COLLECTED: PayloadOf<'timeSDK'> = { orderNo: 'CHECK', kinds: [], packages: [], upload: { address: '', token: '' } };

const REQUESTS = {
  hello: requestOf({ action: 'hello', payload: null, deadline: DEADLINES.hello, person: null }),
  'getLoginInfo at the start': requestOf({ action: 'getLoginInfo', payload: null, deadline: AT_START, person: null }),
  logEventByLocal: requestOf({
    action: 'logEventByLocal',
    payload: { name: 'shellCheck_event_local', values: { page: 'shell-check' } },
    deadline: EVENT,
    person: null,
    isEvent: true,
  }),
  logEventByAF: requestOf({
    action: 'logEventByAF',
    payload: { name: 'shellCheck_event_af', values: { page: 'shell-check' } },
    deadline: EVENT,
    person: null,
    isEvent: true,
  }),
  selectContact: requestOf({
    action: 'selectContact',
    payload: { flag: 'emergencyContact', index: 1 },
    deadline: DEADLINES.answer,
    person: 'Choose a contact in the phone book, or close it.',
  }),
  toLogin: requestOf({
    action: 'toLogin',
    payload: null,
    deadline: DEADLINES.answer,
    person: 'Sign in to the native app, or close its login.',
  }),
  timeSDK: requestOf({ action: 'timeSDK', payload: NOTHING_COLLECTED, deadline: DEADLINES.answer, person: null }),
  logout: requestOf({ action: 'logout', payload: null, deadline: DEADLINES.answer, person: null, isEvent: true }),
  'getLoginInfo after logout': requestOf({
    action: 'getLoginInfo',
    payload: null,
    deadline: DEADLINES.answer,
    person: null,
    also: (result) => (isRecord(result) && result['token'] !== null ? ['After `logout` the token must be null.'] : []),
  }),
} as const;

/** Messages that a shell sends without a request, each with the task that makes the shell send it. */
const UNASKED = {
  push: 'Send this phone a push message about a loan.',
  login: 'Sign in to the native app outside this page, or out of it.',
} as const;

export type StepName = keyof typeof REQUESTS | keyof typeof UNASKED;
export const STEPS = [...Object.keys(REQUESTS), ...Object.keys(UNASKED)] as readonly StepName[];

const isUnasked = (step: StepName): step is keyof typeof UNASKED => step in UNASKED;

/** The task of the person at this step; null: none. */
export const taskOf = (step: StepName): string | null => (isUnasked(step) ? UNASKED[step] : REQUESTS[step].person);

const asText = (raw: unknown): string => {
  if (typeof raw === 'string') return raw;
  try {
    return JSON.stringify(raw) ?? String(raw);
  } catch {
    return String(raw);
  }
};

/** A message as text without its token, because reports are passed on and the token gives access to the account. */
export const textOf = (raw: unknown): string =>
  asText(raw).replace(/("token"\s*:\s*")((?:[^"\\]|\\.)*)/g, (_, before: string, token: string) => `${before}(${token.length} characters)`);

interface Check {
  talk: Conversation;
  now: () => number;
  /** Aborted when the tester skips this step. */
  skip: AbortSignal;
  /** null: the shell sent no list of actions. */
  actions: readonly string[] | null;
}

const outcomeOf = (step: StepName, verdict: Verdict, more: Partial<Outcome> = {}): Outcome => ({
  step,
  verdict,
  took: null,
  remarks: [],
  messages: [],
  ...more,
});

const answerTo = (id: string) => (one: Arrived) =>
  one.message !== null && 'id' in one.message && one.message.id === id && !('pending' in one.message)
    ? { ...one, message: one.message }
    : null;
const pendingOf = (id: string) => (one: Arrived) =>
  one.message !== null && 'id' in one.message && one.message.id === id && 'pending' in one.message ? one : null;

async function checkRequest(step: Exclude<StepName, keyof typeof UNASKED>, { talk, now, skip, actions }: Check): Promise<Outcome> {
  const { action, payload, deadline, person, isEvent, also }: Request<ShellAction> = REQUESTS[step];
  if (action !== 'hello' && actions !== null && !actions.includes(action))
    return outcomeOf(step, 'skipped', { remarks: ['The shell does not name this action, so the app does it itself or goes without it.'] });
  const began = now();
  let id: string;
  try {
    id = talk.send(action, payload);
  } catch (error) {
    return outcomeOf(step, 'refused', { remarks: [`The native side threw an error: ${String(error)}`] });
  }
  const isAllowed = person === null ? deadline + LATE : PERSON;
  const found = await talk.wait(answerTo(id), isEvent === true ? deadline : isAllowed, skip);
  const pending = talk.arrived.find((one) => pendingOf(id)(one) !== null);
  if (found === null) {
    if (isEvent === true) return outcomeOf(step, 'good', { remarks: ['No answer is expected. Look it up in the log of the native app.'] });
    return outcomeOf(step, skip.aborted ? 'skipped' : 'silent');
  }
  const took = found.at - began;
  const firstSign = (pending?.at ?? found.at) - began;
  await talk.wait((one) => (one !== found && one.at > found.at ? answerTo(id)(one) : null), TWICE, skip);
  const messages = talk.arrived.filter((one) => answerTo(id)(one) ?? pendingOf(id)(one)).map(({ raw }) => textOf(raw));
  const { message } = found;
  if (!('ok' in message)) return outcomeOf(step, 'malformed', { took, messages });
  if (!message.ok)
    return outcomeOf(step, 'refused', {
      took,
      messages,
      remarks: isNonEmptyText(message.error) ? [] : ['A refusal needs an `error` of one sentence.'],
    });
  const faults = [...SHAPES[action](message.result), ...(also?.(message.result) ?? [])];
  if (faults.length > 0) return outcomeOf(step, 'malformed', { took, messages, remarks: faults });
  if (firstSign > deadline)
    return outcomeOf(step, 'late', {
      took,
      messages,
      remarks: [
        person === null
          ? `The app waits ${deadline} ms.`
          : `The app waits ${deadline} ms for an answer or for \`pending\`, which says that a person is busy with it.`,
      ],
    });
  return outcomeOf(step, 'good', { took, messages });
}

async function checkUnasked(step: keyof typeof UNASKED, { talk, now, skip }: Check): Promise<Outcome> {
  const began = now();
  const found = await talk.wait((one) => (one.at >= began && one.message !== null && step in one.message ? one : null), PERSON, skip);
  if (found === null) return outcomeOf(step, skip.aborted ? 'skipped' : 'silent');
  const message = found.message as unknown as Record<string, unknown>;
  const body = message[step];
  const faults =
    step === 'login'
      ? loginFaults(body)
      : isRecord(body) && isNonEmptyText(body['orderNo'])
        ? []
        : ['`push.orderNo` must be text: the number of the loan.'];
  return outcomeOf(step, faults.length === 0 ? 'good' : 'malformed', {
    took: found.at - began,
    messages: [textOf(found.raw)],
    remarks: faults,
  });
}

export interface RunOptions {
  talk: Conversation;
  now: () => number;
  /** Called before each step. @returns the signal that skips the step. */
  onStep: (step: StepName) => AbortSignal;
  onOutcome: (outcome: Outcome) => void;
}

/** Performs all steps, one after the other. If no transport to a shell is found, the report has no outcomes. */
export async function runChecks({ talk, now, onStep, onOutcome }: RunOptions): Promise<Report> {
  const way = talk.way();
  const outcomes: Outcome[] = [];
  let actions: readonly string[] | null = null;
  for (const step of way === null ? [] : STEPS) {
    const check: Check = { talk, now, skip: onStep(step), actions };
    const outcome = isUnasked(step) ? await checkUnasked(step, check) : await checkRequest(step, check);
    outcomes.push(outcome);
    onOutcome(outcome);
    if (step === 'hello' && outcome.verdict === 'good') actions = actionsIn(talk);
    // A parent page that does not answer is no shell. The app sends it no further requests either.
    if (step === 'hello' && way === 'host frame' && outcome.verdict === 'silent') break;
  }
  return { way, outcomes, ...leftovers(talk.arrived) };
}

function actionsIn({ arrived }: Conversation): readonly string[] | null {
  for (const { message } of arrived)
    if (message !== null && 'ok' in message && message.ok && isRecord(message.result) && Array.isArray(message.result['actions']))
      return message.result['actions'] as string[];
  return null;
}

function leftovers(arrived: readonly Arrived[]): Pick<Report, 'unreadable' | 'superfluous'> {
  const answered = new Set<string>();
  const superfluous: string[] = [];
  for (const { message, raw } of arrived) {
    if (message === null || !('id' in message) || 'pending' in message) continue;
    if (answered.has(message.id) || !message.id.startsWith('check-')) superfluous.push(textOf(raw));
    answered.add(message.id);
  }
  return { unreadable: arrived.filter(({ message }) => message === null).map(({ raw }) => textOf(raw)), superfluous };
}

/** @returns the report as text, to be sent to whoever builds the shell. @param userAgent of the web view. */
export function reportText({ way, outcomes, unreadable, superfluous }: Report, userAgent: string): string {
  const list = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];
  return [
    `Shell check, reached by: ${way ?? 'nothing'}`,
    userAgent,
    '',
    ...outcomes.flatMap(({ step, verdict, took, remarks, messages }) => [
      `${verdict.toUpperCase().padEnd(10)} ${step}${took === null ? '' : ` (${Math.round(took)} ms)`}`,
      ...[...remarks, ...messages].map((line) => `           ${line}`),
    ]),
    ...list('Not a message of the bridge:', unreadable),
    ...list('Answers that nobody waited for:', superfluous),
  ].join('\n');
}
