/**
 * Finds payments at the paybill whose message never arrived: the rail lists what was paid. What it lists is reported like a
 * message of the paybill, so it is booked once, and only when the rail has confirmed the receipt.
 */
import { HOUR, MINUTE } from '#machines/model/calendar.ts';
import type { LendingContext } from '#server/books/lendingContext.ts';
import { reportPaybill } from './reports.ts';
import { claimQuestion, markRead } from '#server/rail/questionSchedule.ts';

/** The rail lists payments of the last 48 hours (Daraja 3.0, Pull Transactions). */
const REACH = 47 * HOUR;
/** So much is read again: a payment may be listed later than it was made. */
const OVERLAP = 30 * MINUTE;

/** Reads what was paid since the last time, when that is due. @returns how many payments were new. */
export async function pullPayments(context: LendingContext, failed: (error: unknown) => void): Promise<number> {
  const { store, clock, rail, config } = context;
  if (config.pullEvery === null) return 0;
  const now = clock.now();
  const claimed = await claimQuestion(store.db, 'pull', now, config.pullEvery);
  if (claimed === null) return 0;
  const earliest = now - REACH;
  const from = Math.max(earliest, (claimed.readUntil ?? earliest) - OVERLAP);
  const seen = new Set<string>();
  let fresh = 0;
  let isComplete = true;
  for (let skip = 0; ;) {
    const page = await rail.paymentsBetween(from, now, skip);
    if (page === null) return 0;
    const news = page.payments.filter(({ receipt }) => !seen.has(receipt));
    // A rail that does not skip would list the same payments for ever.
    if (page.listed === 0 || (news.length === 0 && page.payments.length > 0)) break;
    for (const payment of news) {
      seen.add(payment.receipt);
      await store
        .tx((tx) => reportPaybill(context, tx, payment))
        .then(
          (outcome) => void (outcome === 'reported' && fresh++),
          (error: unknown) => {
            isComplete = false;
            failed(error);
          },
        );
    }
    skip += page.listed;
  }
  if (isComplete) await markRead(store.db, 'pull', now);
  return fresh;
}
