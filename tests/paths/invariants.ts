/** The invariants: checked in every state and on every edge of the explored graph. */
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { isIncomplete, screenOfStatus, STATUS } from '#machines/model/orderStatus.ts';
import { isRefused, RULES, type JourneyRule } from '#machines/invariants.ts';
import { ports } from '#machines/ports/index.ts';
import { SESSION_LOSSES } from './cases/failures.ts';
import { endedCalls } from './endedCalls.ts';
import { createStepper, type Edge, type Graph } from './explore.ts';
import { answersTo, runningCalls } from './model.ts';
import type { Step } from './steps.ts';
import { isBeforeSync } from './projection.ts';

/** One violation of an invariant. */
export interface Breach {
  /** Key of the state. */
  at: string;
  /** Name of the step that violates it; absent: the state itself does. */
  step?: string;
  message: string;
}

export const breachText = ({ at, step, message }: Breach): string => `${at}: ${step === undefined ? '' : `"${step}" `}${message}`;

export interface Invariant {
  name: string;
  check(graph: Graph): Breach[];
}

function eachState(graph: Graph, complain: (snapshot: JourneySnapshot, key: string) => string | null): Breach[] {
  const breaches: Breach[] = [];
  for (const [at, snapshot] of graph.states) {
    const message = complain(snapshot, at);
    if (message !== null) breaches.push({ at, message });
  }
  return breaches;
}

function eachEdge(
  graph: Graph,
  complain: (edge: Edge, from: JourneySnapshot, to: JourneySnapshot, key: string) => string | null,
): Breach[] {
  const breaches: Breach[] = [];
  for (const [at, edges] of graph.edges) {
    const from = graph.states.get(at) as JourneySnapshot;
    for (const edge of edges) {
      const message = complain(edge, from, graph.states.get(edge.to) as JourneySnapshot, at);
      if (message !== null) breaches.push({ at, step: edge.step.name, message });
    }
  }
  return breaches;
}

/** A rule of the inspector, checked in every state and on every edge. */
const invariantOf = ({ name, ofState, ofStep }: JourneyRule): Invariant => ({
  name,
  check: (graph) => [
    ...(ofState ? eachState(graph, (snapshot) => ofState(snapshot) ?? null) : []),
    ...(ofStep ? eachEdge(graph, ({ step }, from, to) => ofStep(from, step.event, to) ?? null) : []),
  ],
});

const LOSS_NAMES = Object.keys(SESSION_LOSSES);
const isSessionLoss = ({ step }: Edge) => LOSS_NAMES.some((loss) => step.name.endsWith(` failed (${loss})`));

/** Permissions that a borrower may refuse: data of the phone, its phone book, being recorded. */
const PERMITS = /^(consent\.answered \(yes\)|pickContact answered \(picked\)|recording\.allowed)$/;
/** The lender requests all data of the phone. */
const DEMANDS = /^loadCollection (failed|answered (?!\(two kinds asked\)))/;

/** A read shows that another view sent the application. */
const isSentElsewhere = ({ event }: Step, from: JourneySnapshot, to: JourneySnapshot): boolean => {
  const [before, after] = [from.context.order, to.context.order];
  if (after === null || isIncomplete(after.status)) return false;
  const wasSent = before !== null && !isIncomplete(before.status) && !isBeforeSync(from);
  return !wasSent && runningCalls(from).some(({ id, port }) => event.type === `xstate.done.actor.${id}` && ports[port].effect === 'reads');
};

const isFollowed = (edge: Edge): boolean => edge.covers.includes('state routingByStatus');

export const INVARIANTS: readonly Invariant[] = [
  {
    name: RULES.busy.name,
    check: (graph) =>
      eachState(graph, (snapshot) => {
        const ended = endedCalls(snapshot);
        // The rule of the inspector reads which state makes a call, not whether the call has ended.
        if (ended.length > 0 && snapshot.hasTag('busy') && runningCalls(snapshot).length === 0)
          return `${ended.join(', ')} has ended and it stays busy`;
        return RULES.busy.ofState(snapshot) ?? null;
      }),
  },
  invariantOf(RULES.photos),
  {
    name: 'home can be reached from every state',
    check(graph) {
      const before = new Map<string, string[]>();
      for (const [from, edges] of graph.edges)
        for (const to of new Set(edges.map((edge) => edge.to))) {
          const known = before.get(to);
          if (known) known.push(from);
          else before.set(to, [from]);
        }
      const open = [...graph.states].filter(([, snapshot]) => snapshot.matches({ places: { tabs: 'home' } })).map(([key]) => key);
      const leading = new Set(open);
      for (const key of open) {
        for (const from of before.get(key) ?? []) {
          if (leading.has(from)) continue;
          leading.add(from);
          open.push(from);
        }
      }
      return eachState(graph, (_, key) => (leading.has(key) ? null : 'home cannot be reached'));
    },
  },
  invariantOf(RULES.privatePlaces),
  invariantOf(RULES.loanPlaces),
  {
    name: 'each session code from each call ends the session, once',
    check(graph) {
      const stepper = createStepper(graph.machine, { withCoverage: false });
      return eachEdge(graph, (edge, from) => {
        if (from.context.session === null || !isSessionLoss(edge)) return null;
        const after = stepper.step(from, edge.step)?.snapshot;
        const { epoch, session, notice } = after?.context ?? from.context;
        // Logging out ends the session as well, by the will of the borrower.
        if (runningCalls(from).some(({ id }) => id === 'logOut' || id === 'forgetClosed' || id === 'forgetSignedOut'))
          return session === null ? null : 'leaves the borrower signed in';
        if (!after?.matches('sessionEnded')) return 'does not end the session';
        if (session !== null) return 'ends the session and keeps its token';
        if (epoch !== from.context.epoch + 1 || notice?.key !== 'sessionEnded') return 'is not said once';
        const again = {
          name: 'again',
          event: { type: 'session.lost', epoch: from.context.epoch, problem: { code: SESSION_LOSSES.tokenExpired, message: '' } },
        };
        return stepper.step(after, again) === null ? null : 'can end it a second time';
      });
    },
  },
  {
    name: 'what is refused stays where it is',
    check: (graph) =>
      eachEdge(graph, (edge, from, _, key) => {
        const { type } = edge.step.event;
        return edge.to !== key && from._nodes.some((node) => isRefused(node, type)) ? `leads to ${edge.to}` : null;
      }),
  },
  {
    name: 'every call has an answer that the order chart allows',
    check: (graph) =>
      eachState(graph, (snapshot) => {
        const hopeless = runningCalls(snapshot).filter((call) => Object.keys(answersTo(call, snapshot)).length === 0);
        return hopeless.length === 0 ? null : `the lender must refuse ${hopeless.map(({ id }) => id).join(', ')}`;
      }),
  },
  invariantOf(RULES.review),
  invariantOf(RULES.consents),
  {
    name: 'refusing every permission still reaches a loan',
    check(graph) {
      const open = [graph.start];
      const reached = new Set(open);
      for (const key of open) {
        const from = graph.states.get(key) as JourneySnapshot;
        for (const { step, to } of graph.edges.get(key) ?? []) {
          const { name } = step;
          if (PERMITS.test(name) || DEMANDS.test(name) || isSentElsewhere(step, from, graph.states.get(to) as JourneySnapshot)) continue;
          if (name.startsWith('drawLoan answered')) return [];
          if (!reached.has(to)) open.push(to);
          reached.add(to);
        }
      }
      return [{ at: graph.start, message: 'no loan can be drawn without a permission' }];
    },
  },
  {
    name: 'every status of the specification leads to its screen',
    check(graph) {
      const met = new Set<number>();
      const astray = eachEdge(graph, (edge, _, to) => {
        const { order } = to.context;
        if (order === null || !isFollowed(edge)) return null;
        met.add(order.status);
        const screen = screenOfStatus(order.status) ?? 'home';
        return to._nodes.some(({ id }) => id === screen) ? null : `with an order in status ${order.status} does not lead to ${screen}`;
      });
      const unmet = Object.entries(STATUS).filter(([, status]) => !met.has(status));
      return [...astray, ...unmet.map(([name]) => ({ at: graph.start, message: `nothing leads on from the status ${name}` }))];
    },
  },
  {
    name: 'every error code of the specification, and every other way to fail, has a transition from every call',
    check: (graph) =>
      [...graph.states].flatMap(([at, snapshot]) => {
        const taken = new Set((graph.edges.get(at) ?? []).map(({ step }) => step.name));
        return graph.model
          .enabled(snapshot)
          .filter(({ name, event }) => event.type.startsWith('xstate.error.actor.') && !taken.has(name))
          .map(({ name }) => ({ at, step: name, message: 'leads nowhere' }));
      }),
  },
  invariantOf(RULES.linksAndBack),
  invariantOf(RULES.money),
  invariantOf(RULES.moneyKeys),
  invariantOf(RULES.lostAnswers),
];
