/** `npm run payouts`: stops and releases all payouts, shows open ones, and records the outcome of a single one. */
import { addDays, MINUTE, nairobiDate, type Instant } from '#machines/model/calendar.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import { CannotStart } from '#server/store/cannotStart.ts';
import {
  countUnsent,
  endStop,
  misdirectedPayouts,
  openPayouts,
  readStop,
  stopPayouts,
  type OpenPayout,
  type PayoutStop,
} from '#server/store/payoutStop.ts';
import type { SecurityLog } from '#server/store/securityLog.ts';
import type { Store } from '#server/store/store.ts';
import { verbCommand } from '#server/store/verbCommand.ts';
import { inNairobi, inShillings } from './verbWords.ts';

export type PayoutsRequest =
  | { do: 'show' | 'stop' | 'restored' | 'release' }
  | { do: 'arrived'; id: string; receipt: string | null }
  | { do: 'failed'; id: string };

/** The functions of lending that the verb needs. */
export interface DecidedPayouts {
  confirmFailure(id: string): Promise<Decision>;
  confirmArrival(id: string, receipt: string | null): Promise<Decision>;
}

/** @property is whether this decision counts, or the payout had been decided before, likewise or differently. */
interface Decision {
  state: string;
  receipt: string | null;
  is: 'new' | 'same' | 'other';
}

export interface PayoutsVerb {
  store: Store;
  now: Instant;
  payouts: DecidedPayouts;
  security: SecurityLog;
}

/** After a restore, a payout is queried for this long before payouts are released, ms. The rail answers by callbacks. */
const ASKED_FOR = 5 * MINUTE;

/** Misdirected payouts are listed for this long, because the books do not know which of them were reversed. */
const MISDIRECTED_DAYS = 30;

const CHOICES =
  'Say what to do with the payouts: show, stop, stop --restored, release, release --statement-compared, arrived ID [RECEIPT], failed ID.';

/** @param flags of the command line. @throws CannotStart with the choices. */
export function readPayoutsRequest(
  [action, ...rest]: readonly string[],
  flags: { restored?: boolean; 'statement-compared'?: boolean },
): PayoutsRequest & { isCompared: boolean } {
  const [id, receipt = null] = rest;
  const isCompared = flags['statement-compared'] === true;
  const isPlain = !flags.restored && !isCompared;
  if (action === 'stop' && rest.length === 0 && !isCompared) return { do: flags.restored ? 'restored' : 'stop', isCompared };
  if (action === 'release' && rest.length === 0 && !flags.restored) return { do: 'release', isCompared };
  if ((action === undefined || action === 'show') && rest.length === 0 && isPlain) return { do: 'show', isCompared };
  if (action === 'failed' && id !== undefined && rest.length === 1 && isPlain) return { do: 'failed', id, isCompared };
  if (action === 'arrived' && id !== undefined && rest.length <= 2 && isPlain) {
    if (receipt !== null && !/^[0-9A-Za-z]{6,30}$/.test(receipt))
      throw new CannotStart(`"${receipt}" is no receipt of M-PESA, such as SKC82PACB8.`);
    return { do: 'arrived', id, receipt: receipt?.toUpperCase() ?? null, isCompared };
  }
  throw new CannotStart(CHOICES);
}

const count = (payouts: readonly unknown[]): string => (payouts.length === 1 ? '1 payout' : `${payouts.length} payouts`);

const isAsked = ({ preparedAt }: PayoutStop, { askedAt }: OpenPayout): boolean =>
  preparedAt !== null && askedAt !== null && askedAt >= preparedAt + ASKED_FOR;

function describePayout(stop: PayoutStop | null, payout: OpenPayout): string {
  const { id, orderNo, amount, isHeld } = payout;
  const what = isHeld
    ? `look it up at M-PESA, then ${verbCommand('payouts', 'arrived', id, 'RECEIPT')} or ${verbCommand('payouts', 'failed', id)}`
    : !stop?.restored
      ? 'M-PESA is asked for its result'
      : isAsked(stop, payout)
        ? 'M-PESA was asked and names no result; it is sent again under the same id when payouts are released'
        : 'M-PESA is being asked';
  return `${id}  ${orderNo}  ${inShillings(amount)}  ${what}`;
}

async function show({ store, now }: PayoutsVerb): Promise<string[]> {
  const [stop, open] = [await readStop(store.db), await openPayouts(store.db)];
  const state = stop
    ? `Payouts are stopped since ${inNairobi(stop.at)}${stop.restored ? ', because the database was restored' : ''}.`
    : 'Payouts are sent.';
  const unsent = await countUnsent(store.db);
  const waiting =
    unsent === 0 ? [] : [`${unsent} not sent yet: ${stop ? 'payouts are stopped' : 'about to be, or waiting for the float'}.`];
  const misdirected = await misdirectedPayouts(store.db, addDays(nairobiDate(now), -MISDIRECTED_DAYS));
  return [
    state,
    ...waiting,
    ...(open.length === 0 ? ['No payout is open.'] : open.map((payout) => describePayout(stop, payout))),
    ...misdirected.map(
      ({ id, orderNo, amount, arrivedOn }) =>
        `${id}  ${orderNo}  ${inShillings(amount)}  arrived on ${arrivedOn} although its order did not expect it; ask M-PESA to reverse it in the portal`,
    ),
  ];
}

async function stopNow({ store, now, security }: PayoutsVerb, restored: boolean): Promise<string[]> {
  await stopPayouts(store, now, restored);
  await security.record({ kind: 'desk.decided', subject: restored ? 'payouts.stopped.restored' : 'payouts.stopped' });
  return [
    `Payouts and returned payments are stopped: nothing is sent until ${verbCommand('payouts', 'release')}. Borrowers can draw; their money waits.`,
    ...(restored ? ['Every open payout counts as possibly sent, and M-PESA is asked about it. Everybody has to sign in again.'] : []),
  ];
}

async function release({ store, security }: PayoutsVerb, isCompared: boolean): Promise<string[]> {
  const stop = await readStop(store.db);
  if (!stop) return ['Payouts are sent; nothing changed.'];
  if (stop.restored) {
    const open = await openPayouts(store.db);
    const held = open.filter(({ isHeld }) => isHeld);
    if (held.length > 0)
      throw new CannotStart(
        `A person has to say first what became of ${count(held)} (${verbCommand('payouts')} lists them): ${held.map(({ id }) => id).join(', ')}.`,
      );
    if (stop.preparedAt === null)
      throw new CannotStart('No lender has started on the restored database yet: start it with M-PESA reachable, and run this again.');
    const unasked = open.filter((payout) => !isAsked(stop, payout));
    if (unasked.length > 0)
      throw new CannotStart(
        `M-PESA has not been asked long enough about ${count(unasked)}: let the lender run with M-PESA reachable for ${ASKED_FOR / MINUTE} minutes, and run this again.`,
      );
    if (!isCompared)
      throw new CannotStart(
        `Compare M-PESA's statement of the payouts with the loans of the lender first, from ${stop.lostFrom === null ? 'the moment to which the database was restored' : inNairobi(stop.lostFrom)} until ${inNairobi(stop.at)}: the database knows nothing of that time. Then run ${verbCommand('payouts', 'release', '--statement-compared')}.`,
      );
  }
  await store.tx(async (tx) => {
    await endStop(tx);
    await security.record({ kind: 'desk.decided', subject: 'payouts.released' }, tx);
  });
  return ['Payouts are sent again.'];
}

/** @returns lines for the operator. @throws CannotStart */
export async function carryOutPayouts(request: PayoutsRequest & { isCompared: boolean }, verb: PayoutsVerb): Promise<string[]> {
  try {
    switch (request.do) {
      case 'show':
        return await show(verb);
      case 'stop':
      case 'restored':
        return await stopNow(verb, request.do === 'restored');
      case 'release':
        return await release(verb, request.isCompared);
      case 'arrived':
        return describeDecision(request.id, await verb.payouts.confirmArrival(request.id, request.receipt));
      case 'failed':
        return describeDecision(request.id, await verb.payouts.confirmFailure(request.id));
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new CannotStart(
      `${'id' in request ? request.id : ''} is no payout that a person is asked about, or another payment has this receipt: ${verbCommand('payouts')} lists those that wait.`,
    );
  }
}

/** @throws CannotStart when it was decided otherwise. To repeat a decision is no mistake: an operator may run the verb again. */
function describeDecision(id: string, { state, receipt, is }: Decision): string[] {
  if (is === 'new')
    return [state === 'OK' ? `${id} has arrived: the loan runs from today.` : `${id} has failed: the borrower may draw again.`];
  const became =
    state !== 'OK' ? 'it failed' : receipt === null ? 'it arrived, without a receipt' : `it arrived with the receipt ${receipt}`;
  const sentence = `${id} was decided before (${became}); nothing changed.`;
  if (is === 'other') throw new CannotStart(sentence);
  return [sentence];
}
