/** Cases of borrowers' messages. When a clerk takes the case, the borrower sees that somebody works on it. */
import { queueAccountText } from '#server/books/textMessages.ts';
import { answerTicket, readTicket } from '#server/feedback/ticketsForDesk.ts';
import { DeskRefused } from '#server/staff/deskRefused.ts';
import type { CaseKind } from '../deskContext.ts';
import { subjectOf } from '../queueSources.ts';

export const messageCase: CaseKind<'messages'> = {
  covered: ['photos', 'contacts', 'mobile'],
  acts: ['answer', 'blockNumber', 'unblockNumber'],
  async detail({ tx, row }) {
    const { ticketNo, type, description, messages, pictures } = await readTicket(tx, row.name);
    return {
      queue: 'messages',
      ticketNo,
      subject: subjectOf(type),
      description,
      messages,
      pictures: pictures.map((ref, i) => ({ name: `ticket-${ref}`, words: `Picture ${i + 1} of the message` })),
    };
  },
  async values({ tx, row }, what): Promise<Record<string, string>> {
    if (what !== 'contacts') return {};
    const { contact, contactTime, receiverAccount } = await readTicket(tx, row.name);
    return { contact, contactTime, receiverAccount };
  },
  async act({ deps: { security }, tx, row, now }, act) {
    if (act.name !== 'answer') throw new DeskRefused('notAllowed', 'This is not done in a message.');
    await answerTicket(tx, row.name, { text: act.words, next: act.next }, { now, security });
    await queueAccountText(tx, { userId: Number(row.user_id), language: 'en' }, 'messageAnswered', { ticketNo: row.name }, now);
  },
  amountOf: () => Promise.resolve(null),
};
