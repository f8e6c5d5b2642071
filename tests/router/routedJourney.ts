/** The real machine with ports that answer at once, and the router over a history in memory. */
import { createActor } from 'xstate';
import type { Session, StoredDevice } from '#machines/context.ts';
import type { JourneyActor } from '#machines/journey.machine.ts';
import { journeyMachine } from '#machines/journey.machine.ts';
import { LOCAL } from '#machines/model/codes.ts';
import type { HomeData, Order } from '#machines/model/order.ts';
import { startJourneyRouter, type JourneyRouter } from '#src/router/journeyRouter.ts';
import { routeOf } from '#src/router/currentPlace.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { homeOf } from '#machines/required.ts';
import { amina, home as visitorHome, NOW, order as orderIn } from '#screens/samples.ts';
import { bindPorts } from '#tests/support/bindPorts.ts';
import { FakeHistory } from './fakeHistory.ts';

export interface World {
  signedIn?: boolean;
  order?: Order | null;
  drafts?: StoredDevice['drafts'];
  resume?: StoredDevice['resume'];
  awaitedCode?: StoredDevice['awaitedCode'];
  /** The answer of the shell's login; left out: there is no shell. */
  shellLogin?: Promise<Session>;
  history?: FakeHistory;
}

export interface Journey {
  actor: JourneyActor;
  history: FakeHistory;
  router: JourneyRouter;
  route: () => string;
  stop: () => void;
}

export const PERSONAL = '#/auth/personal_infomation';
/** A borrower at the personal information. */
export const filling: World = { signedIn: true, order: orderIn(STATUS.basicInfo) };

const running: Journey[] = [];
export const stopAll = (): void => running.splice(0).forEach((journey) => journey.stop());

const SESSION = amina.session as Session;

/** Starts the journey and waits until it has settled. */
export async function start(
  hash = '',
  {
    signedIn = false,
    order = null,
    drafts = {},
    resume = null,
    awaitedCode = null,
    shellLogin,
    history = new FakeHistory(hash),
  }: World = {},
): Promise<Journey> {
  const home = (isSignedIn: boolean): HomeData => {
    const { product, limit, limitTerms } = visitorHome;
    const firstName = isSignedIn ? 'Amina' : null;
    return { serverTime: NOW, firstName, product, limit, limitTerms, order: isSignedIn ? order : null };
  };
  const machine = bindPorts(journeyMachine, {
    restoreDevice: () => Promise.resolve({ session: signedIn ? SESSION : null, language: 'en', drafts, resume, awaitedCode }),
    loadHome: (input) => Promise.resolve(home(input.signedIn)),
    askShellLogin: () => shellLogin ?? Promise.reject({ code: LOCAL.shellMissing, message: '' }),
    findMobile: () => Promise.resolve({ exists: true }),
    requestCode: () => Promise.resolve({ againAt: NOW + 60_000 }),
    logIn: () => Promise.resolve(SESSION),
    forgetSession: () => Promise.resolve(),
    loadRecords: () => Promise.resolve({ rows: [], pages: 1, more: false }),
    loadMarket: () => Promise.resolve({ products: [] }),
    startApplication: () => Promise.resolve(orderIn(STATUS.basicInfo)),
    loadSaved: () => Promise.resolve([]),
    // Pending for the whole test.
    savePersonalInfo: () => new Promise(() => undefined),
  });
  const actor = createActor(machine);
  actor.start();
  const router = startJourneyRouter(actor, history);
  const journey: Journey = {
    actor,
    history,
    router,
    route: () => routeOf(actor.getSnapshot()),
    stop: () => {
      router.stop();
      actor.stop();
    },
  };
  running.push(journey);
  await history.settled();
  return journey;
}

/** Chooses the loan on offer, which opens the order. */
export async function openOrder({ actor, history }: Journey): Promise<void> {
  const { product } = homeOf(actor.getSnapshot().context);
  actor.send({ type: 'loan.requested', amount: product.minPrincipal, termDays: product.termDays[0] as number });
  await history.settled();
}

/** Signs in on the app's own page. */
export async function signIn({ actor, history }: Journey): Promise<void> {
  actor.send({ type: 'mobile.submitted', mobile: '0712345678' });
  await history.settled();
  actor.send({ type: 'code.submitted', code: '123456' });
  await history.settled();
}
