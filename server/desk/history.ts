/** The history of a case by time, from the events of the order, the journal and the log of the desk. */
import { orderEventWords, type OrderEventWords } from '#machines/orderWords.ts';
import { formatKsh } from '#machines/model/money.ts';
import type { DeskLog } from '#server/staff/deskLog.ts';
import type { JournalKind } from '#server/store/schema/index.ts';
import type { Db } from '#server/store/store.ts';
import { deskLogWords, logReasonWords, reasonWords } from '#src/api/deskLogWords.ts';
import type { HistoryLine } from '#src/api/desk.ts';
import { sql } from 'kysely';

/** Events that are left out, because the journal of the same moment has the amount. */
const TOLD_BY_JOURNAL: readonly string[] = ['charge.writtenOff', 'payment.corrected', 'disbursement.confirmed', 'payment.received'];

type Words = OrderEventWords;

const JOURNALS: Readonly<Partial<Record<JournalKind, Words>>> = {
  disbursement: ['rail', 'Paid out'],
  misdirected: ['rail', 'Paid out a second time'],
  'repayment.mpesa': ['rail', 'Received by prompt'],
  'repayment.paybill': ['rail', 'Received at the paybill'],
  unplaced: ['rail', 'Received without a debt'],
  coupon: ['borrower', 'Coupon taken off'],
  'rollover.deposit': ['rail', 'Received for more time'],
  'rollover.fee': ['borrower', 'Paid for more time'],
  refund: ['person', 'Refund queued'],
  'refund.done': ['rail', 'Refund arrived'],
  'refund.failed': ['rail', 'Refund failed'],
  writeOff: ['person', 'Late charge written off'],
  correction: ['person', 'Payment moved to another loan'],
};

async function ofOrder(db: Db, orderId: number): Promise<HistoryLine[]> {
  const events = await db
    .selectFrom('order_event')
    .select(['at', 'event', 'decided_by', 'reason'])
    .where('order_id', '=', orderId)
    .orderBy('version')
    .execute();
  const journals = await db
    .selectFrom('journal')
    .innerJoin('entry', 'entry.journal_id', 'journal.id')
    .where('journal.order_id', '=', orderId)
    .groupBy('journal.id')
    .orderBy('journal.id')
    .select([
      'journal.at',
      'journal.kind',
      sql<number>`coalesce(abs(sum(entry.amount) filter (where entry.account_id = 'mpesa_float')),
        sum(entry.amount) filter (where entry.amount > 0))::bigint`.as('amount'),
    ])
    .execute();
  return [
    // Journals come before events of the same moment, which are their consequences.
    ...journals.flatMap(({ at, kind, amount }): HistoryLine[] => {
      const words = JOURNALS[kind];
      return words ? [{ at, who: words[0], what: `${words[1]}: ${formatKsh(amount)}.` }] : [];
    }),
    ...events.flatMap(({ at, event, decided_by, reason }): HistoryLine[] => {
      const words = TOLD_BY_JOURNAL.includes(event) ? null : orderEventWords(event);
      return words
        ? [{ at, who: decided_by ?? words[0], what: reason === null ? words[1] : `${words[1].slice(0, -1)}: ${reasonWords(reason)}.` }]
        : [];
    }),
  ];
}

/** Oldest first. @param orderId null: the case is about no order. */
export async function historyOf(db: Db, log: DeskLog, caseId: string, orderId: number | null): Promise<HistoryLine[]> {
  const acts = (await log.read(db, { caseId, before: null })).toReversed();
  return [
    ...(orderId === null ? [] : await ofOrder(db, orderId)),
    ...acts.map(({ at, who, what, reason }) => ({
      at,
      who,
      what: reason === null ? `${deskLogWords(what)}.` : `${deskLogWords(what)}: ${logReasonWords(what, reason)}`,
    })),
  ].sort((a, b) => a.at - b.at);
}
