/**
 * The model: the chart that ships with every step that can happen in a snapshot. These are events of borrower and phone,
 * answers and failures of running calls, and timers. There is no second description of the journey.
 */
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { isPortName, type PortName } from '#machines/ports/index.ts';
import { isPublicRoute, type RouteTarget } from '#machines/routes.ts';
import { answers, answersOfInvoke } from './cases/answers.ts';
import { events } from './cases/events.ts';
import { failures } from './cases/failures.ts';
import type { EventType, Payload } from './cases/vocabulary.ts';
import type { Model } from './explore.ts';
import { contextOf, isBeforeSync, isSamePage, project, surroundingsOf } from './projection.ts';
import { guardWithout } from './chartFault.ts';
import { callsRunningIn, MissingCase, nodesOf, stepsIn, type Call, type Named, type Step } from './steps.ts';

const isEventType = (type: string): type is EventType => type in events;
const isPort = (src: string): src is PortName => src in answers;

const isJourneyCall = (call: Call): call is Call<PortName> => isPort(call.port);

/** Calls that run in this snapshot, except those without cases. */
export const runningCalls = (snapshot: JourneySnapshot): Call<PortName>[] => callsRunningIn(snapshot).filter(isJourneyCall);

/** Possible answers of a call by name; empty where the order chart refuses the call in this status. */
export const answersTo = ({ id, port }: Call<PortName>, snapshot: JourneySnapshot): Readonly<Record<string, unknown>> =>
  (answersOfInvoke[id] ?? answers[port])(snapshot.context);

/**
 * Links explored while home is not loaded: the chart stores such a link and follows it later, like any other link. One
 * link of each kind is enough, because all links are explored once home is loaded. All of them would double the graph.
 */
const EXPLORED_EARLY: readonly string[] = [
  // public, and those that replace an awaited code
  '#home',
  '#faq',
  '#login',
  '#register',
  // private, with a guard of its own, about an order
  '#records',
  '#toBorrow',
  '#cashier',
  // with a query
  '#feedbackDetail of a ticket',
  '#yx1 of a channel',
];
const isExplored = (isEarly: boolean, isVisitor: boolean, name: string, { to }: { to?: RouteTarget }): boolean =>
  to === undefined || !(isEarly || (isVisitor && !isPublicRoute(to))) || EXPLORED_EARLY.includes(name);

/** Explored links before and after home is loaded, by visitor and borrower. Cached, because all links are read in every state. */
const explored = new WeakMap<Links, Map<string, Links>>();
type Links = Named<Payload<'xstate.route'>>;
function exploredLinks(links: Links, snapshot: JourneySnapshot): Links {
  const [isEarly, isVisitor] = [isBeforeSync(snapshot), snapshot.context.session === null];
  const id = `${isEarly} ${isVisitor}`;
  const known = explored.get(links) ?? new Map<string, Links>();
  explored.set(links, known);
  const found = known.get(id) ?? Object.fromEntries(Object.entries(links).filter(([name, to]) => isExplored(isEarly, isVisitor, name, to)));
  known.set(id, found);
  return found;
}

const eventWithoutCases = (type: string): string =>
  [
    `The event "${type}" has no cases. Add to \`events\` of tests/paths/cases/events.ts:`,
    `  '${type}': noPayload,`,
    'or, when it brings something, one payload for each that the chart tells apart:',
    `  '${type}': () => ({ right: { … }, wrong: { … } }),`,
    'A new event needs its type in machines/events.ts first, and its clauses in machines/clauses.ts.',
  ].join('\n');

const portWithoutCases = ({ id, port }: Call): string =>
  [
    ...(isPortName(port)
      ? []
      : [
          `The port "${port}", which "${id}" calls, is not defined. Add to a file in machines/ports, with what it answers and what it is given:`,
          `  ${port}: port<Answer, Input>().reads({ call: '…', clauses: ['…'], doing: '…', words: '…' }),`,
          'or `changes`; `answeredBy` stands for `call` where the phone or the shell answers. Bind it in src/app, as the compiler says.',
          'A new call of the lender is added to src/api/contract.ts, and its handler to a file of server/calls.',
        ]),
    `The port "${port}", which "${id}" calls, has no cases. Add to \`answers\` of tests/paths/cases/answers.ts:`,
    `  ${port}: only(…),`,
    'with a sample of what the lender or the phone answers, or several by name: () => ({ some: …, none: … }).',
  ].join('\n');

/** All transitions of a state: those of events and timers, and those without an event. */
const transitionsOf = (node: AnyStateNode): AnyTransitionDefinition[] => [...[...node.transitions.values()].flat(), ...(node.always ?? [])];

/**
 * Undefined names in the chart: events and ports without cases, and guards. All are reported at once and before the
 * exploration, because a step that cannot be taken yet needs no row of the table yet.
 */
export function missingIn(machine: AnyStateMachine): string[] {
  const missing = new Set<string>();
  for (const node of nodesOf(machine)) {
    for (const { eventType, guard } of transitionsOf(node)) {
      const isOwn = eventType !== '' && !eventType.startsWith('xstate.') && eventType !== '*';
      if (isOwn && !isEventType(eventType)) missing.add(eventWithoutCases(eventType));
      const name = typeof guard === 'string' ? guard : typeof guard === 'object' ? guard.type : undefined;
      if (name !== undefined && !(name in machine.implementations.guards)) missing.add(guardWithout(name));
    }
    for (const { id, src } of node.invoke) if (typeof src === 'string' && !isPort(src)) missing.add(portWithoutCases({ id, port: src }));
  }
  return [...missing];
}

/** All enabled steps of this snapshot. A guard may still select no transition. */
export function enabledSteps(snapshot: JourneySnapshot): Step[] {
  return stepsIn(snapshot, {
    events(type) {
      if (!isEventType(type)) throw new MissingCase(eventWithoutCases(type));
      return type === 'xstate.route' ? exploredLinks(events[type](snapshot.context), snapshot) : events[type](snapshot.context);
    },
    answers(call) {
      if (isJourneyCall(call)) return answersTo(call, snapshot);
      throw new MissingCase(portWithoutCases(call));
    },
    failures: ({ port }) => (isPort(port) ? failures[port] : {}),
  });
}

/**
 * Links, the end of a session, and a session that the shell found lead to the same state from every place. The other events
 * are handled by the root alone and lead nowhere. A place with a transition of its own for one of them is a group of its own.
 */
const INDEPENDENT: readonly string[] = [
  'xstate.route',
  'session.lost',
  'clock.ticked',
  'language.chosen',
  'notice.dismissed',
  'copy.finished',
  'draft.notKept',
  'application.sentElsewhere',
  'shellSession.found',
];
const isIndependent = (type: string): boolean => INDEPENDENT.includes(type);

export const journeyModel: Model = {
  enabled: enabledSteps,
  projection: project,
  surroundings: surroundingsOf,
  independence: { isIndependent, context: contextOf, isSamePage },
};
