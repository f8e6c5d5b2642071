/** What must hold in every state the journey can come to. Checked over the whole explored graph. */
import type { AnyStateNode } from 'xstate';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { SESSION_LOSSES } from './cases.ts';
import { RULES, type Rule } from '#src/inspector/rules.ts';
import { createStepper, type Edge, type Graph } from './explore.ts';
import { answersTo, runningCalls } from './model.ts';

export interface Invariant {
  name: string;
  /** One sentence per state that breaks it, beginning with the state. */
  check(graph: Graph): string[];
}

const eachState = (graph: Graph, complain: (snapshot: JourneySnapshot, key: string) => string | null): string[] =>
  [...graph.states].flatMap(([key, snapshot]) => {
    const complaint = complain(snapshot, key);
    return complaint === null ? [] : [`${key}: ${complaint}`];
  });

const eachEdge = (
  graph: Graph,
  complain: (edge: Edge, from: JourneySnapshot, to: JourneySnapshot, key: string) => string | null,
): string[] =>
  [...graph.edges].flatMap(([key, edges]) =>
    edges.flatMap((edge) => {
      const complaint = complain(edge, graph.states.get(key) as JourneySnapshot, graph.states.get(edge.to) as JourneySnapshot, key);
      return complaint === null ? [] : [`${key}: "${edge.happening.name}" ${complaint}`];
    }),
  );

/** Calls that run after the step and did not run before it. */
const started = (from: JourneySnapshot, to: JourneySnapshot) => {
  const before = runningCalls(from).map(({ id }) => id);
  return runningCalls(to).filter(({ id }) => !before.includes(id));
};

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

export const INVARIANTS: readonly Invariant[] = [
  invariantOf(RULES.busy),
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
      const stepper = createStepper(graph.machine);
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
  {
    name: 'nothing leaves the phone without consent: the lender asks for it and the borrower said yes to that kind',
    check: (graph) => [
      ...eachState(graph, (snapshot) => {
        if (!runningCalls(snapshot).some(({ port }) => port === 'collectData')) return null;
        const call = snapshot.children['collectData']?.getSnapshot() as { input?: { kinds?: readonly string[] } } | undefined;
        const consents = snapshot.context.order?.collection?.consents as Record<string, unknown> | undefined;
        const kinds = call?.input?.kinds ?? [];
        if (kinds.length === 0) return 'collects and nobody knows what';
        const taken = kinds.filter((kind) => consents?.[kind] !== true);
        return taken.length === 0 ? null : `collects ${taken.join(', ')} without consent`;
      }),
      // The lender knows the borrower's word before the shell is asked.
      ...eachEdge(graph, ({ happening }, from, to) => {
        if (!started(from, to).some(({ port }) => port === 'collectData')) return null;
        return /^(saveConsents answered|loadCollection answered \(agreed before\))$/.test(happening.name)
          ? null
          : 'collects before the lender knows';
      }),
    ],
  },
  invariantOf(RULES.linksAndBack),
  invariantOf(RULES.money),
  invariantOf(RULES.lostAnswers),
];
