/**
 * Values that a state requires in the context: an earlier state has set them, or a guard has checked them. Each function
 * throws if a path of the chart leads to the state without the value. `npm run paths` executes paths to every state and
 * transition, so a throw fails it.
 */
import type { Captcha, HomeFacts, JourneyContext, Paying, Session } from './context.ts';
import type { JourneyEvent } from './events.ts';
import type { Instant } from './model/calendar.ts';
import type { Loadable } from './model/loadable.ts';
import type { Collection } from './model/collection.ts';
import type { Order, Payment, PayoutAccount, ReceivedPayment } from './model/order.ts';
import { isPrompt } from './model/payment.ts';
import type { ChosenRollover } from './model/rollover.ts';

/** @throws an error that names what is missing. */
export function required<T>(name: string, value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error(`this state requires: ${name}`);
  return value;
}

/** States under the order's pages have an order. */
export const orderOf = ({ order }: Pick<JourneyContext, 'order'>): Order => required('order', order);

/** Calls of a borrower have a session. */
export const sessionOf = ({ session }: Pick<JourneyContext, 'session'>): Session => required('session', session);

/** The lender's clock is known from its first answer on. */
export const nowOf = ({ now }: Pick<JourneyContext, 'now'>): Instant => required('now', now);

/** States after the choice of an amount, or after an open payment was found, have a payment under way. */
export const payingOf = ({ paying }: Pick<JourneyContext, 'paying'>): Paying => required('paying', paying);

/** An order has an account from the status bindCard on. */
export const payoutAccountOf = ({ payoutAccount }: Pick<Order, 'payoutAccount'>): PayoutAccount => required('payoutAccount', payoutAccount);

/** States after a load have the loaded data. @param page named in the error. */
export function loadedOf<T>(page: string, data: Loadable<T>): T {
  if (data.is !== 'loaded') throw new Error(`this state requires: ${page}, which is ${data.is}`);
  return data.value;
}

/** Every place but the start has home's facts. */
export const homeOf = ({ home }: Pick<JourneyContext, 'home'>): HomeFacts => loadedOf('home', home);

/** States of the consent have the kinds of data that the lender requests. */
export const collectionOf = (context: Pick<JourneyContext, 'order'>): Collection => required('collection', orderOf(context).collection);

/** States of a code to another number have that number. */
export const walletOf = ({ payoutCodes }: Pick<JourneyContext, 'payoutCodes'>) => required('wallet', payoutCodes.wallet);

/** States after the choice of a rollover have the chosen option. */
export const chosenOf = ({ rollover }: Pick<JourneyContext, 'rollover'>): ChosenRollover =>
  required('chosen rollover', loadedOf('rollover', rollover).chosen);

/** The page of the receipt has a payment. */
export const paymentOf = (context: Pick<JourneyContext, 'paying'>): Payment | ReceivedPayment =>
  required('payment', payingOf(context).payment);

/** States that query or show the outcome of a prompt have the payment of that prompt. */
export function promptOf(context: Pick<JourneyContext, 'paying'>): Payment {
  const payment = paymentOf(context);
  if (!isPrompt(payment)) throw new Error('this state requires: a prompt, not a payment that the statement lists');
  return payment;
}

/** The states between the lender's request for work and the next code have the work. */
export const captchaOf = ({ signIn }: Pick<JourneyContext, 'signIn'>): Captcha => required('captcha', signIn.captcha);

type EventOf<T extends JourneyEvent['type']> = Extract<JourneyEvent, { type: T }>;

/** The event that led to a state. @throws if it has another type, because only this type leads there. */
export function eventOf<T extends JourneyEvent['type']>(event: JourneyEvent, type: T): EventOf<T> {
  if (event.type !== type) throw new Error(`this state requires: the event ${type}, not ${event.type}`);
  return event as EventOf<T>;
}

/** The session of the shell, which the shell reported or the borrower chose. */
export const sessionOfShell = (event: JourneyEvent): Session =>
  (event.type === 'shellSession.found' ? event : eventOf(event, 'shellSession.taken')).session;
