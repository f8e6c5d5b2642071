/** What must hold in every state the journey can come to. Checked over the whole explored graph. */
import type { AnyStateNode } from 'xstate';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { isIncomplete, screenOfStatus, STATUS } from '#machines/model/orderStatus.ts';
import { RULES, type Rule } from '#machines/invariants.ts';
import { ports } from '#machines/ports/index.ts';
import { SESSION_LOSSES } from './cases.ts';
import { endedCalls } from './ended.ts';
import { createStepper, type Edge, type Graph } from './explore.ts';
import { answersTo, runningCalls, type Happening } from './model.ts';
import { isBeforeSync } from './projection.ts';

/** One place in which an invariant does not hold. */
export interface Breach {
  /** Key of the state. */
  at: string;
  /** Name of what happens there and must not lead where it leads; absent: the state itself is wrong. */
  happening?: string;
  says: string;
}

export const breachText = ({ at, happening, says }: Breach): string => `${at}: ${happening === undefined ? '' : `"${happening}" `}${says}`;

export interface Invariant {
  name: string;
  check(graph: Graph): Breach[];
}

const eachState = (graph: Graph, complain: (snapshot: JourneySnapshot, key: string) => string | null): Breach[] =>
  [...graph.states].flatMap(([at, snapshot]) => {
    const says = complain(snapshot, at);
    return says === null ? [] : [{ at, says }];
  });

const eachEdge = (
  graph: Graph,
  complain: (edge: Edge, from: JourneySnapshot, to: JourneySnapshot, key: string) => string | null,
): Breach[] =>
  [...graph.edges].flatMap(([at, edges]) =>
    edges.flatMap((edge) => {
      const says = complain(edge, graph.states.get(at) as JourneySnapshot, graph.states.get(edge.to) as JourneySnapshot, at);
      return says === null ? [] : [{ at, happening: edge.happening.name, says }];
    }),
  );

const isRefused = (node: AnyStateNode, type: string) => {
  const own = (node.config.on as Record<string, unknown> | undefined)?.[type];
  return typeof own === 'object' && own !== null && Object.keys(own).length === 0;
};

/** A rule of the inspector, held against every state and every edge. */
const invariantOf = ({ name, ofState, ofStep }: Rule): Invariant => ({
  name,
  check: (graph) => [
    ...eachState(graph, (snapshot) => ofState?.(snapshot) ?? null),
    ...eachEdge(graph, ({ happening }, from, to) => ofStep?.(from, happening.event, to) ?? null),
  ],
});

const LOSS_NAMES = Object.keys(SESSION_LOSSES);
const isSessionLoss = ({ happening }: Edge) => LOSS_NAMES.some((loss) => happening.name.endsWith(` failed (${loss})`));

/** What a borrower may refuse: data of the phone, its phone book, being recorded. */
const PERMITS = /^(consent\.answered \(yes\)|pickContact answered \(picked\)|recording\.allowed)$/;
/** The lender asks the phone for everything it may ask for. */
const DEMANDS = /^loadCollection (failed|answered (?!\(two kinds asked\)))/;

/** An application that is found sent only because somebody looked: it was sent elsewhere. */
const isHeardOf = ({ event }: Happening, from: JourneySnapshot, to: JourneySnapshot): boolean => {
  const [before, after] = [from.context.order, to.context.order];
  if (after === null || isIncomplete(after.status)) return false;
  const wasSent = before !== null && !isIncomplete(before.status) && !isBeforeSync(from);
  return !wasSent && runningCalls(from).some(({ id, port }) => event.type === `xstate.done.actor.${id}` && ports[port].effect === 'reads');
};

const isFollowed = (edge: Edge): boolean => edge.proves.includes('state routingByStatus');

export const INVARIANTS: readonly Invariant[] = [
  {
    name: RULES.busy.name,
    check: (graph) =>
      eachState(graph, (snapshot) => {
        const ended = endedCalls(snapshot);
        // The rule of the inspector sees which state makes a call, not whether the call is over.
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
      for (const [from, edges] of graph.edges) for (const { to } of edges) before.set(to, [...(before.get(to) ?? []), from]);
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
      const stepper = createStepper(graph.machine, false);
      return eachEdge(graph, (edge, from) => {
        if (from.context.session === null || !isSessionLoss(edge)) return null;
        const after = stepper.step(from, edge.happening)?.snapshot;
        const { epoch, session, notice } = after?.context ?? from.context;
        // Logging out loses the session as well, by the borrower's own wish.
        if (runningCalls(from).some(({ id }) => id === 'logOut' || id === 'forgetClosed'))
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
        const { type } = edge.happening.event;
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
        for (const { happening, to } of graph.edges.get(key) ?? []) {
          const { name } = happening;
          if (PERMITS.test(name) || DEMANDS.test(name) || isHeardOf(happening, from, graph.states.get(to) as JourneySnapshot)) continue;
          if (name.startsWith('drawLoan answered')) return [];
          if (!reached.has(to)) open.push(to);
          reached.add(to);
        }
      }
      return [{ at: graph.start, says: 'no loan can be drawn without a permission' }];
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
      return [...astray, ...unmet.map(([name]) => ({ at: graph.start, says: `nothing leads on from the status ${name}` }))];
    },
  },
  {
    name: 'every error code of the specification, and every other way to fail, has a transition from every call',
    check: (graph) =>
      [...graph.states].flatMap(([at, snapshot]) => {
        const taken = new Set((graph.edges.get(at) ?? []).map(({ happening }) => happening.name));
        return graph
          .happenings(snapshot)
          .filter(({ name, event }) => event.type.startsWith('xstate.error.actor.') && !taken.has(name))
          .map(({ name }) => ({ at, happening: name, says: 'leads nowhere' }));
      }),
  },
  invariantOf(RULES.linksAndBack),
  invariantOf(RULES.money),
  invariantOf(RULES.moneyKeys),
  invariantOf(RULES.lostAnswers),
];
