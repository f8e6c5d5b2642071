/**
 * The model: the chart that ships with every step that can happen in a snapshot. These are events of borrower and phone,
 * answers and failures of running calls, and timers. There is no second description of the journey.
 */
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { isPublicRoute, type RouteTarget } from '#machines/routes.ts';
import { answers, answersOfInvoke, events, failures, type EventType, type PortName } from './cases.ts';
import type { Model } from './explore.ts';
import { contextOf, isBeforeSync, project, surroundingsOf } from './projection.ts';
import { callsRunningIn, MissingCase, stepsIn, type Call, type Step } from './steps.ts';

const isEventType = (type: string): type is EventType => type in events;
const isPort = (src: string): src is PortName => src in answers;

const isJourneyCall = (call: Call): call is Call<PortName> => isPort(call.port);

/** Calls that run in this snapshot, but for those without cases. */
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
function exploredLinks(snapshot: JourneySnapshot): (name: string, payload: { to?: RouteTarget }) => boolean {
  const isEarly = isBeforeSync(snapshot);
  const isVisitor = snapshot.context.session === null;
  return (name, { to }) => to === undefined || !(isEarly || (isVisitor && !isPublicRoute(to))) || EXPLORED_EARLY.includes(name);
}

/** All enabled steps of this snapshot. A guard may still select no transition. */
export function enabledSteps(snapshot: JourneySnapshot): Step[] {
  const isExplored = exploredLinks(snapshot);
  return stepsIn(snapshot, {
    events(type) {
      if (!isEventType(type))
        throw new MissingCase(
          [
            `The event "${type}" has no cases. Add to \`events\` of tests/paths/cases.ts:`,
            `  '${type}': plain,`,
            'or, when it brings something, one payload for each that the chart tells apart:',
            `  '${type}': () => ({ right: { … }, wrong: { … } }),`,
          ].join('\n'),
        );
      const payloads = events[type](snapshot.context);
      return type === 'xstate.route'
        ? Object.fromEntries(Object.entries(payloads).filter(([name, payload]) => isExplored(name, payload)))
        : payloads;
    },
    answers(call) {
      if (isJourneyCall(call)) return answersTo(call, snapshot);
      throw new MissingCase(
        [
          `The port "${call.port}", which "${call.id}" calls, has no cases. Add to \`answers\` of tests/paths/cases.ts:`,
          `  ${call.port}: only(…),`,
          'with a sample of what the lender or the phone answers, or several by name: () => ({ some: …, none: … }).',
        ].join('\n'),
      );
    },
    failures: ({ port }) => (isPort(port) ? failures[port] : {}),
  });
}

/**
 * Links, the end of a session and a session that the shell found lead away from every place alike, and what the root alone
 * handles leads nowhere. A place with a transition of its own for one of them is a group of its own.
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
  independence: { isIndependent, context: contextOf },
};
