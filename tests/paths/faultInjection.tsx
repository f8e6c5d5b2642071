/**
 * Fault injection: every call fails in every way a call can fail, in every state where it runs. The page must then show
 * the failure. Calls and states come from the explored graph, the texts from the screens that ship.
 */
import { renderToStaticMarkup } from 'react-dom/server';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import type { RolloverDetail } from '#machines/model/rollover.ts';
import { CODE, LOCAL, type Problem } from '#machines/model/codes.ts';
import type { PhotoState } from '#machines/model/idPhotos.ts';
import { ports } from '#machines/ports/index.ts';
import { SCREENS } from '#screens/index.ts';
import { en } from '#src/api/messages/en.ts';
import { noticeText } from '#src/i18n/notices.ts';
import { routeOf } from '#src/router/currentPlace.ts';
import type { PortName } from '#machines/ports/index.ts';
import { failures, SESSION_LOSSES } from './cases/failures.ts';
import { createStepper, type Graph } from './explore.ts';
import { answersTo, runningCalls } from './model.ts';
import type { Step } from './steps.ts';
import { createPathFinder } from './shortestWay.ts';

/** The answer was lost, but the lender has executed the call. */
const LOST = 'answer lost after the server ran';

const problem = (code: number, message = ''): Problem => ({ code, message });

const SESSION_NAMES = Object.keys(SESSION_LOSSES) as (keyof typeof SESSION_LOSSES)[];

const OF_THE_LENDER: Readonly<Record<string, Problem>> = {
  timeout: problem(LOCAL.timedOut),
  'network loss': problem(LOCAL.networkFailed),
  garbage: problem(LOCAL.garbageAnswer),
  ...Object.fromEntries(SESSION_NAMES.map((name) => [name, problem(SESSION_LOSSES[name], en[name])])),
  [LOST]: problem(LOCAL.networkFailed),
};

/** Failures of the shell. It has neither the lender's sessions nor a network of its own. */
const OF_THE_PHONE: Readonly<Record<string, Problem>> = {
  timeout: problem(LOCAL.shellSilent),
  'no app around': problem(LOCAL.shellMissing),
  garbage: problem(LOCAL.shellRefused),
};

/** Failures of a call of this port; the cases of the model decide whether lender or shell answers it. */
export const faultsOf = (port: PortName): Readonly<Record<string, Problem>> =>
  Object.values(failures[port]).some(({ code }) => code === CODE.tokenExpired) ? OF_THE_LENDER : OF_THE_PHONE;

/**
 * Calls whose failure is not shown to the borrower, by id of the invoke, with the reason. Only calls with another id than
 * their port's name are listed here: for the others the declaration of the port has the reason.
 */
export const SILENT_CALLS: Readonly<Record<string, string>> = {
  checkMessages: 'the profile does without its dot',
  rewordHome: 'the language is chosen; the next look brings the words of the lender',
};

/** Why the failure of this call is not shown; undefined: the page must show it. */
export const silenceOf = ({ id, port }: { id: string; port: PortName }): string | undefined => {
  const reason = SILENT_CALLS[id] ?? (id === port ? ports[port].silent : undefined);
  return reason === undefined ? undefined : `on purpose: ${reason}`;
};

export interface Outcome {
  /** Id of the invoke. */
  call: string;
  port: PortName;
  fault: string;
  /** States in which the call ran and in which the journey is afterwards. */
  from: string;
  to: string;
  /** What the page shows only after the failure; why it may show nothing; or how the outcome was reconciled. */
  shown: string;
  /** Number of explored states that behave like this. */
  states: number;
  /** Null: the failure is shown. */
  complaint: string | null;
  /** Steps of a shortest path, the fault last; for outcomes with a complaint. */
  path: readonly Step[];
}

const failureOf = (call: string, fault: string, error: Problem): Step => ({
  name: `${call} failed (${fault})`,
  // A new object for each failure, to tell it from an earlier problem.
  event: { type: `xstate.error.actor.${call}`, error: { ...error }, actorId: call },
});

const answerOf = (call: string, name: string, output: unknown): Step => ({
  name: `${call} answered (${name})`,
  event: { type: `xstate.done.actor.${call}`, output, actorId: call },
});

/** `repay.cashier.waiting` */
const placeOf = (snapshot: JourneySnapshot): string =>
  (snapshot._nodes.reduce((deep, node) => (node.path.length > deep.path.length ? node : deep)).path.join('.') || 'journey').replace(
    /^places\./,
    '',
  );

/** A state named `unknown` or `failed`: its page shows the failure whatever the context holds. */
const isExplicit = (snapshot: JourneySnapshot): boolean => snapshot._nodes.some(({ key }) => key === 'unknown' || key === 'failed');

const PHOTOS = ['front', 'back', 'face'] as const;

const saysWhy = (photo: PhotoState): boolean => photo.is === 'failed' || (photo.is === 'turnAsked' && photo.problem !== null);

/** Whether the failure left a trace that a page can show. */
function isVisible(before: JourneySnapshot, after: JourneySnapshot): boolean {
  const [a, b] = [before.context, after.context];
  return (
    (b.problem !== null && b.problem !== a.problem) ||
    (b.notice !== null && b.notice !== a.notice) ||
    (b.camera.is === 'failed' && a.camera.is !== 'failed') ||
    PHOTOS.some((side) => saysWhy(b.photos[side]) && b.photos[side] !== a.photos[side]) ||
    (isExplicit(after) && !isExplicit(before))
  );
}

const textsOf = async (snapshot: JourneySnapshot): Promise<string[]> => {
  const { default: Drawing } = await SCREENS[routeOf(snapshot)]();
  return renderToStaticMarkup(<Drawing state={snapshot} send={() => undefined} />)
    .split(/<[^>]+>/)
    .map((text) =>
      text
        .replace(/&#x27;/g, "'")
        .replace(/&quot;/g, '"')
        .replace(/&amp;/g, '&')
        .replace(/[\s\u00a0]+/g, ' ')
        .trim(),
    )
    .filter((text) => text !== '');
};

/** The snapshot without the traces of the failure: its page lacks the texts that are due to the failure. */
const withoutTrace = (before: JourneySnapshot, after: JourneySnapshot): JourneySnapshot => {
  const { context } = after;
  const problem_ = context.problem === before.context.problem ? context.problem : null;
  const camera = context.camera === before.context.camera ? context.camera : { is: 'closed' };
  return { ...after, context: { ...context, problem: problem_, camera, photos: before.context.photos } } as JourneySnapshot;
};

/** Texts that are shown only after the failure: the notice, or texts of the page. */
async function wordsAfter(before: JourneySnapshot, after: JourneySnapshot): Promise<string> {
  const { notice, language } = after.context;
  if (notice !== null && notice !== before.context.notice) return noticeText(language, notice);
  const now = await textsOf(after);
  const without = new Set(await textsOf(withoutTrace(before, after)));
  const added = now.filter((text) => !without.has(text));
  if (added.length > 0) return added.join(' ');
  // A state `unknown` or `failed` shows the failure by its own texts.
  const earlier = new Set(await textsOf(before));
  return isExplicit(after) ? now.filter((text) => !earlier.has(text)).join(' ') : '';
}

const statusIn = (answer: unknown): number | null => {
  if (typeof answer !== 'object' || answer === null) return null;
  const { order, status, orderNo } = answer as { order?: { status: number } | null; status?: unknown; orderNo?: unknown };
  if (order) return order.status;
  return typeof status === 'number' && typeof orderNo === 'string' ? status : null;
};

/** State of the payment in an answer; null where the answer has none. */
function paymentIn(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const { payOrderId, state, openPayment, payments } = answer as {
    payOrderId?: string;
    state?: string;
    openPayment?: object | null;
    payments?: readonly unknown[];
  };
  if (payOrderId !== undefined && state !== undefined) return state;
  if (openPayment === undefined || payments === undefined) return null;
  return openPayment !== null ? 'sent' : payments.length > 0 ? 'paid' : 'failed';
}

const isRollover = (answer: unknown): answer is RolloverDetail => typeof answer === 'object' && answer !== null && 'timesAllowed' in answer;

/** Whether a lender that executed the call with the lost answer may give this answer afterwards. */
function agrees(lost: unknown, said: unknown): boolean {
  if (isRollover(lost) && isRollover(said))
    return JSON.stringify([lost.chosen, lost.confirmed]) === JSON.stringify([said.chosen, said.confirmed]);
  const [payment, paymentAfter] = [paymentIn(lost), paymentIn(said)];
  if (payment !== null && paymentAfter !== null) return payment === paymentAfter;
  const [status, statusAfter] = [statusIn(lost), statusIn(said)];
  // An order that was just changed is not erased meanwhile.
  if (status !== null && typeof said === 'object' && said !== null && 'order' in said && said.order === null) return false;
  return status === null || statusAfter === null || status === statusAfter;
}

/** The state after a failure, and the calls after it. `asked` lists each call with its answer. */
interface Ending {
  snapshot: JourneySnapshot;
  asked: string[];
  complaint: string | null;
}

/** Maximum number of calls in a row after a failure. */
const MOST_CALLS = 5;

/** @returns one outcome per call, fault, state before and state after. */
export async function injectFaults(graph: Graph): Promise<Outcome[]> {
  const stepper = createStepper(graph.machine, { withCoverage: false });
  const pathTo = createPathFinder(graph);
  const outcomes = new Map<string, Outcome>();

  const fail = (snapshot: JourneySnapshot, call: string, fault: string, error: Problem): JourneySnapshot | null =>
    stepper.step(snapshot, failureOf(call, fault, error))?.snapshot ?? null;

  /** Fails all calls that follow in the same way, until none is running. */
  function failingOn(first: JourneySnapshot, fault: string): Ending {
    const asked: string[] = [];
    let snapshot = first;
    for (let calls = 0; ; calls++) {
      const [call] = runningCalls(snapshot);
      if (!call || snapshot.matches('sessionEnded')) return { snapshot, asked, complaint: null };
      if (calls >= MOST_CALLS) return { snapshot, asked, complaint: `calls without end: ${asked.join(', ')}` };
      const error = faultsOf(call.port)[fault] ?? problem(LOCAL.networkFailed);
      const next = fail(snapshot, call.id, fault, error);
      if (next === null) return { snapshot, asked, complaint: `nothing follows when ${call.id} fails as well` };
      asked.push(`${call.id} fails as well`);
      snapshot = next;
    }
  }

  /** Answers the calls that follow as a lender that has executed the lost call. @returns one ending per possible answer. */
  function answeringOn(first: JourneySnapshot, port: PortName, lost: unknown): Ending[] {
    if (ports[port].endsSession) return [failingOn(first, 'tokenInvalid')];
    const open: Ending[] = [{ snapshot: first, asked: [], complaint: null }];
    const endings: Ending[] = [];
    for (const ending of open) {
      const { snapshot, asked } = ending;
      const [call] = runningCalls(snapshot);
      if (!call || asked.length >= MOST_CALLS || ports[call.port].effect !== 'reads') {
        endings.push(ending);
        continue;
      }
      const fitting = Object.entries(answersTo(call, snapshot)).filter(([, output]) => agrees(lost, output));
      if (fitting.length === 0) endings.push({ ...ending, complaint: `${call.id} can never learn the outcome` });
      for (const [name, output] of fitting) {
        const next = stepper.step(snapshot, answerOf(call.id, name, output));
        if (next) open.push({ snapshot: next.snapshot, asked: [...asked, `${call.id} receives "${name}"`], complaint: null });
      }
    }
    return endings;
  }

  async function add(
    key: string,
    call: { id: string; port: PortName },
    fault: string,
    before: JourneySnapshot,
    ending: Ending,
    quiet: string | null,
    step: Step,
  ): Promise<void> {
    const { snapshot: after, asked } = ending;
    const [from, to] = [placeOf(before), placeOf(after)];
    const id = [call.id, fault, from, to, quiet, ending.complaint, asked.join()].join(' | ');
    const known = outcomes.get(id);
    if (known) {
      known.states += 1;
      return;
    }
    let shown = quiet ?? (asked.some((one) => one.includes(' receives ')) ? asked.join(', ') : '');
    let complaint = ending.complaint;
    if (shown === '' && complaint === null) {
      const words = await wordsAfter(before, after);
      shown = [...asked, words].filter(Boolean).join(': ');
      if (words === '') complaint = 'the page does not show it';
    }
    const path = complaint === null ? [] : [...pathTo(key), step];
    outcomes.set(id, { call: call.id, port: call.port, fault, from, to, shown, states: 1, complaint, path });
  }

  for (const [key, before] of graph.states) {
    for (const call of runningCalls(before)) {
      for (const [fault, error] of Object.entries(faultsOf(call.port))) {
        const step = failureOf(call.id, fault, error);
        const after = stepper.step(before, step)?.snapshot ?? null;
        const reason = silenceOf(call);
        if (after === null) await add(key, call, fault, before, { snapshot: before, asked: [], complaint: 'nothing happens' }, null, step);
        else if (!isVisible(before, after)) {
          const complaint = reason === undefined ? 'fails silently' : null;
          await add(key, call, fault, before, { snapshot: after, asked: [], complaint }, reason ?? null, step);
        } else if (fault === LOST && ports[call.port].effect !== 'reads' && runningCalls(after).length > 0) {
          for (const lost of Object.values(answersTo(call, before)))
            for (const ending of answeringOn(after, call.port, lost)) await add(key, call, fault, before, ending, null, step);
        } else await add(key, call, fault, before, failingOn(after, fault), null, step);
      }
    }
  }
  return [...outcomes.values()];
}

/** One sentence per call, fault and state whose failure is not shown. */
export const faultComplaints = (outcomes: readonly Outcome[]): string[] =>
  outcomes.flatMap(({ call, fault, from, to, complaint }) =>
    complaint === null ? [] : [`${call} with ${fault}, from ${from} to ${to}: ${complaint}`],
  );

/** The outcome without the text of its session code: session codes with otherwise equal outcomes share a row. */
const alike = (outcome: Outcome): Outcome => {
  const own = SESSION_NAMES.find((name) => name === outcome.fault);
  return own === undefined ? outcome : { ...outcome, shown: outcome.shown.replace(en[own], '(the text of the code)') };
};

/** The table: call, fault, states before and after, texts. Faults with the same outcome share a row. */
export function faultTable(outcomes: readonly Outcome[]): string[] {
  const rows = new Map<string, { call: string; faults: string[]; end: string }>();
  for (const { call, fault, from, to, shown, complaint } of outcomes.map(alike)) {
    const end = `${from} -> ${to}: ${complaint === null ? shown : complaint.toUpperCase()}`;
    const row = rows.get(`${call} ${end}`) ?? { call, faults: [], end };
    if (!row.faults.includes(fault)) row.faults.push(fault);
    rows.set(`${call} ${end}`, row);
  }
  const width = Math.max(...outcomes.map(({ call }) => call.length));
  return [...rows.values()]
    .sort((a, b) => (a.call < b.call ? -1 : a.call > b.call ? 1 : 0))
    .flatMap(({ call, faults, end }, at, all) => [
      `${(all[at - 1]?.call === call ? '' : call).padEnd(width)}  ${faults.join(', ')}`,
      `${' '.repeat(width)}    ${end}`,
    ]);
}
