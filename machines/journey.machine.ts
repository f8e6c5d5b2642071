/** The application. One machine, composed of the files in `states/`. Screens draw its snapshots and send it events. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { clearsProblems } from './clearsProblems.ts';
import { initialContext } from './context.ts';
import { LEAVE_PROBLEM } from './events.ts';
import { apply } from './states/apply/index.ts';
import { askingLogin } from './states/askingLogin.ts';
import { boot } from './states/boot.ts';
import { borrow } from './states/borrow/index.ts';
import { feedback } from './states/feedback/index.ts';
import { routingByStatus } from './states/routingByStatus.ts';
import { policies } from './states/policies/index.ts';
import { promotion } from './states/promotion/index.ts';
import { repay } from './states/repay/index.ts';
import { sessionEnded } from './states/sessionEnded.ts';
import { loadingHome } from './states/loadingHome.ts';
import { takingSession } from './states/takingSession.ts';
import { tabs } from './states/tabs/index.ts';
import { user } from './states/user/index.ts';
import { userCenter } from './states/userCenter/index.ts';
import type { PortActors } from './ports/index.ts';
import { unboundPorts } from './ports/unbound.ts';
import { journeySetupWith, stateConfig } from './setup.ts';

/** Parent of every screen. The navigation guard is defined here once for all of them. */
const places = stateConfig({
  id: 'places',
  initial: 'loadingHome',
  on: {
    'xstate.route': { guard: 'needsLogin', target: '#askingLogin', actions: 'rememberRoute' },
    'shellSession.found': [
      { guard: { type: 'isOwnSession', params: ({ event }) => event }, actions: { type: 'renewSession', params: ({ event }) => event } },
      // The session belongs to another borrower.
      { guard: 'hasSession', target: '#takingSession', actions: 'forgetBorrower' },
    ],
    // Another tab of this phone sent the application, so the order is loaded again.
    'application.sentElsewhere': { guard: 'hasApplication', target: '#loadingHome', actions: 'dropDrafts' },
  },
  states: {
    loadingHome,
    routingByStatus,
    takingSession,
    tabs,
    askingLogin,
    user,
    apply,
    borrow,
    repay,
    userCenter,
    policies,
    promotion,
    feedback,
  },
});

/**
 * The machine with these ports. `provide` would create the machine a second time and delay the start of the app.
 * @param actors every port by its name, as `src/app/bind.ts` or a test binds it.
 */
export const createJourney = (actors: PortActors) =>
  journeySetupWith(actors).createMachine({
    id: 'journey',
    context: () => ({ ...initialContext }),
    initial: 'boot',
    on: {
      'session.lost': {
        guard: { type: 'isCurrentEpoch', params: ({ event }) => event },
        target: '#sessionEnded',
        actions: { type: 'setProblem', params: ({ event }) => ({ error: event.problem }) },
      },
      'draft.saved': {
        guard: { type: 'isAskedFor', params: ({ event }) => event },
        actions: { type: 'keepDraft', params: ({ event }) => event },
      },
      'draft.changedElsewhere': {
        guard: { type: 'isAskedFor', params: { section: 'bankAccount' } },
        actions: { type: 'takeDrafts', params: ({ event }) => event },
      },
      'draft.notKept': { actions: { type: 'notify', params: { key: 'draftNotKept' } } },
      'notice.dismissed': { actions: 'clearNotice' },
      'copy.finished': { actions: { type: 'notify', params: ({ event }) => ({ key: event.ok ? 'copied' : 'copyFailed' }) } },
      'language.chosen': { actions: { type: 'setLanguage', params: ({ event }) => event } },
      'clock.ticked': { actions: { type: 'setNow', params: ({ event }) => event } },
      'network.changed': [
        {
          guard: { type: 'isOnline', params: ({ event }) => event },
          actions: [{ type: 'setOnline', params: ({ event }) => event }, 'retryRead'],
        },
        { actions: { type: 'setOnline', params: ({ event }) => event } },
      ],
    },
    states: { boot, ...clearsProblems({ places }, { page: 'route', leaveProblem: LEAVE_PROBLEM }), sessionEnded },
  });

/** The machine with unbound ports: for diagrams, tests and tools. The app does not use it. */
export const journeyMachine = /* @__PURE__ */ createJourney(unboundPorts);

export type JourneyMachine = typeof journeyMachine;
export type JourneySnapshot = SnapshotFrom<JourneyMachine>;
export type JourneyActor = ActorRefFrom<JourneyMachine>;
export type { JourneyEvent } from './events.ts';
