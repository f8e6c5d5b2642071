/**
 * The projection: which parts of a snapshot decide its future, that is its place and what the guards read of the context.
 * Snapshots with the same key are one state of the explored graph; `soundness.ts` checks this.
 */
import type { StateValue } from 'xstate';
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

/**
 * @param place the state value as text, computed once per snapshot.
 * @param now the clock of the lender, by which some parts of the context expire.
 */
type Part = (snapshot: JourneySnapshot, place: string, now: Instant) => string;

const isIn = (place: string, outer: string): boolean => place === outer || place.startsWith(`${outer}.`);

const BEFORE_SYNC = ['boot', 'sessionEnded', 'places.loadingHome'] as const;
const isPlaceBeforeSync = (place: string): boolean => BEFORE_SYNC.some((outer) => isIn(place, outer));

/** Before home is loaded, nothing depends on the last answers of the lender. */
export const isBeforeSync = (s: JourneySnapshot): boolean => isPlaceBeforeSync(spell(s.value));

/** A photo with the head turned is on its way as any other, and asked for again when it is refused. */
const photo = (one: PhotoState): string => {
  if (one.is === 'turnAsked') return one.turn;
  if (one.is === 'uploading') return one.turn === undefined ? one.is : `sending ${one.turn}`;
  return one.is === 'clear' ? one.is : 'missing';
};

/** Places in which the consent still counts: reading the agreement and a refused draw lead back to the decision. */
const DECIDING = ['places.borrow.confirmBorrow', 'places.borrow.agreement'] as const;

/** Before a number is sent. */
const NUMBER_WANTED = ['login.enteringMobile', 'login.findingMobile', 'register.enteringMobile'].map((step) => `places.user.${step}`);
const SIGNING_IN = ['places.user.login', 'places.user.register'];

/** Data that a page stands without, with its page. */
const OPTIONAL = [
  ['market', 'places.apply.toBorrow'],
  ['recommendation', 'places.apply.reviewTips'],
  ['feedbackCheck', 'places.feedback.addFeedback'],
  ['vacancies', 'places.promotion.yx3'],
] as const;

/** Pages that are read: each stores on entry where its link was pressed, as its route says. */
const READ: readonly string[] = getStateNodes(journeyMachine)
  .filter(({ config }) => 'route' in config && JSON.stringify(config.route) === JSON.stringify(routeWithOrigin.route))
  .map(({ id }) => id);

/** From the answer of the lender on; earlier consents are not read. */
const CONSENTING = ['asking', 'recording', 'collecting'].map((step) => `places.apply.loanQuestion.consent.${step}`);

const PARTS = {
  /** With the ended calls of the place, which are not answered again. */
  place: (snapshot, place) => {
    const ended = endedCalls(snapshot);
    return ended.length === 0 ? place : `${place} (${ended.join(', ')} ended)`;
  },
  session: ({ context }) => (context.session === null ? 'visitor' : 'borrower'),
  order: ({ context: { order } }, place) => (order === null || isPlaceBeforeSync(place) ? '' : String(order.status)),
  /** Whether the questionnaire is complete, which allows the review. The chart itself drops drafts that are no longer needed. */
  answers: ({ context: { drafts } }) => (hasAllAnswers(drafts.loanQuestion?.values) ? 'answered' : ''),
  photos: ({ context: { photos } }) => [photos.front, photos.back, photos.face].map((one) => photo(one)[0]).join(''),
  /** Followed once home is loaded. */
  pendingRoute: ({ context: { pendingRoute } }) =>
    pendingRoute ? `${pendingRoute.to}${pendingRoute.wish ?? Object.values(pendingRoute.query).join()}` : '',
  /** Data that the page stands without and loads again when the phone is online. */
  unread: ({ context }, place) =>
    OPTIONAL.map(([data, outer]) => (isIn(place, outer) && context[data].is === 'failed' ? data : '')).join(''),
  /** Where the back arrow of a page that is read leads. */
  origin: ({ _nodes, context: { origin } }) => (origin !== null && _nodes.some(({ id }) => READ.includes(id)) ? origin : ''),
  /** Resumed once home is loaded, unless it has expired by then. */
  awaitedCode: ({ context: { awaitedCode } }, _, now) =>
    awaitedCode === null
      ? ''
      : `${awaitedCode.purpose} ${Math.round((now - awaitedCode.codeAgainAt) / HOUR)} h ago ${awaitedCode.pendingRoute?.to ?? ''} ${awaitedCode.mayNotCome ?? ''}`,
  /** Where the back arrow of the code leads. A number that is typed again sets it anew. */
  mayNotCome: ({ context }, place) =>
    context.signIn.mayNotCome && SIGNING_IN.some((outer) => isIn(place, outer)) && !NUMBER_WANTED.some((outer) => isIn(place, outer))
      ? 'depends on a received code'
      : '',
  /** Dropped with the offer. */
  agreed: ({ context }, place) => (context.agreed && DECIDING.some((outer) => isIn(place, outer)) ? 'agreed' : ''),
  /** The lender wants a code before the money is sent. */
  drawCode: ({ context: { offer } }, place) =>
    offer.is === 'loaded' && offer.value.needsCode && isIn(place, 'places.borrow.confirmBorrow') ? 'code' : '',
  /** Read only while consents are asked. */
  consents: ({ context }, place) => (CONSENTING.includes(place) ? JSON.stringify(context.order?.collection?.consents ?? {}) : ''),
  /** After a rejection a borrower may apply again from a day on. */
  reapply: ({ context: { order } }, place, now) =>
    order?.rejection && !isPlaceBeforeSync(place) && nairobiDate(now) >= order.rejection.reapplyOn ? 'may apply again' : '',
  payment: ({ context: { paying } }) => (paying?.payment && isPaymentOpen(paying.payment) ? 'payment open' : ''),
} as const satisfies Record<string, Part>;

export type PartName = keyof typeof PARTS;
export const PART_NAMES = Object.keys(PARTS) as PartName[];

export type Projection = (snapshot: JourneySnapshot) => string;

const spell = (value: StateValue): string =>
  typeof value === 'string'
    ? value
    : Object.entries(value)
        .map(([key, below]) => (below === undefined ? key : `${key}.${spell(below)}`))
        .join(' + ');

/** `repay.cashier` of `repay.cashier.waiting`; null: no page. */
export const pageOf = (place: string): string | null => {
  const [feature = '', name = ''] = place.split('.');
  return name in ROUTES ? `${feature}.${name}` : null;
};

/** Whether two states, given by their keys, are of the same page. */
export function isSamePage(key: string, other: string): boolean {
  const [page, otherPage] = [key, other].map((one) => pageOf((one.split(' ', 1)[0] as string).replace(/^places\./, '')));
  return page !== null && page === otherPage;
}

const keyOf =
  (names: readonly PartName[], now: () => Instant = () => NOW): Projection =>
  (snapshot) => {
    const place = spell(snapshot.value);
    return names.map((name) => PARTS[name](snapshot, place, now())).join(' | ');
  };

/** `places.tabs.home.shown | borrower | 2 |  | ccc |  |  | ` */
export const project: Projection = keyOf(PART_NAMES);

/** The projection with another clock than that of the samples. */
export const projectAt = (now: () => Instant): Projection => keyOf(PART_NAMES, now);

/** The projection without the place: what decides where a link leads. */
export const contextOf: Projection = keyOf(PART_NAMES.filter((name) => name !== 'place'));

/** Place, session and order: the surroundings in which a new value of the context is compared. */
export const surroundingsOf: Projection = keyOf(['place', 'session', 'order']);

/** The projection without one part, to show that the part is necessary. */
export const projectWithout = (omitted: PartName): Projection => keyOf(PART_NAMES.filter((name) => name !== omitted));
