/** The borrower's app. */
import { clausesOfState, clausesOfTransition } from '#machines/clauses.ts';
import { verdictsOf } from '#machines/invariants.ts';
import { journeyMachine, type JourneySnapshot } from '#machines/journey.machine.ts';
import { isEnded as isEndedStatus, isKnownStatus } from '#machines/model/orderStatus.ts';
import type { JourneyMeta } from '#machines/setup.ts';
import { describeEvent } from '../journey/describeEvent.ts';
import { guardWords } from '../journey/guardWords.ts';
import { wayWords } from '../journey/sentences.ts';
import { plainName } from '../names.ts';
import type { InspectedChart } from './inspectedChart.ts';

/** Names of states without a page, by key. */
const NAMES: Readonly<Record<string, string>> = {
  journey: 'The app',
  tabs: 'Home and tabs',
  user: 'Sign in',
  apply: 'Application',
  borrow: 'Offer and money',
  repay: 'Repayment',
  userCenter: 'Settings and help',
  policies: 'Policies and rights',
  promotion: 'Campaign pages',
  feedback: 'Messages',
  boot: 'Starting',
  loadingHome: 'Asking the lender',
  routingByStatus: 'Next step by status',
  askingLogin: 'Asking for a login',
  takingSession: 'Taking the login of the shell',
  loadingSavedSections: 'Fetching earlier answers',
};

/** Sections of the app with a purpose. A person who leaves one of their pages for home has given up. */
const GIVEN_UP_FROM: readonly string[] = ['user', 'apply', 'borrow', 'repay'];

type Has = { readonly status?: number };
const isEnded = (status: number | undefined): boolean => status !== undefined && isKnownStatus(status) && isEndedStatus(status);

type Context = Readonly<Partial<JourneySnapshot['context']>>;

export const journeyChart: InspectedChart = {
  id: 'journey',
  machine: journeyMachine,
  name: 'App',
  run: 'journey',
  heading: 'Where the journey is',
  isReplayed: true,
  frames: ['journey', 'places'],
  besides: [],
  switchState: 'routingByStatus',
  drawnFrom: () => null,
  drawnTo: {},
  // Links, Back, a lost session and a changed order.
  isEverywhere: ({ event, target }) =>
    event === 'xstate.route' ||
    event === 'back.requested' ||
    event === 'application.sentElsewhere' ||
    target.id === 'sessionEnded' ||
    (target.id === 'loadingHome' && event.startsWith('xstate.error.')),
  isGivenUp: ({ path }, { context }) =>
    GIVEN_UP_FROM.some((group) => path.includes(group)) && !isEnded((context.order as Has | null | undefined)?.status),
  isPage: ({ config }) => config.route !== undefined,
  /** A place is named by the title of its page; a state inside a screen by its key. */
  nameOf(node) {
    const title = (node.meta as JourneyMeta | undefined)?.title;
    return title && node.config.route !== undefined ? title : (NAMES[node.key] ?? plainName(node.key));
  },
  describe: describeEvent,
  transitionWords: wayWords,
  guardWords,
  facts(context) {
    const { session = null, lostSession, online = false, drafts = {} } = context as Context;
    const hasDraft = Object.keys(drafts).length > 0;
    return [
      { name: 'Session', value: session ? 'valid' : lostSession ? 'ended' : 'none', isGood: session !== null },
      { name: 'Network', value: online ? 'online' : 'offline', isGood: online },
      { name: 'Draft', value: hasDraft ? 'saved' : 'none', isGood: hasDraft },
    ];
  },
  clausesOfState,
  clausesOfTransition,
  verdictsOf: (before, step) => verdictsOf(before as Parameters<typeof verdictsOf>[0], step as Parameters<typeof verdictsOf>[1]),
};
