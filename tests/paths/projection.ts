/**
 * What of a snapshot decides its future: where the borrower is and what the guards read of the context.
 * Snapshots with the same key are one state of the explored graph; `soundness.ts` checks that this is true.
 */
import type { StateValue } from 'xstate';
import { getStateNodes } from 'xstate/graph';
import { journeyMachine, type JourneySnapshot } from '#machines/journey.machine.ts';
import { hasAllAnswers } from '#machines/model/application.ts';
import type { PhotoState } from '#machines/model/idPhotos.ts';
import { HOUR, type Instant } from '#machines/model/calendar.ts';
import { routeWithOrigin } from '#machines/states/place.ts';
import { endedCalls } from './ended.ts';
import { NOW } from './loans.ts';

/**
 * @param place the state value in one word: asked a million times, it is spelled once.
 * @param now the lender's clock, by which some of what is remembered grows too old.
 */
type Part = (snapshot: JourneySnapshot, place: string, now: Instant) => string;

const isIn = (place: string, outer: string): boolean => place === outer || place.startsWith(`${outer}.`);

const BEFORE_SYNC = ['boot', 'sessionEnded', 'places.loadingHome'] as const;
const isPlaceBeforeSync = (place: string): boolean => BEFORE_SYNC.some((outer) => isIn(place, outer));

/** Before the lender was heard, and on the way to being asked again, nothing depends on what it said last. */
export const isBeforeSync = (s: JourneySnapshot): boolean => isPlaceBeforeSync(spell(s.value));

const photo = ({ is }: PhotoState) => (is === 'clear' || is === 'uploading' ? is : 'missing');

/** Where the consent still counts: the agreement may be read in between, and a refused draw comes back to the decision. */
const DECIDING = ['places.borrow.confirmBorrow', 'places.borrow.agreement'] as const;

/** Pages that are read: each remembers on entry where its link was pressed, as its route says. */
const READ: readonly string[] = getStateNodes(journeyMachine)
  .filter(({ config }) => 'route' in config && JSON.stringify(config.route) === JSON.stringify(routeWithOrigin.route))
  .map(({ id }) => id);

/** From the answer of the lender on: what it was before is not read. */
const CONSENTING = ['asking', 'recording', 'collecting'].map((step) => `places.apply.loanQuestion.consent.${step}`);

const PARTS = {
  /** With what has ended there: nothing answers it a second time. */
  place: (snapshot, place) => {
    const ended = endedCalls(snapshot);
    return ended.length === 0 ? place : `${place} (${ended.join(', ')} ended)`;
  },
  session: ({ context }) => (context.session === null ? 'visitor' : 'borrower'),
  order: ({ context: { order } }, place) => (order === null || isPlaceBeforeSync(place) ? '' : String(order.status)),
  /** The questionnaire is complete, so that there is a review. Drafts of what is no longer asked for are dropped by the chart itself. */
  answers: ({ context: { drafts } }) => (hasAllAnswers(drafts.loanQuestion?.values) ? 'answered' : ''),
  photos: ({ context: { photos } }) => [photos.front, photos.back, photos.face].map((one) => photo(one)[0]).join(''),
  /** Followed after the next look at the lender. */
  pendingRoute: ({ context: { pendingRoute } }) =>
    pendingRoute ? `${pendingRoute.to}${pendingRoute.wish ?? Object.values(pendingRoute.query).join()}` : '',
  /** Whether a link said which promotion it is of. */
  channel: ({ context }, place) => (context.query['channelId'] && isIn(place, 'places.promotion') ? 'channel' : ''),
  /** Where the back arrow of a page that is read leads. */
  origin: ({ _nodes, context: { origin } }) => (origin !== null && _nodes.some(({ id }) => READ.indexOf(id) >= 0) ? origin : ''),
  /** Taken up again after the next look at the lender, unless it is too old by then. */
  awaitedCode: ({ context: { awaitedCode } }, _, now) =>
    awaitedCode === null
      ? ''
      : `${awaitedCode.purpose} ${Math.round((now - awaitedCode.codeAgainAt) / HOUR)} h ago ${awaitedCode.pendingRoute?.to ?? ''}`,
  /** Forgotten with the offer, by whoever leaves it. */
  agreed: ({ context }, place) => (context.agreed && DECIDING.some((outer) => isIn(place, outer)) ? 'agreed' : ''),
  /** Read only while the borrower is asked what the phone may share. */
  consents: ({ context }, place) => (CONSENTING.includes(place) ? JSON.stringify(context.order?.collection?.consents ?? {}) : ''),
  payment: ({ context: { payment } }) => (payment?.state === 'sent' || payment?.state === 'unknown' ? 'payment open' : ''),
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

const keyOf =
  (names: readonly PartName[], now: () => Instant = () => NOW): Projection =>
  (snapshot) => {
    const place = spell(snapshot.value);
    return names.map((name) => PARTS[name](snapshot, place, now())).join(' | ');
  };

/** `places.tabs.home.shown | borrower | 2 |  | ccc |  |  | ` */
export const project: Projection = keyOf(PART_NAMES);

/** The same for a journey whose lender has another clock than the examples. */
export const projectAt = (now: () => Instant): Projection => keyOf(PART_NAMES, now);

/** Where, who and how far: what a value of the context is interesting together with. */
export const surroundingsOf: Projection = keyOf(['place', 'session', 'order']);

/** The projection that forgets one part, for showing that each is needed. */
export const projectWithout = (forgotten: PartName): Projection => keyOf(PART_NAMES.filter((name) => name !== forgotten));
