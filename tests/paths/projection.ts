/**
 * The projection: the parts of a snapshot that decide its future, namely its place and the values of the context that guards read.
 * Snapshots with the same key are one state of the explored graph; `soundness.ts` checks this.
 */
import type { AnyStateNode, StateValue } from 'xstate';
import { getStateNodes } from 'xstate/graph';
import { journeyMachine, type JourneySnapshot } from '#machines/journey.machine.ts';
import { hasAllAnswers } from '#machines/model/application.ts';
import type { PhotoState } from '#machines/model/idPhotos.ts';
import { isPaymentOpen } from '#machines/model/payment.ts';
import { HOUR, nairobiDate, type Instant } from '#machines/model/calendar.ts';
import { ROUTES } from '#machines/routes.ts';
import { routeWithOrigin } from '#machines/states/place.ts';
import { endedCalls } from './endedCalls.ts';
import { NOW } from './lenderSamples.ts';

/** The properties of a place that the parts of the projection read. */
interface Place {
  /** The state value as text: `places.tabs.home.shown`. */
  name: string;
  /** Before home is loaded, nothing depends on the last answers of the lender. */
  isBeforeSync: boolean;
  /** The consent still counts: reading the agreement and a refused draw lead back to the decision. */
  isDeciding: boolean;
  isDrawing: boolean;
  /** The lender has requested the data; earlier consents are not read. */
  isConsenting: boolean;
  /** A number has been sent and is not typed again yet. */
  isSigningIn: boolean;
  /** Data without which the page is still shown. */
  optional: readonly (typeof OPTIONAL)[number][0][];
  /** The page stores on entry the place of the link that was pressed. */
  isRead: boolean;
}

/** @param now the clock of the lender, by which some parts of the context expire. */
type Part = (snapshot: JourneySnapshot, place: Place, now: Instant) => string;

const BEFORE_SYNC = ['boot', 'sessionEnded', 'places.loadingHome'] as const;

/** While a photo of the turned head is uploading, the turn counts too: a refusal asks for the same turn again. */
const photo = (one: PhotoState): string => {
  if (one.is === 'turnAsked') return one.turn;
  if (one.is === 'uploading') return one.turn === undefined ? one.is : `sending ${one.turn}`;
  return one.is === 'clear' ? one.is : 'missing';
};

const DECIDING = ['places.borrow.confirmBorrow', 'places.borrow.agreement'] as const;

/** Places before a number is sent. */
const NUMBER_WANTED = ['login.enteringMobile', 'login.findingMobile', 'register.enteringMobile'].map((step) => `places.user.${step}`);
const SIGNING_IN = ['places.user.login', 'places.user.register'];

/** Data without which its page is still shown, with the page. */
const OPTIONAL = [
  ['market', 'places.apply.toBorrow'],
  ['recommendation', 'places.apply.reviewTips'],
  ['feedbackCheck', 'places.feedback.addFeedback'],
  ['vacancies', 'places.promotion.yx3'],
] as const;

/** States of pages that store the place of their link. */
const READ: readonly string[] = getStateNodes(journeyMachine)
  .filter(({ config }) => 'route' in config && JSON.stringify(config.route) === JSON.stringify(routeWithOrigin.route))
  .map(({ id }) => id);

const CONSENTING = ['asking', 'recording', 'collecting'].map((step) => `places.apply.loanQuestion.consent.${step}`);

const spell = (value: StateValue): string =>
  typeof value === 'string'
    ? value
    : Object.entries(value)
        .map(([key, below]) => (below === undefined ? key : `${key}.${spell(below)}`))
        .join(' + ');

function describePlace({ value, _nodes }: JourneySnapshot): Place {
  const name = spell(value);
  const isIn = (outers: readonly string[]): boolean => outers.some((outer) => name === outer || name.startsWith(`${outer}.`));
  return {
    name,
    isBeforeSync: isIn(BEFORE_SYNC),
    isDeciding: isIn(DECIDING),
    isDrawing: isIn(['places.borrow.confirmBorrow']),
    isConsenting: CONSENTING.includes(name),
    isSigningIn: isIn(SIGNING_IN) && !isIn(NUMBER_WANTED),
    optional: OPTIONAL.filter(([, outer]) => isIn([outer])).map(([data]) => data),
    isRead: _nodes.some(({ id }) => READ.includes(id)),
  };
}

/**
 * Places by innermost state, cached, because a million keys have a few hundred places. The innermost state is enough, because
 * no state of the journey is parallel.
 */
const places = new WeakMap<AnyStateNode, Place>();
function placeOf(snapshot: JourneySnapshot): Place {
  const leaf = snapshot._nodes.find(({ type }) => type === 'atomic' || type === 'final');
  const known = leaf && places.get(leaf);
  if (known) return known;
  const place = describePlace(snapshot);
  if (leaf) places.set(leaf, place);
  return place;
}

export const isBeforeSync = (snapshot: JourneySnapshot): boolean => placeOf(snapshot).isBeforeSync;

const PARTS = {
  /** The place with its ended calls, which are not answered again. */
  place: (snapshot, place) => {
    const ended = endedCalls(snapshot);
    return ended.length === 0 ? place.name : `${place.name} (${ended.join(', ')} ended)`;
  },
  session: ({ context }) => (context.session === null ? 'visitor' : 'borrower'),
  order: ({ context: { order } }, place) => (order === null || place.isBeforeSync ? '' : String(order.status)),
  /** Whether the questionnaire is complete, which allows the review. The chart itself drops drafts that are no longer needed. */
  answers: ({ context: { drafts } }) => (hasAllAnswers(drafts.loanQuestion?.values) ? 'answered' : ''),
  photos: ({ context: { photos } }) => [photos.front, photos.back, photos.face].map((one) => photo(one)[0]).join(''),
  /** The link that is followed once home is loaded. */
  pendingRoute: ({ context: { pendingRoute } }) =>
    pendingRoute ? `${pendingRoute.to}${pendingRoute.wish ?? Object.values(pendingRoute.query).join()}` : '',
  /** Data that could not be loaded, without which the page is shown, and which it loads again when the phone is online. */
  unread: ({ context }, { optional }) => optional.filter((data) => context[data].is === 'failed').join(''),
  /** Target of the back arrow of a page that stores the place of its link. */
  origin: ({ context: { origin } }, { isRead }) => (origin !== null && isRead ? origin : ''),
  /** The code entry that is resumed once home is loaded, unless the code has expired by then. */
  awaitedCode: ({ context: { awaitedCode } }, _, now) =>
    awaitedCode === null
      ? ''
      : `${awaitedCode.purpose} ${Math.round((now - awaitedCode.codeAgainAt) / HOUR)} h ago ${awaitedCode.pendingRoute?.to ?? ''} ${awaitedCode.mayNotCome ?? ''}`,
  /** Decides the target of the back arrow of the code. A number that is typed again sets this value anew. */
  mayNotCome: ({ context }, { isSigningIn }) => (context.signIn.mayNotCome && isSigningIn ? 'depends on a received code' : ''),
  /** Whether the agreement is ticked; reset when the offer is dropped. */
  agreed: ({ context }, { isDeciding }) => (context.agreed && isDeciding ? 'agreed' : ''),
  /** Whether the lender requires a code before the payout. */
  drawCode: ({ context: { offer } }, { isDrawing }) => (offer.is === 'loaded' && offer.value.needsCode && isDrawing ? 'code' : ''),
  /** The consents, which are read only while the page asks for them. */
  consents: ({ context }, { isConsenting }) => (isConsenting ? JSON.stringify(context.order?.collection?.consents ?? {}) : ''),
  /** Whether the day has come from which a rejected borrower may apply again. */
  reapply: ({ context: { order } }, place, now) =>
    order?.rejection && !place.isBeforeSync && nairobiDate(now) >= order.rejection.reapplyOn ? 'may apply again' : '',
  payment: ({ context: { paying } }) => (paying?.payment && isPaymentOpen(paying.payment) ? 'payment open' : ''),
} as const satisfies Record<string, Part>;

export type PartName = keyof typeof PARTS;
export const PART_NAMES = Object.keys(PARTS) as PartName[];

export type Projection = (snapshot: JourneySnapshot) => string;

/** `places.repay.cashier.waiting`, the name of the state with this key. */
export const nameOfKey = (key: string): string => key.split(' ', 1)[0] ?? '';

/** `repay.cashier.waiting`, the place of the state with this key. */
export const placeOfKey = (key: string): string => nameOfKey(key).replace(/^places\./, '');

/** `repay.cashier` of `repay.cashier.waiting`; null: no page. */
export const pageOf = (place: string): string | null => {
  const [feature = '', name = ''] = place.split('.');
  return name in ROUTES ? `${feature}.${name}` : null;
};

const pages = new Map<string, string | null>();
function pageOfKey(key: string): string | null {
  let page = pages.get(key);
  if (page === undefined) pages.set(key, (page = pageOf(placeOfKey(key))));
  return page;
}

/** Whether two states, given by their keys, are of the same page. */
export function isSamePage(key: string, other: string): boolean {
  const page = pageOfKey(key);
  return page !== null && page === pageOfKey(other);
}

function keyOf(names: readonly PartName[], now: () => Instant = () => NOW): Projection {
  const parts: readonly Part[] = names.map((name) => PARTS[name]);
  return (snapshot) => {
    const [place, at] = [placeOf(snapshot), now()];
    return parts.map((part) => part(snapshot, place, at)).join(' | ');
  };
}

/** `places.tabs.home.shown | borrower | 2 |  | ccc |  |  | ` */
export const project: Projection = keyOf(PART_NAMES);

/** The projection with another clock than that of the samples. */
export const projectAt = (now: () => Instant): Projection => keyOf(PART_NAMES, now);

/** The projection without the place: the parts that decide the target of a link. */
export const contextOf: Projection = keyOf(PART_NAMES.filter((name) => name !== 'place'));

/** Place, session and order: the surroundings in which a new value of the context is compared. */
export const surroundingsOf: Projection = keyOf(['place', 'session', 'order']);

/** The projection without one part, to show that the part is necessary. */
export const projectWithout = (omitted: PartName): Projection => keyOf(PART_NAMES.filter((name) => name !== omitted));
