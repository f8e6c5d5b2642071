/**
 * Finds payments at the paybill whose message never arrived, in the rail's list of payments. A listed payment is reported like
 * a message of the paybill, so that it is booked once, and only after the rail has confirmed its receipt.
 */
import { HOUR, MINUTE } from '#machines/model/calendar.ts';
import type { LendingContext } from '#server/books/lendingContext.ts';
import { reportPaybill } from './reports.ts';
import { claimQuestion, markRead } from '#server/rail/questionSchedule.ts';

/** The rail lists payments of the last 48 hours (Daraja 3.0, Pull Transactions). */
const REACH = 47 * HOUR;
/** ms before the last pull that are read again, because a payment may be listed later than it was made. */
const OVERLAP = 30 * MINUTE;

/** Reads the payments since the last pull, if a pull is due. @returns how many payments were new. */
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
    // Without this check, a rail that ignores the offset would list the same payments for ever.
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
