/**
 * Rules that must hold in every snapshot and every step of a journey. The path tests check them in the whole explored
 * graph, the inspector in the step that it shows.
 */
import type { AnyStateNode } from 'xstate';
import type { JourneySnapshot } from './journey.machine.ts';
import { hasAllAnswers } from './model/application.ts';
import { endsSession, isOutcomeUnknown, toProblem } from './model/codes.ts';
import { isPortName, ports, type PortName } from './ports/index.ts';
import type { MoneyPort } from './ports/port.ts';
import { isPublicRoute, type RouteName } from './routes.ts';
import { judge, type Complaint, type StepEvent, type Rule, type Verdict } from './rule.ts';

export type JourneyRule = Rule<JourneySnapshot>;

type MoneyPortName = { [P in PortName]: (typeof ports)[P] extends MoneyPort<infer _Out, infer _In> ? P : never }[PortName];

const movesMoney = (port: PortName): port is MoneyPortName => ports[port].effect === 'moves money';

/** The input of a running call. */
const inputOf = (snapshot: JourneySnapshot, id: string): unknown =>
  ((snapshot.children as Record<string, { getSnapshot: () => unknown } | undefined>)[id]?.getSnapshot() as { input?: unknown } | undefined)
    ?.input;

/** The kinds of data that a call must collect; undefined: the input of the call is not known. */
const kindsOf = (input: unknown): readonly string[] | undefined =>
  typeof input === 'object' && input !== null && 'kinds' in input && Array.isArray(input.kinds) ? input.kinds.map(String) : undefined;

interface Call {
  readonly id: string;
  readonly port: PortName;
}

/** A cache of the running calls of each snapshot, because the path tests ask for the calls of one snapshot many times. */
const callsOf = new WeakMap<JourneySnapshot, readonly Call[]>();

function runningCalls(snapshot: JourneySnapshot): readonly Call[] {
  const known = callsOf.get(snapshot);
  if (known) return known;
  const calls = snapshot._nodes.flatMap((node) =>
    node.invoke.flatMap(({ id, src }): Call[] => (typeof src === 'string' && isPortName(src) ? [{ id, port: src }] : [])),
  );
  callsOf.set(snapshot, calls);
  return calls;
}

/** Calls that run after the step and did not run before it. */
const started = (from: JourneySnapshot, to: JourneySnapshot) => {
  const before = runningCalls(from).map(({ id }) => id);
  return runningCalls(to).filter(({ id }) => !before.includes(id));
};

const isUnder = (node: AnyStateNode, ...ids: string[]) => {
  for (let one: AnyStateNode | undefined = node; one; one = one.parent as AnyStateNode | undefined) if (ids.includes(one.id)) return true;
  return false;
};

/** The current place: the deepest active state with a route. */
const placeOf = (snapshot: JourneySnapshot): RouteName | null =>
  (snapshot._nodes
    .filter((node) => node.config.route !== undefined)
    .map((node) => node.id)
    .pop() as RouteName | undefined) ?? null;

/** Whether this state, and not a parent of it, refuses the event. */
export const isRefused = (node: AnyStateNode, type: string): boolean => {
  const own = (node.config.on as Record<string, unknown> | undefined)?.[type];
  return typeof own === 'object' && own !== null && Object.keys(own).length === 0;
};

const isAskingConsent = (snapshot: JourneySnapshot) => snapshot.matches({ places: { apply: { loanQuestion: 'consent' } } });
const isReviewing = (snapshot: JourneySnapshot) => snapshot.matches({ places: { apply: { loanQuestion: 'reviewing' } } });

const complain = (isBroken: boolean, why: string): Complaint => (isBroken ? why : null);

/** Rules about a single moment or step, by name. */
export const RULES = {
  busy: {
    name: 'busy exactly while a call runs',
    ofState(snapshot) {
      const calls = runningCalls(snapshot).map(({ id }) => id);
      if (snapshot.hasTag('busy') === calls.length > 0) return null;
      return calls.length > 0 ? `${calls.join(', ')} runs and nothing says busy` : 'busy and no call runs';
    },
  },
  photos: {
    name: 'a photo is on its way exactly while it is uploaded',
    ofState(snapshot) {
      const isOnItsWay = Object.values(snapshot.context.photos).some(({ is }) => is === 'uploading');
      return complain(isOnItsWay !== runningCalls(snapshot).some(({ port }) => port === 'uploadPhoto'), 'the photo and its call disagree');
    },
  },
  privatePlaces: {
    name: 'no private place without a session',
    ofState(snapshot) {
      const place = placeOf(snapshot);
      if (place === null || isPublicRoute(`#${place}`)) return undefined;
      return complain(snapshot.context.session === null, `${place} is shown to a visitor`);
    },
  },
  loanPlaces: {
    name: 'no loan place without an order',
    ofState(snapshot) {
      const isAboutALoan = snapshot._nodes.some((node) => isUnder(node, 'apply', 'borrow', 'repay')) && placeOf(snapshot) !== 'toBorrow';
      return isAboutALoan ? complain(snapshot.context.order === null, 'a loan is shown and there is none') : undefined;
    },
  },
  lostSessions: {
    name: 'a session code ends the session',
    ofStep(from, event, to) {
      if (from.context.session === null || !event.type.startsWith('xstate.error.actor.')) return undefined;
      if (!endsSession(toProblem(event['error']).code)) return undefined;
      return complain(to.context.session !== null, 'the session goes on');
    },
  },
  refusals: {
    name: 'what is refused stays where it is',
    ofStep(from, { type }, to) {
      if (!from._nodes.some((node) => isRefused(node, type))) return undefined;
      return complain(JSON.stringify(from.value) !== JSON.stringify(to.value), 'leads away');
    },
  },
  review: {
    name: 'the application is sent from the review, and the review is of all answers',
    ofState: (snapshot) =>
      isReviewing(snapshot) ? complain(!hasAllAnswers(snapshot.context.drafts.loanQuestion?.values), 'an answer is missing') : undefined,
    ofStep(from, event, to) {
      if (started(from, to).some(({ port }) => port === 'saveQuestionnaire'))
        return complain(!isAskingConsent(from), 'sends what nobody looked at');
      // Only the confirmation of the review leads to asking for consent.
      if (isAskingConsent(from) || !isAskingConsent(to)) return undefined;
      return complain(!isReviewing(from) || event.type !== 'application.confirmed', 'goes on to sending what nobody looked at');
    },
  },
  consents: {
    name: 'data of the phone is collected only with consent, and after the lender knows of it',
    ofState(snapshot) {
      const call = runningCalls(snapshot).find(({ port }) => port === 'collectData');
      const kinds = call && kindsOf(inputOf(snapshot, call.id));
      if (!kinds) return undefined;
      if (kinds.length === 0) return 'collects and nobody knows what';
      const consents: Readonly<Record<string, boolean | null | undefined>> = snapshot.context.order?.collection?.consents ?? {};
      const taken = kinds.filter((kind) => consents[kind] !== true);
      return complain(taken.length > 0, `collects ${taken.join(', ')} without consent`);
    },
    ofStep(from, { type }, to) {
      if (!started(from, to).some(({ port }) => port === 'collectData')) return undefined;
      // `loadCollection` answers with the consents that were saved before.
      return complain(
        type !== 'xstate.done.actor.saveConsents' && type !== 'xstate.done.actor.loadCollection',
        'collects before the lender knows',
      );
    },
  },
  linksAndBack: {
    name: 'no link and no Back starts a call that changes something',
    ofStep(from, { type }, to) {
      if (type !== 'xstate.route' && type !== 'back.requested') return undefined;
      const changing = started(from, to).filter(({ port }) => ports[port].effect !== 'reads');
      return complain(changing.length > 0, `starts ${changing.map(({ id }) => id).join(', ')}`);
    },
  },
  money: {
    name: 'money moves by one act of the borrower, and is drawn with consent',
    ofStep(from, { type }, to) {
      let complaint: Complaint = undefined;
      for (const { id, port } of started(from, to)) {
        if (!movesMoney(port)) continue;
        if (![ports[port].act].flat().some((act) => act === type)) return `starts ${id}`;
        if (port === 'drawLoan' && !from.context.agreed) return 'draws the loan without consent';
        complaint = null;
      }
      return complaint;
    },
  },
  moneyKeys: {
    name: 'no call that moves money leaves without what makes its port idempotent',
    ofState(snapshot) {
      let complaint: Complaint = undefined;
      for (const { id, port } of runningCalls(snapshot)) {
        const input = inputOf(snapshot, id);
        // A recording may begin in the middle of a journey. Then the input of a call that was sent before is not known.
        if (!movesMoney(port) || input === undefined) continue;
        const keys = (ports[port].idempotencyKey as (input: unknown) => readonly unknown[])(input);
        if (keys.some((key) => typeof key !== 'string' || key === ''))
          return `${id} could not be told from another one when it is repeated`;
        complaint = null;
      }
      return complaint;
    },
  },
  lostAnswers: {
    name: 'a lost answer about money is asked for',
    ofStep(from, event, to) {
      const lost = runningCalls(from).find(({ id, port }) => movesMoney(port) && event.type === `xstate.error.actor.${id}`);
      if (!lost || !isOutcomeUnknown(toProblem(event['error']))) return undefined;
      return complain(!runningCalls(to).some(({ port }) => ports[port].effect === 'reads'), 'is taken for an answer');
    },
  },
} as const satisfies Record<string, JourneyRule>;

interface Moment {
  event: StepEvent | null;
  snapshot: JourneySnapshot;
}

/** The verdict of each rule about a step and the moment after it; `before` is null at the start. */
export const verdictsOf = (before: Moment | null, step: Moment): Verdict[] =>
  judge(Object.values(RULES as Record<string, JourneyRule>), before, step);
