/** What must hold in every state the journey can come to. Checked over the whole explored graph. */
import type { AnyStateNode } from 'xstate';
import type { JourneySnapshot } from '#machines/journey.machine.ts';
import { hasAllAnswers } from '#machines/model/application.ts';
import { isPublicRoute, type RouteName } from '#machines/routes.ts';
import { SESSION_LOSSES, type PortName } from './cases.ts';
import { createStepper, type Edge, type Graph } from './explore.ts';
import { answersTo, runningCalls } from './model.ts';

export interface Invariant {
  name: string;
  /** One sentence per state that breaks it, beginning with the state. */
  check(graph: Graph): string[];
}

/** What a call does at the lender or on the phone. A call that moves money must be asked about when its answer is lost. */
const EFFECTS: { readonly [P in PortName]: 'asks' | 'changes' | 'moves money' } = {
  restoreDevice: 'asks',
  askShellLogin: 'asks',
  findMobile: 'asks',
  askCaptcha: 'asks',
  loadCountry: 'asks',
  loadSupport: 'asks',
  loadDownload: 'asks',
  loadVacancies: 'asks',
  loadHome: 'asks',
  loadRecords: 'asks',
  loadStatement: 'asks',
  loadMarket: 'asks',
  loadRecommendation: 'asks',
  requestReview: 'changes',
  loadSaved: 'asks',
  pickContact: 'asks',
  loadOffer: 'asks',
  loadAgreement: 'asks',
  loadRepayment: 'asks',
  loadPayment: 'asks',
  forgetSession: 'changes',
  startRecording: 'asks',
  saveRecording: 'asks',
  requestCode: 'changes',
  logIn: 'changes',
  registerBorrower: 'changes',
  startApplication: 'changes',
  savePersonalInfo: 'changes',
  saveAdditionalInfo: 'changes',
  uploadPhoto: 'changes',
  finishPhotos: 'changes',
  bindAccount: 'changes',
  loadCollection: 'asks',
  saveConsents: 'changes',
  collectData: 'changes',
  saveQuestionnaire: 'changes',
  drawLoan: 'moves money',
  declineOffer: 'moves money',
  requestPayment: 'moves money',
};

/** The one act of the borrower that starts each call that moves money. */
const ACTS: Partial<Record<PortName, string>> = {
  drawLoan: 'offer.accepted',
  declineOffer: 'offer.declined',
  requestPayment: 'repayment.amountChosen',
};

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

const isUnder = (node: AnyStateNode, ...ids: string[]) => {
  for (let one: AnyStateNode | undefined = node; one; one = one.parent as AnyStateNode | undefined) if (ids.includes(one.id)) return true;
  return false;
};

/** The place a link would lead to: the deepest active state with a route. */
const placeOf = (snapshot: JourneySnapshot): RouteName | null =>
  (snapshot._nodes
    .filter((node) => node.config.route !== undefined)
    .map((node) => node.id)
    .pop() as RouteName | undefined) ?? null;

const isRefused = (node: AnyStateNode, type: string) => {
  const own = (node.config.on as Record<string, unknown> | undefined)?.[type];
  return typeof own === 'object' && own !== null && Object.keys(own).length === 0;
};

const isAskingConsent = (snapshot: JourneySnapshot) => snapshot.matches({ places: { apply: { loanQuestion: 'consent' } } });

const LOSS_NAMES = Object.keys(SESSION_LOSSES);
const isSessionLoss = ({ happening }: Edge) => LOSS_NAMES.some((loss) => happening.name.endsWith(` failed (${loss})`));

export const INVARIANTS: readonly Invariant[] = [
  {
    name: 'busy exactly while a call runs',
    check: (graph) =>
      eachState(graph, (snapshot) => {
        const calls = runningCalls(snapshot).map(({ id }) => id);
        if (snapshot.hasTag('busy') === calls.length > 0) return null;
        return calls.length > 0 ? `${calls.join(', ')} runs and nothing says busy` : 'busy and no call runs';
      }),
  },
  {
    name: 'a photo is on its way exactly while it is uploaded',
    check: (graph) =>
      eachState(graph, (snapshot) => {
        const isOnItsWay = Object.values(snapshot.context.photos).some(({ is }) => is === 'uploading');
        return isOnItsWay === runningCalls(snapshot).some(({ port }) => port === 'uploadPhoto') ? null : 'the photo and its call disagree';
      }),
  },
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
  {
    name: 'no private place without a session',
    check: (graph) =>
      eachState(graph, (snapshot) => {
        const place = placeOf(snapshot);
        return place === null || isPublicRoute(`#${place}`) || snapshot.context.session !== null ? null : `${place} is shown to a visitor`;
      }),
  },
  {
    name: 'no loan place without an order',
    check: (graph) =>
      eachState(graph, (snapshot) => {
        const isAboutALoan = snapshot._nodes.some((node) => isUnder(node, 'apply', 'borrow', 'repay')) && placeOf(snapshot) !== 'toBorrow';
        return isAboutALoan && snapshot.context.order === null ? 'a loan is shown and there is none' : null;
      }),
  },
  {
    name: 'each session code from each call ends the session, once',
    check(graph) {
      const stepper = createStepper(graph.machine);
      return eachEdge(graph, (edge, from) => {
        if (from.context.session === null || !isSessionLoss(edge)) return null;
        const after = stepper.step(from, edge.happening)?.snapshot;
        const { epoch, session, notice } = after?.context ?? from.context;
        // Logging out loses the session as well, by the borrower's own wish.
        if (runningCalls(from).some(({ id }) => id === 'logOut')) return session === null ? null : 'leaves the borrower signed in';
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
  {
    name: 'the application is sent from the review, and the review is of all answers',
    check: (graph) => [
      ...eachState(graph, (snapshot) => {
        const isLookedAt = snapshot.matches({ places: { apply: { loanQuestion: 'reviewing' } } });
        return isLookedAt && !hasAllAnswers(snapshot.context.drafts.loanQuestion?.values) ? 'an answer is missing' : null;
      }),
      ...eachEdge(graph, ({ happening }, from, to) => {
        if (!started(from, to).some(({ port }) => port === 'saveQuestionnaire')) return null;
        return isAskingConsent(from) ? null : `"${happening.name}" sends what nobody looked at`;
      }),
      // Consent is asked for after the review was confirmed, and by nothing else.
      ...eachEdge(graph, ({ happening }, from, to) => {
        if (isAskingConsent(from) || !isAskingConsent(to)) return null;
        const isConfirmed =
          from.matches({ places: { apply: { loanQuestion: 'reviewing' } } }) && happening.event.type === 'application.confirmed';
        return isConfirmed ? null : 'goes on to sending what nobody looked at';
      }),
    ],
  },
  {
    name: 'nothing leaves the phone without consent: the lender asks for it and the borrower said yes to that kind',
    check: (graph) => [
      ...eachState(graph, (snapshot) => {
        if (!runningCalls(snapshot).some(({ port }) => port === 'collectData')) return null;
        const { input } = snapshot.children['collectData']?.getSnapshot() as { input?: { kinds?: readonly string[] } };
        const consents = snapshot.context.order?.collection?.consents as Record<string, unknown> | undefined;
        const kinds = input?.kinds ?? [];
        if (kinds.length === 0) return 'collects and nobody knows what';
        const taken = kinds.filter((kind) => consents?.[kind] !== true);
        return taken.length === 0 ? null : `collects ${taken.join(', ')} without consent`;
      }),
      // The lender knows the borrower's word before the shell is asked.
      ...eachEdge(graph, ({ happening }, from, to) => {
        if (!started(from, to).some(({ port }) => port === 'collectData')) return null;
        return /^(saveConsents answered|loadCollection answered \(agreed before\))$/.test(happening.name) ? null : 'collects before the lender knows';
      }),
    ],
  },
  {
    name: 'no link and no Back starts a call that changes something',
    check: (graph) =>
      eachEdge(graph, ({ happening }, from, to) => {
        if (happening.event.type !== 'xstate.route' && happening.event.type !== 'back.requested') return null;
        const changing = started(from, to).filter(({ port }) => EFFECTS[port] !== 'asks');
        return changing.length === 0 ? null : `starts ${changing.map(({ id }) => id).join(', ')}`;
      }),
  },
  {
    name: 'money moves by one act of the borrower, and is drawn with consent',
    check: (graph) =>
      eachEdge(graph, ({ happening }, from, to) => {
        for (const { id, port } of started(from, to)) {
          if (EFFECTS[port] !== 'moves money') continue;
          if (ACTS[port] !== happening.event.type) return `starts ${id}`;
          if (port === 'drawLoan' && !from.context.agreed) return 'draws the loan without consent';
        }
        return null;
      }),
  },
  {
    name: 'a lost answer about money is asked for',
    check: (graph) =>
      eachEdge(graph, ({ happening }, from, to) => {
        const lost = runningCalls(from).find(
          ({ id, port }) => EFFECTS[port] === 'moves money' && happening.name === `${id} failed (no answer)`,
        );
        if (!lost) return null;
        return runningCalls(to).some(({ port }) => EFFECTS[port] === 'asks') ? null : 'is taken for an answer';
      }),
  },
];
