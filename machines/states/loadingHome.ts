import { onApiError, output, reenterOnRefresh, reload, stateConfig } from '../setup.ts';
import type { AwaitedCode } from '../context.ts';
import type { HomeData } from '../model/order.ts';
import { ROUTES } from '../routes.ts';

type Answered = { event: { output: HomeData } };
const setHome = { type: 'setHome', params: ({ event }: Answered) => ({ home: output({ event }) }) } as const;

/** The web view was closed while a code was awaited. The page for entering the code opens again. */
const awaitingCode = <const T extends string>(purpose: AwaitedCode['purpose'], target: T) =>
  ({
    guard: { type: 'isCodeAwaited', params: ({ event }: Answered) => ({ purpose, now: event.output.serverTime }) },
    target,
    actions: [setHome, 'awaitCodeAgain', 'forgetAwaitedCode'],
  }) as const;

/** Loads home before anything of an order is shown, then follows the pending link. */
export const loadingHome = stateConfig({
  id: 'loadingHome',
  initial: 'loading',
  meta: { route: ROUTES.home, title: 'Home' },
  on: {
    'xstate.route': { actions: 'rememberRoute' },
    'shellSession.found': { guard: 'isSignedOut', target: '#takingSession' },
    // The lender's answer decides which drafts still apply.
    'draft.saved': { guard: 'hasSession', actions: { type: 'keepDraft', params: ({ event }) => event } },
    'draft.changedElsewhere': { guard: 'hasSession', actions: { type: 'takeDrafts', params: ({ event }) => event } },
    'application.sentElsewhere': { actions: 'dropDrafts' },
  },
  states: {
    loading: {
      tags: ['busy'],
      entry: reload('home'),
      on: reenterOnRefresh('loading'),
      invoke: {
        id: 'loadHome',
        src: 'loadHome',
        input: ({ context }) => ({ signedIn: context.session !== null }),
        onDone: [
          awaitingCode('login', '#login.enteringCode'),
          awaitingCode('register', '#register.enteringCode'),
          { target: '#home', actions: ['keepAwaitedNumber', 'forgetAwaitedCode', setHome, 'resumeRoute'] },
        ],
        onError: onApiError('failed', 'home'),
      },
    },
    failed: {
      on: { 'retry.requested': 'loading' },
    },
  },
});
