/**
 * Maps the borrower's acts to analytics events. Each event has a name and never a value. Fields use the name in their
 * description; other acts are named after the event in the chart. Milestones are also sent to the attribution
 * service.
 */
import type { JourneyEvent } from '#machines/events.ts';
import type { Actor } from 'xstate';
import type { JourneyMachine, JourneySnapshot } from '#machines/journey.machine.ts';
import type { SectionName, Values } from '#machines/model/application.ts';
import { nairobiDate } from '#machines/model/calendar.ts';
import type { Order } from '#machines/model/order.ts';
import { isOffered, isIncomplete, isRepayable, STATUS } from '#machines/model/orderStatus.ts';
import type { Bridge } from '#src/bridge/bridge.ts';
import { placeIdOf } from '#src/router/currentPlace.ts';
import { watchConsent } from '../recording/watchConsent.ts';
import { nowOf } from '#machines/required.ts';

/** An event of the chart from any source, with the snapshot just before it. */
export interface ObservedEvent {
  event: { type: string };
  before: JourneySnapshot;
}

/** Events that the phone or the app sends, and events that are reported under another name. */
const NOT_DONE_BY_A_PERSON: readonly JourneyEvent['type'][] = [
  'clock.ticked',
  'network.changed',
  'session.lost',
  'shellSession.found',
  'refresh.requested',
  'notice.dismissed',
  'draft.saved',
  'draft.notKept',
  'draft.changedElsewhere',
  'application.sentElsewhere',
  'picker.opened',
  'picker.confirmed',
  'picker.cancelled',
  'upload.progressed',
  'captcha.progressed',
];

/**
 * The specification requires attribution events but names none. These four are the usual attribution milestones.
 */
export type Milestone = 'registration_finished' | 'application_sent' | 'loan_drawn' | 'loan_repaid';

/** The milestone that the order has just reached; null for any other change and for a different order. */
export function milestoneOf(before: Order | null, now: Order | null): Milestone | null {
  if (!before || !now || before.orderNo !== now.orderNo || before.status === now.status) return null;
  if (isIncomplete(before.status) && now.status === STATUS.applying) return 'application_sent';
  if (isOffered(before.status) && (now.status === STATUS.lending || now.status === STATUS.repaying)) return 'loan_drawn';
  return isRepayable(before.status) && now.status === STATUS.finish ? 'loan_repaid' : null;
}

/** `offer.accepted` as `journey_offer_accepted`. */
const nameOfAction = (type: string): string => `journey_${type.replace(/\./g, '_')}`;

/**
 * Logs the earlier events, then further ones as they occur.
 * @param earlier events since the start, in order: this file is fetched while the journey goes on.
 * @returns a function that logs observed events in order.
 */
export function openLog(
  actor: Actor<JourneyMachine>,
  bridge: Pick<Bridge, 'notify'>,
  earlier: readonly ObservedEvent[],
): (observed: ObservedEvent) => void {
  watchConsent(actor);
  /** The values of each section as its form last reported them. */
  const reported: Partial<Record<SectionName, Values>> = {};
  let order: Promise<void> = Promise.resolve();

  const log = (name: string): void => bridge.notify('logEventByLocal', { name, values: {} });
  const logMilestone = (name: Milestone): void => {
    log(name);
    bridge.notify('logEventByAF', { name, values: {} });
  };
  /** The field descriptions were loaded with the form on the screen, so this import causes no request. */
  const logFields = (names: (forms: typeof import('#src/forms/touched.ts')) => readonly string[]): void => {
    order = order.then(async () => names(await import('#src/forms/touched.ts')).forEach(log)).catch(() => undefined);
  };
  const logInOrder = (name: string): void => {
    order = order.then(() => log(name));
  };

  let known: Order | null = null;
  const logReached = ({ context }: JourneySnapshot): void => {
    const milestone = milestoneOf(known, context.order);
    known = context.order;
    if (milestone) logMilestone(milestone);
  };

  const logEvent = ({ event: observed, before }: ObservedEvent): void => {
    if (observed.type === 'xstate.done.actor.registerBorrower') return logMilestone('registration_finished');
    const event = observed as JourneyEvent;
    const { drafts, saved } = before.context;
    switch (event.type) {
      case 'draft.saved': {
        const { section, values } = event;
        const earlier = [reported[section] ?? {}, drafts[section]?.values ?? saved[section] ?? {}];
        reported[section] = values;
        return logFields(({ touchedFields }) => touchedFields(section, values, earlier, nairobiDate(nowOf(before.context))));
      }
      case 'picker.confirmed':
        return logFields(({ pickedField }) => pickedField(placeIdOf(before), event.field));
      case 'contact.pickRequested':
        return logFields(({ contactField }) => contactField(event.index));
      case 'turnedPhoto.taken':
        return logInOrder('personalInfo_select_photo_turnedFace');
      case 'photo.taken':
      case 'photo.refused':
        return logInOrder(`personalInfo_select_photo_${event.side}`);
      case 'xstate.route':
        return logInOrder(`journey_route_${event.to.slice(1)}`);
      case 'bankAccount.submitted':
        // Drafts contain no one-time codes, so these fields are logged when the form is submitted.
        logFields(({ secretFields }) => secretFields('bankAccount', event.values));
    }
    const isOwn = event.type.startsWith('xstate.') || NOT_DONE_BY_A_PERSON.includes(event.type);
    if (!isOwn) logInOrder(nameOfAction(event.type));
  };

  for (const observed of earlier) {
    // The snapshot before an event shows the milestone that the previous event has reached.
    logReached(observed.before);
    logEvent(observed);
  }
  logReached(actor.getSnapshot());
  actor.subscribe(logReached);
  return logEvent;
}
