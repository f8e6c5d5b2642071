/**
 * The fault deck: every call, wherever it runs, is failed in every way a call can fail, and must end in a place that
 * says so. Calls and places come from the explored graph, the words from the screens that ship.
 */
import { renderToStaticMarkup } from 'react-dom/server';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import type { RolloverDetail } from '#machines/model/rollover.ts';
import { CODE, LOCAL, type Problem } from '#machines/model/codes.ts';
import { ports } from '#machines/ports/index.ts';
import { SCREENS } from '#screens/index.ts';
import { en } from '#src/api/words/en.ts';
import { noticeText } from '#src/i18n/notices.ts';
import { routeOf } from '#src/router/place.ts';
import { failures, SESSION_LOSSES, type PortName } from './cases.ts';
import { createStepper, type Graph } from './explore.ts';
import { answersTo, runningCalls, type Happening } from './model.ts';
import { createPathFinder } from './shortest.ts';

/** No answer came, but the lender has done what it was asked for. */
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

/** The app around the page knows no session of the lender, and no network. */
const OF_THE_PHONE: Readonly<Record<string, Problem>> = {
  timeout: problem(LOCAL.shellSilent),
  'no app around': problem(LOCAL.shellMissing),
  garbage: problem(LOCAL.shellRefused),
};

/** Ways in which a call of this port may fail: as the cases of the model have it, the phone or the lender is asked. */
export const deckOf = (port: PortName): Readonly<Record<string, Problem>> =>
  Object.values(failures[port]).some(({ code }) => code === CODE.tokenExpired) ? OF_THE_LENDER : OF_THE_PHONE;

/**
 * Calls under another name than their port's, whose failure is no concern of the borrower: by id of the invoke, with
 * what there is to see instead. For the call of the port's own name the declaration says it.
 */
export const SILENT_CALLS: Readonly<Record<string, string>> = {
  checkMessages: 'the profile does without its dot',
  rewordHome: 'the language is chosen; the next look brings the words of the lender',
};

/** What the borrower has instead of an answer; undefined: its failure must be said. */
export const silenceOf = ({ id, port }: { id: string; port: PortName }): string | undefined => {
  const reason = SILENT_CALLS[id] ?? (id === port ? ports[port].silent : undefined);
  return reason === undefined ? undefined : `on purpose: ${reason}`;
};

export interface Outcome {
  /** Id of the invoke. */
  call: string;
  port: PortName;
  fault: string;
  /** Where the call ran and where the borrower is then, in the chart's own words. */
  from: string;
  to: string;
  /** What the page says there, and did not say before; why nothing is said; or what the lender said when it was asked. */
  says: string;
  /** How many of the explored states behave like this. */
  states: number;
  /** Null: all is well. */
  complaint: string | null;
  /** Names of what happens on the shortest way there, the fault last; for outcomes with a complaint. */
  path: readonly Happening[];
}

const failing = (call: string, fault: string, error: Problem): Happening => ({
  name: `${call} failed (${fault})`,
  // Each failure is a problem of its own, told apart from one that was there before.
  event: { type: `xstate.error.actor.${call}`, error: { ...error }, actorId: call },
});

const answering = (call: string, name: string, output: unknown): Happening => ({
  name: `${call} answered (${name})`,
  event: { type: `xstate.done.actor.${call}`, output, actorId: call },
});

/** `repay.cashier.waiting` */
const placeOf = (snapshot: JourneySnapshot): string =>
  (snapshot._nodes.reduce((deep, node) => (node.path.length > deep.path.length ? node : deep)).path.join('.') || 'journey').replace(
    /^places\./,
    '',
  );

/** A state of its own for not knowing, or for having failed: its page says it whatever the context holds. */
const isExplicit = (snapshot: JourneySnapshot): boolean => snapshot._nodes.some(({ key }) => key === 'unknown' || key === 'failed');

const PHOTOS = ['front', 'back', 'face'] as const;

/** Whether the failure left a trace that a page can show. */
function isTold(before: JourneySnapshot, after: JourneySnapshot): boolean {
  const [a, b] = [before.context, after.context];
  return (
    (b.problem !== null && b.problem !== a.problem) ||
    (b.notice !== null && b.notice !== a.notice) ||
    PHOTOS.some((side) => b.photos[side].is === 'failed' && b.photos[side] !== a.photos[side]) ||
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

/** The snapshot as it would be had the failure left no trace: what is only said because of the failure is missing on its page. */
const untold = (before: JourneySnapshot, after: JourneySnapshot): JourneySnapshot => {
  const { context } = after;
  const problem_ = context.problem === before.context.problem ? context.problem : null;
  return { ...after, context: { ...context, problem: problem_, photos: before.context.photos } } as JourneySnapshot;
};

/** What is said after the failure, and was not said before: the passing message, or the page's own words. */
async function wordsAfter(before: JourneySnapshot, after: JourneySnapshot): Promise<string> {
  const { notice, language } = after.context;
  if (notice !== null && notice !== before.context.notice) return noticeText(language, notice);
  const now = await textsOf(after);
  const without = new Set(await textsOf(untold(before, after)));
  const said = now.filter((text) => !without.has(text));
  if (said.length > 0) return said.join(' ');
  // A place for not knowing says it by being there.
  const earlier = new Set(await textsOf(before));
  return isExplicit(after) ? now.filter((text) => !earlier.has(text)).join(' ') : '';
}

const statusIn = (answer: unknown): number | null => {
  if (typeof answer !== 'object' || answer === null) return null;
  const { order, status, orderNo } = answer as { order?: { status: number } | null; status?: unknown; orderNo?: unknown };
  if (order) return order.status;
  return typeof status === 'number' && typeof orderNo === 'string' ? status : null;
};

/** The payment as an answer tells it: in the words of its states; null where it tells none. */
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

/** Whether a lender that has given the lost answer may say this when it is asked afterwards. */
function agrees(lost: unknown, said: unknown): boolean {
  if (isRollover(lost) && isRollover(said))
    return JSON.stringify([lost.chosen, lost.confirmed]) === JSON.stringify([said.chosen, said.confirmed]);
  const [payment, paymentSaid] = [paymentIn(lost), paymentIn(said)];
  if (payment !== null && paymentSaid !== null) return payment === paymentSaid;
  const [status, statusSaid] = [statusIn(lost), statusIn(said)];
  return status === null || statusSaid === null || status === statusSaid;
}

/** Where a failure ends. `asked` names the calls that were made because of it, and what they were answered with. */
interface Ending {
  snapshot: JourneySnapshot;
  asked: string[];
  complaint: string | null;
}

/** So many calls may follow on each other before the journey comes to rest. */
const MOST_CALLS = 5;

/** @param machine's graph @returns one outcome per call, fault, place before and place after. */
export async function dealFaults(graph: Graph): Promise<Outcome[]> {
  const stepper = createStepper(graph.machine, false);
  const pathTo = createPathFinder(graph);
  const outcomes = new Map<string, Outcome>();

  const fail = (snapshot: JourneySnapshot, call: string, fault: string, error: Problem): JourneySnapshot | null =>
    stepper.step(snapshot, failing(call, fault, error))?.snapshot ?? null;

  /** What is asked because of a failure fails in the same way, until the journey is at rest. */
  function failingOn(first: JourneySnapshot, fault: string): Ending {
    const asked: string[] = [];
    let snapshot = first;
    for (let calls = 0; ; calls++) {
      const [call] = runningCalls(snapshot);
      if (!call || snapshot.matches('sessionEnded')) return { snapshot, asked, complaint: null };
      if (calls >= MOST_CALLS) return { snapshot, asked, complaint: `asks for ever: ${asked.join(', ')}` };
      const error = deckOf(call.port)[fault] ?? problem(LOCAL.networkFailed);
      const next = fail(snapshot, call.id, fault, error);
      if (next === null) return { snapshot, asked, complaint: `nothing follows when ${call.id} fails as well` };
      asked.push(`${call.id} fails as well`);
      snapshot = next;
    }
  }

  /** What is asked because of a lost answer is answered by a lender that has done it; every such ending. */
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
      if (fitting.length === 0) endings.push({ ...ending, complaint: `${call.id} can never hear what became of it` });
      for (const [name, output] of fitting) {
        const next = stepper.step(snapshot, answering(call.id, name, output));
        if (next) open.push({ snapshot: next.snapshot, asked: [...asked, `${call.id} hears "${name}"`], complaint: null });
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
    happening: Happening,
  ): Promise<void> {
    const { snapshot: after, asked } = ending;
    const [from, to] = [placeOf(before), placeOf(after)];
    const id = [call.id, fault, from, to, quiet, ending.complaint, asked.join()].join(' | ');
    const known = outcomes.get(id);
    if (known) {
      known.states += 1;
      return;
    }
    let says = quiet ?? (asked.some((one) => one.includes(' hears ')) ? asked.join(', ') : '');
    let complaint = ending.complaint;
    if (says === '' && complaint === null) {
      const words = await wordsAfter(before, after);
      says = [...asked, words].filter(Boolean).join(': ');
      if (words === '') complaint = 'the page says nothing of it';
    }
    const path = complaint === null ? [] : [...pathTo(key), happening];
    outcomes.set(id, { call: call.id, port: call.port, fault, from, to, says, states: 1, complaint, path });
  }

  for (const [key, before] of graph.states) {
    for (const call of runningCalls(before)) {
      for (const [fault, error] of Object.entries(deckOf(call.port))) {
        const happening = failing(call.id, fault, error);
        const after = stepper.step(before, happening)?.snapshot ?? null;
        const reason = silenceOf(call);
        if (after === null)
          await add(key, call, fault, before, { snapshot: before, asked: [], complaint: 'nothing happens' }, null, happening);
        else if (!isTold(before, after)) {
          const complaint = reason === undefined ? 'fails in silence' : null;
          await add(key, call, fault, before, { snapshot: after, asked: [], complaint }, reason ?? null, happening);
        } else if (fault === LOST && ports[call.port].effect !== 'reads' && runningCalls(after).length > 0) {
          for (const lost of Object.values(answersTo(call, before)))
            for (const ending of answeringOn(after, call.port, lost)) await add(key, call, fault, before, ending, null, happening);
        } else await add(key, call, fault, before, failingOn(after, fault), null, happening);
      }
    }
  }
  return [...outcomes.values()];
}

/** One sentence per call, fault and place that does not say what happened. */
export const faultComplaints = (outcomes: readonly Outcome[]): string[] =>
  outcomes.flatMap(({ call, fault, from, to, complaint }) =>
    complaint === null ? [] : [`${call} with ${fault}, from ${from} to ${to}: ${complaint}`],
  );

/** Codes that end a session differ in their words alone. */
const alike = (outcome: Outcome): Outcome => {
  const own = SESSION_NAMES.find((name) => name === outcome.fault);
  return own === undefined ? outcome : { ...outcome, says: outcome.says.replace(en[own], '(the words of the code)') };
};

/** The table, for reading: call, fault, place before and after, what is said. Faults that end alike share a line. */
export function faultTable(outcomes: readonly Outcome[]): string[] {
  const rows = new Map<string, { call: string; faults: string[]; end: string }>();
  for (const { call, fault, from, to, says, complaint } of outcomes.map(alike)) {
    const end = `${from} -> ${to}: ${complaint === null ? says : complaint.toUpperCase()}`;
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
