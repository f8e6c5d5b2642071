/** Tickets of borrowers. Every lookup names the user, so that another borrower's ticket is `ticketNotFound`. */
import type { Selectable } from 'kysely';
import { endOfNextWorkingDay } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import {
  FEEDBACK_LIMITS,
  TICKET,
  type FeedbackCheck,
  type Ticket,
  type TicketLine,
  type TicketList,
  type TicketMessage,
} from '#machines/model/feedback.ts';
import { cleanPicture } from '#server/pictures/cleanPicture.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import type { Secret } from '#server/store/secret.ts';
import type { Clock } from '#server/store/clock.ts';
import { newTicketNo } from '#server/store/ids.ts';
import type { Db, Store, Tx } from '#server/store/store.ts';
import type { NewMessage, NewTicket } from '#src/api/payloads.ts';
import { deleteAnsweredTickets, ticketDeletedOn } from './ticketRetention.ts';
import { nextTicketStatus, type TicketEvent } from './ticketStatus.ts';
import { attachPictures, deleteUnattachedPictures, countPictures, keepPicture } from './attachments.ts';
import type { FeedbackSchema, TicketWords } from '#server/store/schema/feedbackTables.ts';
import { encryptValue, decryptValue } from '#server/store/rowEncryption.ts';

export type TicketRow = Selectable<FeedbackSchema['ticket']>;

export interface Feedback {
  list(userId: number): Promise<TicketLine[]>;
  notHandled(userId: number): Promise<TicketList['open']>;
  /** Whether a message of the lender is unread. */
  hasUnread(userId: number): Promise<boolean>;
  check(userId: number): Promise<FeedbackCheck>;
  ticket(userId: number, ticketNo: string): Promise<Ticket>;
  /** Reading marks the messages as seen, which removes the mark of unread messages. */
  messages(userId: number, ticketNo: string): Promise<TicketMessage[]>;
  /** @throws Refusal tooManyTickets, tooManyPictures. */
  create(userId: number, ticket: NewTicket): Promise<Ticket>;
  /** A message reopens a ticket that is done. */
  write(userId: number, message: NewMessage): Promise<Ticket>;
  /** Changes the description. @throws Refusal ticketRefused once the ticket is in progress. */
  correct(userId: number, ticketNo: string, description: string): Promise<Ticket>;
  close(userId: number, ticketNo: string): Promise<Ticket>;
  /** Rates a ticket that is done. @throws Refusal ticketRefused for an open ticket. */
  rate(userId: number, ticketNo: string, rating: number): Promise<Ticket>;
  /** @returns the picture's name. @throws Refusal photoUnreadable, tooManyPictures. */
  keepPicture(userId: number, bytes: Buffer | undefined): Promise<string>;
  /** Deletes pictures whose message was never sent. @returns how many. */
  deleteUnattached(): Promise<number>;
  /** Deletes tickets of people without a loan, a week after the last message. @returns how many. */
  deleteAnswered(): Promise<number>;
}

const ABOUT = 60;

/** The texts that the borrower wrote. */
export const wordsOf = (db: Db, { ticket_no, sealed }: Pick<TicketRow, 'ticket_no' | 'sealed'>): TicketWords =>
  decryptValue<TicketWords>(db, 'ticket.sealed', [ticket_no], sealed);

const encryptWords = (tx: Tx, ticketNo: string, words: TicketWords): Buffer => encryptValue(tx, 'ticket.sealed', [ticketNo], words);

export const encryptMessage = (
  tx: Tx,
  { ticket_id, author, at }: Pick<Selectable<FeedbackSchema['ticket_message']>, 'ticket_id' | 'author' | 'at'>,
  text: string,
): Buffer => encryptValue(tx, 'ticket_message.sealed', [ticket_id, author, at], text);

export const ticketNotFound = (): Refusal => new Refusal(CODE.ticketNotFound, 'feedback.ticketNotFound');
/** Statuses in which the lender owes an answer. */
const OWED: readonly number[] = [TICKET.received, TICKET.inProgress];
const isTicketOpen = ({ status }: Pick<TicketRow, 'status'>): boolean => status !== TICKET.done;

/** The promised time of the answer: set when an answer becomes due, removed by the answer, and not moved by further messages. */
function promiseAfter(row: TicketRow, status: number, now: number): Partial<Pick<TicketRow, 'answer_by' | 'escalated_at'>> {
  if (!OWED.includes(status)) return { answer_by: null, escalated_at: null };
  return OWED.includes(row.status) && row.answer_by !== null ? {} : { answer_by: endOfNextWorkingDay(now) };
}

/** Moves a locked ticket. @throws Refusal ticketRefused. */
export async function moveTicket(
  tx: Tx,
  row: TicketRow,
  event: TicketEvent,
  now: number,
  change: Partial<Pick<TicketRow, 'sealed' | 'rating'>> = {},
): Promise<TicketRow> {
  const status = nextTicketStatus(row.status, event);
  if (status === null) throw new Refusal(CODE.ticketRefused, 'feedback.refused');
  return tx
    .updateTable('ticket')
    .set({ ...change, status, updated_at: now, ...promiseAfter(row, status, now) })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function lockTicket(tx: Tx, userId: number, ticketNo: string): Promise<TicketRow> {
  const row = await tx
    .selectFrom('ticket')
    .selectAll()
    .where('ticket_no', '=', ticketNo)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw ticketNotFound();
  return row;
}

export async function messagesOf(tx: Tx, ticketId: number): Promise<TicketMessage[]> {
  const counts = await countPictures(tx, ticketId);
  const rows = await tx
    .selectFrom('ticket_message')
    .select(['id', 'author', 'sealed', 'at'])
    .where('ticket_id', '=', ticketId)
    .orderBy('id')
    .execute();
  return rows.map(({ id, author, sealed, at }) => ({
    id,
    author,
    text: decryptValue<string>(tx, 'ticket_message.sealed', [ticketId, author, at], sealed),
    at,
    pictures: counts.ofMessage(id),
  }));
}

async function viewTicket(tx: Tx, row: TicketRow): Promise<Ticket> {
  return {
    ticketNo: row.ticket_no,
    type: row.type,
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...wordsOf(tx, row),
    rating: row.rating,
    isLate: row.escalated_at !== null,
    pictures: (await countPictures(tx, row.id)).ofTicket,
    messages: await messagesOf(tx, row.id),
    deletedOn: await ticketDeletedOn(tx, row),
  };
}

export function createFeedback(store: Store, clock: Clock, secret: Secret): Feedback {
  /** Locks a ticket and runs `work` on it. @returns the ticket afterwards. */
  const act = (userId: number, ticketNo: string, work: (tx: Tx, row: TicketRow) => Promise<TicketRow>): Promise<Ticket> =>
    store.tx(async (tx) => viewTicket(tx, await work(tx, await lockTicket(tx, userId, ticketNo))));

  const rowsOf = (userId: number): Promise<TicketRow[]> =>
    store.db.selectFrom('ticket').selectAll().where('user_id', '=', userId).orderBy('updated_at', 'desc').orderBy('id', 'desc').execute();

  async function unread(userId: number): Promise<ReadonlySet<number>> {
    const rows = await store.db
      .selectFrom('ticket_message as m')
      .innerJoin('ticket as t', 't.id', 'm.ticket_id')
      .select('t.id')
      .distinct()
      .where('t.user_id', '=', userId)
      .where('m.author', '=', 'lender')
      .whereRef('m.id', '>', 't.seen_message')
      .execute();
    return new Set(rows.map(({ id }) => id));
  }

  const correct = (tx: Tx, row: TicketRow, description: string): Promise<TicketRow> =>
    moveTicket(tx, row, 'borrower.corrected', clock.now(), {
      sealed: encryptWords(tx, row.ticket_no, { ...wordsOf(tx, row), description }),
    });

  async function create(tx: Tx, userId: number, asked: NewTicket): Promise<TicketRow> {
    const now = clock.now();
    // After two presses, this lock makes the second request wait, and it finds the ticket of the first.
    await tx.selectFrom('app_user').select('id').where('id', '=', userId).forUpdate().execute();
    const all = await tx.selectFrom('ticket').selectAll().where('user_id', '=', userId).execute();
    const same = all.find((row) => row.request_id === asked.requestId);
    if (same) {
      // The answer to the first request was lost, and the borrower changed the text. It is replaced, unless a clerk has read it.
      const words = wordsOf(tx, same);
      if (same.status !== TICKET.received || words.description === asked.description) return same;
      return correct(tx, same, asked.description);
    }
    if (all.filter(isTicketOpen).length >= FEEDBACK_LIMITS.open)
      throw new Refusal(CODE.tooManyTickets, 'feedback.tooManyTickets', { most: FEEDBACK_LIMITS.open });
    const ticketNo = newTicketNo();
    const { description, receiverAccount, contact, contactTime } = asked;
    const row = await tx
      .insertInto('ticket')
      .values({
        ticket_no: ticketNo,
        user_id: userId,
        request_id: asked.requestId,
        type: asked.type,
        status: TICKET.received,
        sealed: encryptWords(tx, ticketNo, { description, receiverAccount, contact, contactTime }),
        created_at: now,
        updated_at: now,
        answer_by: endOfNextWorkingDay(now),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await attachPictures(tx, asked.pictures, { userId, ticketId: row.id, messageId: null });
    return row;
  }

  return {
    async list(userId) {
      const [rows, fresh] = [await rowsOf(userId), await unread(userId)];
      const about = (row: TicketRow): string => {
        const { description } = wordsOf(store.db, row);
        return description.length > ABOUT ? `${description.slice(0, ABOUT).trim()}…` : description;
      };
      return rows.map((row) => ({
        ticketNo: row.ticket_no,
        type: row.type,
        status: row.status,
        createdAt: row.created_at,
        updatedAt: row.updated_at,
        about: about(row),
        isUnread: fresh.has(row.id),
      }));
    },
    async notHandled(userId) {
      const open = (await rowsOf(userId)).filter(isTicketOpen);
      return { count: open.length, needsReply: open.filter(({ status }) => status === TICKET.needsReply).length };
    },
    hasUnread: async (userId) => (await unread(userId)).size > 0,
    async check(userId) {
      const open = (await rowsOf(userId)).filter(isTicketOpen);
      return {
        can: open.length < FEEDBACK_LIMITS.open,
        most: FEEDBACK_LIMITS.open,
        open: open.map(({ ticket_no: ticketNo, type }) => ({ ticketNo, type })),
      };
    },
    ticket: (userId, ticketNo) => act(userId, ticketNo, async (_tx, row) => row),
    messages: (userId, ticketNo) =>
      store.tx(async (tx) => {
        const row = await lockTicket(tx, userId, ticketNo);
        const messages = await messagesOf(tx, row.id);
        const last = messages.at(-1);
        if (last && last.id > row.seen_message)
          await tx.updateTable('ticket').set({ seen_message: last.id }).where('id', '=', row.id).execute();
        return messages;
      }),
    create: (userId, asked) => store.tx(async (tx) => viewTicket(tx, await create(tx, userId, asked))),
    write: (userId, { ticketNo, requestId, text, pictures }) =>
      act(userId, ticketNo, async (tx, row) => {
        const now = clock.now();
        const message = { ticket_id: row.id, author: 'borrower', at: now } as const;
        const written = await tx
          .insertInto('ticket_message')
          .values({ ...message, request_id: requestId, sealed: encryptMessage(tx, message, text) })
          .onConflict((c) => c.columns(['ticket_id', 'request_id']).doNothing())
          .returning('id')
          .executeTakeFirst();
        if (!written) {
          const earlier = await tx
            .selectFrom('ticket_message')
            .select(['id', 'ticket_id', 'author', 'at'])
            .where('ticket_id', '=', row.id)
            .where('request_id', '=', requestId)
            .executeTakeFirstOrThrow();
          await tx
            .updateTable('ticket_message')
            .set({ sealed: encryptMessage(tx, earlier, text) })
            .where('id', '=', earlier.id)
            .execute();
          return row;
        }
        await attachPictures(tx, pictures, { userId, ticketId: row.id, messageId: written.id });
        return moveTicket(tx, row, 'borrower.wrote', now);
      }),
    correct: (userId, ticketNo, description) => act(userId, ticketNo, (tx, row) => correct(tx, row, description)),
    close: (userId, ticketNo) => act(userId, ticketNo, (tx, row) => moveTicket(tx, row, 'borrower.closed', clock.now())),
    rate: (userId, ticketNo, rating) => act(userId, ticketNo, (tx, row) => moveTicket(tx, row, 'borrower.rated', clock.now(), { rating })),
    async keepPicture(userId, bytes) {
      const picture = await cleanPicture(bytes, 'feedback.notAPicture');
      return store.tx((tx) => keepPicture(tx, secret, { userId, picture, now: clock.now() }));
    },
    deleteUnattached: () => store.tx((tx) => deleteUnattachedPictures(tx, clock.now())),
    deleteAnswered: () => deleteAnsweredTickets(store, clock.now()),
  };
}
