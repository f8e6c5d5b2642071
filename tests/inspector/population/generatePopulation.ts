/**
 * A generated population, for trying out the inspector and for its tests: journeys on the chart that
 * ships, with answers of the lender taken from the stored recordings, and with one planted problem. The same seed makes
 * the same journeys.
 */
import { initialTransition, transition } from 'xstate';
import { DAY, HOUR } from '#machines/model/calendar.ts';
import { CODE, LOCAL } from '#machines/model/codes.ts';
import { valueOf } from '#machines/model/loadable.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { firstLoan, longerLoan } from '#src/market/products.ts';
import { journeyMachine, type JourneySnapshot } from '#machines/journey.machine.ts';
import { changesBetween, toJson, type Change, type Json } from '#src/recording/canonical.ts';
import { chartHash } from '#src/recording/chartHash.ts';
import {
  FORMAT,
  FORMAT_VERSION,
  type DeviceClass,
  type RecordedEvent,
  type RecordedStep,
  type Recording,
  type View,
} from '#src/recording/format.ts';
import { viewOf } from '#src/recording/replay.ts';
import { seededRandom } from '#tests/support/seededRandom.ts';

/** The planted problem: from this release on, borrowers of this market are refused at this field. */
export const PLANTED = { market: 'uganda', release: '1.2.0', page: 'personalInfo', field: 'nationalId' } as const;

interface Node {
  snapshot: JourneySnapshot;
  view: View;
  changes: readonly Change[];
  next: Map<string, Node>;
}

const plainView = (snapshot: JourneySnapshot): View => toJson(viewOf(snapshot)) as unknown as View;

function rootNode(): Node {
  const snapshot = initialTransition(journeyMachine)[0] as JourneySnapshot;
  return { snapshot, view: plainView(snapshot), changes: [], next: new Map() };
}

/** Journeys that begin alike share their first steps, so most steps are computed once. */
function stepTo(node: Node, event: RecordedEvent): Node {
  const key = JSON.stringify(event);
  const known = node.next.get(key);
  if (known) return known;
  const snapshot = transition(journeyMachine, node.snapshot, event as never)[0] as JourneySnapshot;
  const view = plainView(snapshot);
  const made: Node = { snapshot, view, changes: changesBetween(node.view, view), next: new Map() };
  node.next.set(key, made);
  return made;
}

type Values = Readonly<Record<string, string>>;
type Object = Readonly<Record<string, Json>>;

/** The products that borrowers choose. A stored recording may hide their codes, so the codes are filled in by position. */
const PRODUCTS = [firstLoan.id, longerLoan.id] as const;
type Product = (typeof PRODUCTS)[number];

/** The events of a recording, with the codes of the products filled in. */
function withProducts(first: Recording): readonly RecordedEvent[] {
  const market = first.steps.find(({ event }) => event.type === 'xstate.done.actor.loadMarket')?.event['output'] as
    | { products: readonly { product: { id: string } }[] }
    | undefined;
  const hidden = market?.products.map(({ product: { id } }) => JSON.stringify(id)) ?? [];
  if (hidden.length !== PRODUCTS.length) throw new Error(`the recording of the first loan shows ${hidden.length} products`);
  let text = JSON.stringify(first.steps.map(({ event }) => event));
  PRODUCTS.forEach(
    (id, at) =>
      (text = text.replaceAll(`"id":${hidden[at]}`, `"id":"${id}"`).replaceAll(`"productId":${hidden[at]}`, `"productId":"${id}"`)),
  );
  return JSON.parse(text) as RecordedEvent[];
}

/** The answer, for an order of another product. */
const ofProduct = (answer: RecordedEvent, product: Product): RecordedEvent =>
  product === firstLoan.id
    ? answer
    : (JSON.parse(JSON.stringify(answer).replaceAll(`"productId":"${firstLoan.id}"`, `"productId":"${product}"`)) as RecordedEvent);

/** The events of the first loan in `docs/recordings`, from which the answers are taken. */
function answersOf(first: Recording) {
  const events = withProducts(first);
  const named = (type: string, at = 0): RecordedEvent => {
    const found = events.filter((event) => event.type === type)[at];
    if (!found) throw new Error(`the recording of the first loan has no event ${at} called ${type}`);
    return found;
  };
  return {
    named,
    done: (call: string, at = 0) => named(`xstate.done.actor.${call}`, at),
    valuesOf: (type: string): Values => named(type)['values'] as unknown as Values,
  };
}

const failed = (call: string, error: Object): RecordedEvent =>
  ({ type: `xstate.error.actor.${call}`, error, actorId: call }) as RecordedEvent;
const refused = (call: string, code: number, field?: string): RecordedEvent =>
  failed(call, { code, message: '', ...(field === undefined ? {} : { fields: { [field]: '[words 1]' } }) });

/** The answer with the content of home, with another status of the order. */
function withStatus(answer: RecordedEvent, status: number, more: Object = {}): RecordedEvent {
  const output = answer['output'] as Object;
  return { ...answer, output: { ...output, order: { ...(output['order'] as Object), status, ...more } } };
}

/** The market with every product open, so that any product can be chosen. */
function openToAll(answer: RecordedEvent): RecordedEvent {
  const { products } = answer['output'] as { products: readonly Object[] };
  return { ...answer, output: { products: products.map((one) => ({ ...one, availability: { is: 'open' } })) } };
}

interface Borrower {
  market: string;
  release: string;
  language: string;
  deviceClass: DeviceClass;
  product: Product;
}

const pick = <T>(roll: () => number, choices: readonly (readonly [T, number])[]): T => {
  let rest = roll() * choices.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [choice, weight] of choices) if ((rest -= weight) <= 0) return choice;
  return (choices[0] as readonly [T, number])[0];
};

/** Number of fields that are typed before the page saves a draft. */
const BETWEEN_DRAFTS = 4;

export interface Plan {
  count: number;
  seed: number;
  /** The last day; the journeys are of the four weeks before. Milliseconds since 1970. */
  until: number;
}

/** @param first The stored recording `first-loan`. */
export function* generatePopulation(first: Recording, { count, seed, until }: Plan): Generator<Recording, void, void> {
  const roll = seededRandom(seed);
  const chance = (share: number): boolean => roll() < share;
  const { named, done: answerOf, valuesOf } = answersOf(first);
  // The product is drawn from a generator of its own, so that the rest of a journey does not depend on it.
  const choose = seededRandom(seed + 1);
  const root = rootNode();
  const chart = chartHash(journeyMachine);

  /** The events of one journey. Ends early where the borrower leaves. */
  function* live({ market, release, language, deviceClass, product }: Borrower): Generator<RecordedEvent, void, void> {
    const done = (call: string, at = 0): RecordedEvent => ofProduct(answerOf(call, at), product);
    const home: RecordedEvent = { type: 'xstate.route', to: '#home' };
    const isSlow = deviceClass === 'low';
    const goesHome = function* (): Generator<RecordedEvent> {
      if (chance(0.6)) yield home;
    };
    const type = function* (section: string, values: Values, until = Infinity): Generator<RecordedEvent> {
      const names = Object.keys(values).filter((name) => values[name] !== '');
      const last = Math.min(names.length, until);
      for (let at = BETWEEN_DRAFTS; at < last + BETWEEN_DRAFTS; at += BETWEEN_DRAFTS)
        yield {
          type: 'draft.saved',
          section,
          values: Object.fromEntries(names.slice(0, Math.min(at, last)).map((name) => [name, values[name] as string])),
        };
    };
    /** Sends the event. Now and then the network fails first, and the event is sent again. */
    const send = function* (submit: RecordedEvent, call: string): Generator<RecordedEvent> {
      while (chance(isSlow ? 0.08 : 0.02)) {
        yield submit;
        yield refused(call, LOCAL.networkFailed);
      }
      yield submit;
    };
    const losesSession = function* (call: string): Generator<RecordedEvent> {
      yield refused(
        call,
        pick(roll, [
          [CODE.tokenExpired, 6],
          [CODE.loggedInElsewhere, 2],
          [CODE.tokenInvalid, 1],
          [CODE.notLoggedIn, 1],
        ] as const),
      );
      yield { type: 'xstate.done.actor.forgetSession', output: null, actorId: 'forgetSession' } as RecordedEvent;
      yield done('loadHome');
    };

    const restored = done('restoreDevice');
    yield { ...restored, output: { ...(restored['output'] as Object), language } };
    yield done('loadHome');
    if (chance(0.12)) return;
    yield named('application.opened');
    yield named('xstate.error.actor.askShellLogin');
    yield named('mobile.submitted');
    yield done('findMobile');
    if (chance(0.03)) return yield* goesHome();
    yield named('registration.submitted');
    yield done('requestCode.register');
    if (chance(0.04)) return;
    while (chance(0.1)) {
      yield named('code.submitted');
      yield refused('registerBorrower', CODE.invalidVerificationCode);
    }
    yield named('code.submitted');
    yield done('registerBorrower');
    yield done('loadHome', 1);
    yield openToAll(done('loadMarket'));
    if (chance(0.06)) return yield* goesHome();
    yield product === firstLoan.id ? named('loan.requested') : { ...named('loan.requested'), productId: product };
    yield done('startApplication');
    yield done('loadSaved');

    const personal = valuesOf('personalInfo.submitted');
    if (chance(0.05)) {
      yield* type('personalInfo', personal, 1 + Math.floor(roll() * 18));
      return yield* goesHome();
    }
    yield* type('personalInfo', personal);
    if (chance(0.02)) {
      yield named('personalInfo.submitted');
      return yield* losesSession('savePersonalInfo');
    }
    if (market === PLANTED.market && release >= PLANTED.release && chance(0.55)) {
      for (let tries = 1 + Math.floor(roll() * 3); tries > 0; tries--) {
        yield named('personalInfo.submitted');
        yield refused('savePersonalInfo', CODE.invalidField, PLANTED.field);
      }
      return yield* goesHome();
    }
    yield* send(named('personalInfo.submitted'), 'savePersonalInfo');
    yield done('savePersonalInfo');

    const additional = valuesOf('additionalInfo.submitted');
    if (chance(0.07)) {
      yield* type('additionalInfo', additional, chance(0.5) ? 12 : 1 + Math.floor(roll() * 20));
      return yield* goesHome();
    }
    yield* type('additionalInfo', additional);
    yield* send(named('additionalInfo.submitted'), 'saveAdditionalInfo');
    yield done('saveAdditionalInfo');

    for (let tries = 0; chance(isSlow ? 0.3 : 0.15); tries++) {
      yield named('photo.taken');
      yield refused('uploadPhoto', CODE.photoUnreadable);
      if (tries > 0 && chance(0.4)) return yield* goesHome();
    }
    if (chance(0.02)) {
      yield named('photo.taken');
      return yield* losesSession('uploadPhoto');
    }
    yield named('photo.taken');
    yield done('uploadPhoto');
    yield done('checkIdentity');
    yield named('photo.taken', 1);
    yield done('uploadPhoto', 1);
    yield done('checkIdentity', 1);
    if (chance(0.05)) {
      yield named('identity.submitted');
      if (chance(0.3)) return yield* goesHome();
    }
    yield named('photo.taken', 2);
    yield done('uploadPhoto', 2);
    yield named('turnedPhoto.taken');
    yield done('uploadPhoto', 3);
    yield done('checkIdentity', 2);
    yield* send(named('identity.submitted'), 'finishPhotos');
    yield done('finishPhotos');

    if (chance(0.04)) return yield* goesHome();
    yield named('bankCode.requested');
    yield done('requestCode.bindCard');
    yield* send(named('bankAccount.submitted'), 'bindAccount');
    yield done('bindAccount');
    if (chance(0.03)) return yield* goesHome();
    yield named('questionnaire.submitted');
    yield named('application.confirmed');
    yield done('loadCollection');
    yield done('saveQuestionnaire');
    if (chance(0.15)) return;
    yield named('xstate.after.POLL.journey.places.apply.reviewTips.waiting');
    if (chance(0.25))
      return yield withStatus(done('checkReview'), STATUS.reject, {
        offer: null,
        rejection: { reasons: [], reapplyOn: null, mayAskReview: false },
      });
    yield done('checkReview');
    yield named('order.opened');
    yield done('loadOffer');
    const end = pick(roll, [
      ['accepted', 70],
      ['declined', 8],
      ['lapsed', 14],
      ['open', 8],
    ] as const);
    if (end === 'open') return;
    if (end === 'lapsed') {
      yield home;
      yield { type: 'refresh.requested' };
      return yield withStatus(done('refreshHome'), STATUS.cancel, { offer: null });
    }
    if (end === 'declined') {
      yield { type: 'offer.declined' };
      yield { type: 'decline.confirmed' };
      const order = done('drawLoan');
      return yield {
        ...order,
        type: 'xstate.done.actor.declineOffer',
        actorId: 'declineOffer',
        output: { ...(order['output'] as Object), status: STATUS.cancel, offer: null, disbursement: null },
      } as RecordedEvent;
    }
    if (chance(0.4)) {
      yield named('agreement.opened');
      yield done('loadAgreement');
      yield named('back.requested');
      yield done('loadOffer', 1);
    }
    yield named('agreement.ticked');
    yield named('offer.accepted');
    yield done('drawLoan');
    yield named('xstate.after.POLL.journey.places.tabs.home.shown');
    yield done('refreshHome');
  }

  /** Milliseconds before an event: the time of a person, or of an answer over this network. */
  function pause({ type }: RecordedEvent, { deviceClass }: Borrower): number {
    const spread = Math.exp((roll() + roll() + roll() - 1.5) * 1.2);
    if (type.startsWith('xstate.after.POLL')) return 5_000;
    if (type.startsWith('xstate.done') || type.startsWith('xstate.error')) return Math.round((deviceClass === 'low' ? 900 : 350) * spread);
    return Math.round((type === 'draft.saved' ? 22_000 : 7_000) * spread);
  }

  for (let made = 0; made < count; made++) {
    const ago = (count - 1 - made) / count;
    const startedAt = Math.round(until - ago * 28 * DAY - roll() * HOUR);
    const week = 4 * (1 - ago);
    const borrower: Borrower = {
      market: pick(roll, [
        ['kenya', 70],
        [PLANTED.market, 30],
      ] as const),
      // A release reaches the phones over several days.
      release: week < 1.5 + roll() / 2 ? '1.0.0' : week < 2.8 + roll() / 2 ? '1.1.0' : PLANTED.release,
      language: pick(roll, [
        ['en', 50],
        ['sw', 45],
        ['es', 5],
      ] as const),
      deviceClass: pick(roll, [
        ['low', 55],
        ['middle', 30],
        ['high', 10],
        ['unknown', 5],
      ] as const),
      product: choose() < 0.8 ? firstLoan.id : longerLoan.id,
    };
    const steps: RecordedStep[] = [];
    let node = root;
    let at = 0;
    for (const event of live(borrower)) {
      node = stepTo(node, event);
      at += pause(event, borrower);
      steps.push({ at, event, changes: node.changes });
    }
    const { market, release, language, deviceClass } = borrower;
    const { order, home } = node.snapshot.context;
    // The product that the app names when it sends a recording.
    const product = order?.productId ?? valueOf(home)?.product.id ?? null;
    yield {
      format: FORMAT,
      version: FORMAT_VERSION,
      chart,
      appVersion: release,
      market,
      startedAt,
      title: '',
      meta: { time: startedAt, release, language, deviceClass, product },
      start: { from: 'beginning', view: root.view },
      steps,
    };
  }
}
