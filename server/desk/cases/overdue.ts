/** Cases of overdue loans, with the texts that were sent about them. */
import { daysBetween, nairobiDate } from '#machines/model/calendar.ts';
import { formatKsh } from '#machines/model/money.ts';
import { openParts, readDebt, total } from '#server/books/ledger.ts';
import { textOf } from '#server/books/textMessages.ts';
import { isWithdrawn } from '#server/lending/borrowerTexts.ts';
import { DeskRefused } from '#server/staff/deskRefused.ts';
import type { CaseKind } from '../deskContext.ts';

/** Number of texts that are shown, the latest ones. */
const SHOWN = 20;

export const overdueCase: CaseKind<'overdue'> = {
  covered: ['mobile'],
  acts: ['writeOff', 'correct', 'blockNumber', 'unblockNumber'],
  async detail({ deps: { paybill }, tx, row, now }) {
    const orderId = Number(row.order_id);
    const { due_date } = await tx.selectFrom('loan_order').select('due_date').where('id', '=', orderId).executeTakeFirstOrThrow();
    // Excludes texts that wait for daytime or for their provider.
    const texts = await tx
      .selectFrom('text_message')
      .leftJoinLateral(
        (is) =>
          is
            .selectFrom('text_attempt')
            .select(['text_attempt.at as tried_at', 'outcome', 'delivery'])
            .whereRef('text_attempt.send_id', '=', 'text_message.send_id')
            .orderBy('text_attempt.id', 'desc')
            .limit(1)
            .as('attempt'),
        (on) => on.onTrue(),
      )
      .where('order_id', '=', orderId)
      .where('ended_at', 'is not', null)
      .orderBy('text_message.id', 'desc')
      .limit(SHOWN)
      .select(['ended_at', 'key', 'params', 'tried_at', 'outcome', 'delivery'])
      .execute();
    const dueDate = due_date ?? nairobiDate(now);
    const owed = openParts(await readDebt(tx, orderId));
    return {
      queue: 'overdue',
      owed,
      dueDate,
      daysLate: total(owed) > 0 ? Math.max(0, daysBetween(dueDate, nairobiDate(now))) : 0,
      sent: texts
        .filter((text) => !isWithdrawn(text))
        .map(({ ended_at, key, params, tried_at, outcome, delivery }) => ({
          at: tried_at ?? ended_at ?? now,
          text: textOf(key, 'en', { paybill, ...params }),
          isDelivered: outcome === 'refused' || outcome === 'notNow' ? false : delivery === null ? null : delivery === 'delivered',
        })),
    };
  },
  values: () => Promise.resolve({}),
  async act({ deps: { acts }, tx, row }, act) {
    if (act.name !== 'writeOff') throw new DeskRefused('notAllowed', 'This is not done with an overdue loan.');
    const answer = await acts.writeOff(tx, row.name, act.amount);
    if (answer.is === 'tooMuch')
      throw new DeskRefused(
        'tooLate',
        answer.penalty > 0
          ? `The open late charges are ${formatKsh(answer.penalty)}: write off no more.`
          : 'No late charge is open: there is nothing to write off.',
      );
    if (answer.is === 'notRunning') throw new DeskRefused('tooLate', 'This loan does not run any more.');
  },
  amountOf: (_, act) => Promise.resolve(act.name === 'writeOff' ? act.amount : null),
};
