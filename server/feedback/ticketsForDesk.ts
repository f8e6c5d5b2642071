/** Tickets at the desk: reading, taking and answering them. */
import type { Instant } from '#machines/model/calendar.ts';
import type { Msisdn } from '#machines/model/phoneNumber.ts';
import type { Secret } from '#server/store/secret.ts';
import type { Clock } from '#server/store/clock.ts';
import type { SecurityLog } from '#server/store/securityLog.ts';
import type { Store, Tx } from '#server/store/store.ts';
import { messagesOf, moveTicket, encryptMessage, ticketNotFound, wordsOf, type TicketRow } from './tickets.ts';

/** A ticket with its messages, as a clerk sees it. */
export interface DeskTicket {
  ticketNo: string;
  mobile: Msisdn;
  /** A value of FEEDBACK_TYPES. */
  type: number;
  /** A value of TICKET. */
  status: number;
  description: string;
  receiverAccount: string;
  contact: string;
  contactTime: string;
  rating: number | null;
  updatedAt: Instant;
  /** Names of the pictures. Those of the description come first. */
  pictures: string[];
  messages: { id: number; author: 'borrower' | 'lender'; text: string; at: Instant }[];
}

export interface FeedbackDesk {
  /** @throws Refusal ticketNotFound */
  ticket(ticketNo: string): Promise<DeskTicket>;
  take(ticketNo: string): Promise<void>;
  /** @param next `ask`: the borrower has to reply. `solve`: the ticket is done. */
  answer(ticketNo: string, text: string, next: 'ask' | 'solve'): Promise<void>;
  /** null: no picture has this name, or its message was not sent. */
  picture(ref: string): Promise<{ mime: string; bytes: Buffer } | null>;
}

async function viewTicket(tx: Tx, row: TicketRow & { mobile: string }): Promise<DeskTicket> {
  const pictures = await tx.selectFrom('ticket_picture').select('ref').where('ticket_id', '=', row.id).orderBy('at').execute();
  return {
    ticketNo: row.ticket_no,
    mobile: row.mobile,
    type: row.type,
    status: row.status,
    ...wordsOf(tx, row),
    rating: row.rating,
    updatedAt: row.updated_at,
    pictures: pictures.map(({ ref }) => ref),
    messages: (await messagesOf(tx, row.id)).map(({ id, author, text, at }) => ({ id, author, text, at })),
  };
}

async function lock(tx: Tx, ticketNo: string): Promise<TicketRow> {
  const row = await tx.selectFrom('ticket').selectAll().where('ticket_no', '=', ticketNo).forUpdate().executeTakeFirst();
  if (!row) throw ticketNotFound();
  return row;
}

/** Stores the lender's answer in the caller's transaction. @throws Refusal ticketNotFound, ticketRefused. */
export async function answerTicket(
  tx: Tx,
  ticketNo: string,
  { text, next }: { text: string; next: 'ask' | 'solve' },
  { now: at, security }: { now: number; security: SecurityLog },
): Promise<void> {
  const row = await lock(tx, ticketNo);
  await moveTicket(tx, row, next === 'ask' ? 'desk.asked' : 'desk.solved', at);
  await security.record({ kind: 'desk.decided', subject: `ticket.${next}`, userId: row.user_id }, tx);
  const message = { ticket_id: row.id, author: 'lender', at } as const;
  await tx
    .insertInto('ticket_message')
    .values({
      ...message,
      request_id: null,
      sealed: encryptMessage(tx, message, text),
      is_late: row.answer_by === null ? null : at > row.answer_by,
    })
    .execute();
}

/** Any borrower's ticket, with its texts. @throws Refusal ticketNotFound. */
export async function readTicket(tx: Tx, ticketNo: string): Promise<DeskTicket> {
  const row = await ticketRows(tx).where('t.ticket_no', '=', ticketNo).executeTakeFirst();
  if (!row) throw ticketNotFound();
  return viewTicket(tx, row);
}

const ticketRows = (tx: Tx) =>
  tx.selectFrom('ticket as t').innerJoin('app_user as u', 'u.id', 't.user_id').selectAll('t').select('u.msisdn as mobile');

export function createFeedbackDesk(store: Store, clock: Clock, secret: Secret, security: SecurityLog): FeedbackDesk {
  return {
    ticket: (ticketNo) => store.tx((tx) => readTicket(tx, ticketNo)),
    take: (ticketNo) =>
      store.tx(async (tx) => {
        const row = await lock(tx, ticketNo);
        await moveTicket(tx, row, 'desk.took', clock.now());
        await security.record({ kind: 'desk.decided', subject: 'ticket.take', userId: row.user_id }, tx);
      }),
    answer: (ticketNo, text, next) => store.tx((tx) => answerTicket(tx, ticketNo, { text, next }, { now: clock.now(), security })),
    async picture(ref) {
      const found = await store.db
        .selectFrom('ticket_picture as p')
        .innerJoin('photo_blob as b', 'b.ref', 'p.ref')
        .select(['p.mime', 'b.encrypted'])
        .where('p.ref', '=', ref)
        .where('p.ticket_id', 'is not', null)
        .executeTakeFirst();
      return found ? { mime: found.mime, bytes: secret.decrypt('photo', found.encrypted, ref) } : null;
    },
  };
}
