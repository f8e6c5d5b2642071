/** The application. One machine, put together from the regions; screens draw its snapshots and send it events. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { initialContext } from './context.ts';
import { apply } from './regions/apply/index.ts';
import { askingLogin } from './regions/askingLogin.ts';
import { boot } from './regions/boot.ts';
import { borrow } from './regions/borrow/index.ts';
import { feedback } from './regions/feedback/index.ts';
import { followingStatus } from './regions/followingStatus.ts';
import { policies } from './regions/policies/index.ts';
import { promotion } from './regions/promotion/index.ts';
import { repay } from './regions/repay/index.ts';
import { sessionEnded } from './regions/sessionEnded.ts';
import { syncing } from './regions/syncing.ts';
import { tabs } from './regions/tabs/index.ts';
import { user } from './regions/user/index.ts';
import { userCenter } from './regions/userCenter/index.ts';
import { journeySetup, region } from './setup.ts';

/** Everywhere once the phone was read: the navigation guard stands here, above every screen. */
const places = region({
  id: 'places',
  initial: 'syncing',
  on: {
    'xstate.route': { guard: 'needsLogin', target: '#askingLogin', actions: 'rememberRoute' },
    // Sent from another window of this phone: the lender is asked how the order stands now.
    'application.sentElsewhere': { guard: 'hasApplication', target: '#syncing', actions: 'dropDrafts' },
  },
  states: { syncing, followingStatus, tabs, askingLogin, user, apply, borrow, repay, userCenter, policies, promotion, feedback },
});

export const journeyMachine = journeySetup.createMachine({
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
    'network.changed': { actions: { type: 'setOnline', params: ({ event }) => event } },
  },
  states: { boot, places, sessionEnded },
});

export type JourneyMachine = typeof journeyMachine;
export type JourneySnapshot = SnapshotFrom<JourneyMachine>;
export type JourneyActor = ActorRefFrom<JourneyMachine>;
export type { JourneyEvent } from './events.ts';
