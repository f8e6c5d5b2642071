/** Messages between borrower and lender, on both databases: tickets, messages, pictures, and the desk that answers. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#machines/context.ts';
import { DAY, nairobiDate } from '#machines/model/calendar.ts';
import { CODE } from '#machines/model/codes.ts';
import { FEEDBACK_LIMITS, TICKET } from '#machines/model/feedback.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { createFeedbackDesk } from '#server/feedback/ticketsForDesk.ts';
import { createFeedback } from '#server/feedback/tickets.ts';
import { nextTicketStatus } from '#server/feedback/ticketStatus.ts';
import { feedbackQuestions } from '#server/feedback/questions.ts';
import { cleanPicture } from '#server/pictures/cleanPicture.ts';
import type { Clock } from '#server/store/clock.ts';
import { createSecret } from '#server/store/secret.ts';
import { createSecurityLog, PER_MINUTE } from '#server/store/securityLog.ts';
import type { Store } from '#server/store/store.ts';
import { createLending } from '#server/lending/createLending.ts';
import type { Lending } from '#server/lending/facade.ts';
import { firstLoan } from '#src/market/products.ts';
import type { NewTicket } from '#src/api/payloads.ts';
import { onEitherDatabase, testClock } from '#tests/support/database.ts';
import { createHostileRail } from '#tests/support/hostileRail.ts';
import { lendingConfig, newBorrower } from '#tests/support/lendingFixture.ts';

const secret = createSecret(Buffer.alloc(32, 7));
/** A picture. Different numbers make different pictures. */
const picture = (number = 40): Promise<Buffer> =>
  sharp({ create: { width: 240, height: 160, channels: 3, background: { r: number, g: 90, b: 90 } } })
    .jpeg()
    .toBuffer();

const asked = (change: Partial<NewTicket> = {}): NewTicket => ({
  requestId: 'press-1',
  type: 1,
  description: 'I paid yesterday and my loan does not show it.',
  receiverAccount: '',
  contact: '0712345678',
  contactTime: 'any',
  pictures: [],
  ...change,
});

function lendingOf(store: Store, clock: Clock): Lending {
  const rail = createHostileRail(
    () => 0,
    (arrived): ReturnType<Lending['railCallback']> => lending.railCallback(arrived),
  );
  const lending = createLending(store, clock, rail, lendingConfig);
  return lending;
}

onEitherDatabase((engine) => {
  const open = async () => {
    const clock = testClock();
    return { clock, store: await engine.open(clock) };
  };
  let shared: ReturnType<typeof open> | undefined;

  /** A fixture with a new borrower. A test that moves the clock gets a database of its own. */
  async function startFixture({ own = false } = {}) {
    const { clock, store } = await (own ? open() : (shared ??= open()));
    const feedback = createFeedback(store, clock, secret);
    const log = createSecurityLog(store, clock, secret);
    const desk = createFeedbackDesk(store, clock, secret, log);
    const { userId } = await newBorrower(store, clock.now());
    const count = async (table: 'ticket' | 'ticket_picture'): Promise<number> =>
      (await store.db.selectFrom(table).select('user_id').where('user_id', '=', userId).execute()).length;
    return { clock, store, feedback, desk, log, userId, count };
  }

  it('ticket, one request repeated and concurrent: is created once', async () => {
    const { feedback, userId, count } = await startFixture();
    const all = await Promise.all([1, 2, 3].map(() => feedback.create(userId, asked())));
    expect(new Set(all.map(({ ticketNo }) => ticketNo)).size).toBe(1);
    expect(await count('ticket')).toBe(1);
    expect(all[0]).toMatchObject({ status: TICKET.received, messages: [], pictures: 0, rating: null });
  });

  it('ticket, decisions of the desk in a minute with many events: each is logged as a security event about its borrower, except refused ones', async () => {
    const { feedback, desk, log, userId } = await startFixture({ own: true });
    for (let n = 0; n < PER_MINUTE; n++) await log.record({ kind: 'desk.decided', subject: 'another' });
    const { ticketNo } = await feedback.create(userId, asked());
    await desk.take(ticketNo);
    await desk.answer(ticketNo, 'Which number did you pay from?', 'ask');
    await desk.answer(ticketNo, 'Found it.', 'solve');
    await expect(desk.take(ticketNo)).rejects.toMatchObject({ name: 'Refusal' });
    const user = secret.mac('log', String(userId)).toString('hex').slice(0, 12);
    expect((await log.read({ kind: 'desk.decided', limit: 5 })).map((event) => [event.subject, event.user])).toEqual([
      ['ticket.solve', user],
      ['ticket.ask', user],
      ['ticket.take', user],
      ['another', null],
      ['another', null],
    ]);
  });

  it('ticket of a person without a loan: is deleted on the shown day, a week after the last message, and not while an answer is due', async () => {
    const { clock, store, feedback, desk, userId, count } = await startFixture({ own: true });
    const name = await feedback.keepPicture(userId, await picture());
    const { ticketNo } = await feedback.create(userId, asked({ pictures: [name] }));
    const waiting = await feedback.create(userId, asked({ requestId: 'press-2' }));
    expect(waiting.deletedOn).toBeNull();
    await desk.answer(ticketNo, 'It shows now.', 'solve');
    const { deletedOn } = await feedback.ticket(userId, ticketNo);
    expect(deletedOn).toBe(nairobiDate(clock.now() + 7 * DAY));
    clock.pass(7 * DAY - 1);
    expect(await feedback.deleteAnswered()).toBe(0);
    clock.pass(1);
    expect(nairobiDate(clock.now())).toBe(deletedOn);
    expect(await feedback.deleteAnswered()).toBe(1);
    expect([await count('ticket'), await count('ticket_picture')]).toEqual([1, 0]);
    expect(await store.db.selectFrom('photo_blob').select('ref').where('ref', '=', name).execute()).toEqual([]);
    await expect(feedback.ticket(userId, ticketNo)).rejects.toMatchObject({ code: CODE.ticketNotFound });
    expect((await feedback.ticket(userId, waiting.ticketNo)).status).toBe(TICKET.received);
  });

  it.each([
    ['of an open application', { status: STATUS.applying, ended_at: null, disbursed_on: null }],
    ['of a loan that was paid out', { status: STATUS.finish, ended_at: 1, disbursed_on: '2026-01-01' }],
  ] as const)('ticket %s: is not deleted', async (_, order) => {
    const { clock, store, feedback, userId } = await startFixture({ own: true });
    const lending = lendingOf(store, clock);
    const { orderNo } = await lending.open(userId, { productId: firstLoan.id, amount: 500_000, termDays: 91 });
    await store.db
      .updateTable('loan_order')
      .set({ ...order, next_due_at: null })
      .where('order_no', '=', orderNo)
      .execute();
    const { ticketNo } = await feedback.create(userId, asked());
    const { deletedOn } = await feedback.close(userId, ticketNo);
    expect(deletedOn).toBeNull();
    clock.pass(30 * DAY);
    expect(await feedback.deleteAnswered()).toBe(0);
  });

  it('ticket of a person whose application ends later: is deleted a week after its end', async () => {
    const { clock, store, feedback, userId } = await startFixture({ own: true });
    const lending = lendingOf(store, clock);
    const { orderNo } = await lending.open(userId, { productId: firstLoan.id, amount: 500_000, termDays: 91 });
    const { ticketNo } = await feedback.create(userId, asked());
    await feedback.close(userId, ticketNo);
    clock.pass(DAY);
    expect(await feedback.deleteAnswered()).toBe(0);
    await lending.decline(userId, orderNo);
    clock.pass(7 * DAY - 1);
    expect(await feedback.deleteAnswered()).toBe(0);
    clock.pass(1);
    expect(await feedback.deleteAnswered()).toBe(1);
  });

  it('tickets, maximum open: one more is refused until one is closed', async () => {
    const { feedback, userId } = await startFixture();
    const tickets = [];
    for (let n = 1; n <= FEEDBACK_LIMITS.open; n++) tickets.push(await feedback.create(userId, asked({ requestId: `press-${n}` })));
    expect(await feedback.check(userId)).toMatchObject({ can: false, most: FEEDBACK_LIMITS.open });
    expect(await feedback.notHandled(userId)).toEqual({ count: FEEDBACK_LIMITS.open, needsReply: 0 });
    await expect(feedback.create(userId, asked({ requestId: 'one more' }))).rejects.toMatchObject({ code: CODE.tooManyTickets });
    await feedback.close(userId, tickets[0]?.ticketNo ?? '');
    expect(await feedback.check(userId)).toMatchObject({ can: true });
    await expect(feedback.create(userId, asked({ requestId: 'one more' }))).resolves.toMatchObject({ status: TICKET.received });
  });

  it('ticket: taken, asked, replied, solved, rated; the red dot shows unseen messages', async () => {
    const { feedback, desk, userId } = await startFixture();
    const { ticketNo } = await feedback.create(userId, asked());
    expect(await feedback.hasUnread(userId)).toBe(false);

    await desk.take(ticketNo);
    await expect(feedback.correct(userId, ticketNo, 'What I wrote first was wrong.')).rejects.toMatchObject({ code: CODE.ticketRefused });
    await desk.answer(ticketNo, 'Which number did you pay from?', 'ask');
    expect(await feedback.notHandled(userId)).toEqual({ count: 1, needsReply: 1 });
    expect(await feedback.hasUnread(userId)).toBe(true);
    expect((await feedback.list(userId))[0]).toMatchObject({ ticketNo, status: TICKET.needsReply, isUnread: true });

    expect((await feedback.messages(userId, ticketNo)).map(({ author, text }) => [author, text])).toEqual([
      ['lender', 'Which number did you pay from?'],
    ]);
    expect(await feedback.hasUnread(userId)).toBe(false);

    const reply = { ticketNo, requestId: 'press-2', text: 'From 0712 345 678', pictures: [] };
    const replied = await feedback.write(userId, reply);
    expect(replied.status).toBe(TICKET.inProgress);
    expect((await feedback.write(userId, reply)).messages).toHaveLength(2);

    await expect(feedback.rate(userId, ticketNo, 5)).rejects.toMatchObject({ code: CODE.ticketRefused });
    await desk.answer(ticketNo, 'Found it. Your loan is up to date.', 'solve');
    expect(await feedback.rate(userId, ticketNo, 4)).toMatchObject({ status: TICKET.done, rating: 4 });
    expect(await feedback.write(userId, { ...reply, requestId: 'press-3', text: 'It is still not there.' })).toMatchObject({
      status: TICKET.inProgress,
    });
  });

  it('ticket not in progress: can be corrected, and its borrower can close it', async () => {
    const { feedback, userId } = await startFixture();
    const { ticketNo } = await feedback.create(userId, asked());
    expect((await feedback.correct(userId, ticketNo, 'I paid today, not yesterday.')).description).toBe('I paid today, not yesterday.');
    expect((await feedback.close(userId, ticketNo)).status).toBe(TICKET.done);
    expect((await feedback.close(userId, ticketNo)).status).toBe(TICKET.done);
  });

  it('ticket of another borrower: is not found', async () => {
    const { feedback, store, clock, userId } = await startFixture();
    const { userId: other } = await newBorrower(store, clock.now());
    const { ticketNo } = await feedback.create(userId, asked());
    const tries = [
      () => feedback.ticket(other, ticketNo),
      () => feedback.messages(other, ticketNo),
      () => feedback.write(other, { ticketNo, requestId: 'x', text: 'Hello', pictures: [] }),
      () => feedback.correct(other, ticketNo, 'Something else entirely.'),
      () => feedback.close(other, ticketNo),
      () => feedback.rate(other, ticketNo, 1),
    ];
    for (const go of tries) await expect(go()).rejects.toMatchObject({ code: CODE.ticketNotFound });
    expect(await feedback.list(other)).toEqual([]);
    expect(await feedback.hasUnread(other)).toBe(false);
  });

  it('pictures: are encrypted and attached to their message; unattached ones are deleted after a day', async () => {
    const { feedback, desk, store, clock, userId, count } = await startFixture({ own: true });
    const bytes = await picture();
    const kept = await feedback.keepPicture(userId, bytes);
    expect(await feedback.keepPicture(userId, bytes)).toBe(kept);
    const loose = await feedback.keepPicture(userId, await picture(80));
    expect(await desk.picture(kept)).toBeNull();
    await feedback.create(userId, asked({ pictures: [kept] }));
    expect(await desk.picture(kept)).toEqual({ mime: 'image/jpeg', bytes: (await cleanPicture(bytes)).bytes });
    const { encrypted } = await store.db.selectFrom('photo_blob').select('encrypted').where('ref', '=', kept).executeTakeFirstOrThrow();
    expect(Buffer.from(encrypted).includes(bytes.subarray(0, 64))).toBe(false);

    expect(await feedback.deleteUnattached()).toBe(0);
    clock.pass(DAY + 1);
    expect(await feedback.deleteUnattached()).toBe(1);
    expect(await count('ticket_picture')).toBe(1);
    expect((await store.db.selectFrom('photo_blob').select('ref').execute()).map(({ ref }) => ref)).toEqual([kept]);
    expect(await desk.picture(loose)).toBeNull();
  });

  it('ticket with too many pictures, or with none: is refused', async () => {
    const { feedback, userId } = await startFixture();
    await expect(feedback.keepPicture(userId, Buffer.from('no picture'))).rejects.toMatchObject({ code: CODE.photoUnreadable });
    const names = [];
    for (let n = 0; n <= FEEDBACK_LIMITS.pictures; n++) names.push(await feedback.keepPicture(userId, await picture(40 + 40 * n)));
    await expect(feedback.create(userId, asked({ pictures: names }))).rejects.toMatchObject({ code: CODE.tooManyPictures });
    await expect(feedback.create(userId, asked({ pictures: names.slice(1) }))).resolves.toMatchObject({
      pictures: FEEDBACK_LIMITS.pictures,
    });
  });

  it('picture of another borrower: is not attached', async () => {
    const { feedback, store, clock, userId } = await startFixture();
    const { userId: other } = await newBorrower(store, clock.now());
    const theirs = await feedback.keepPicture(other, await picture());
    expect((await feedback.create(userId, asked({ pictures: [theirs] }))).pictures).toBe(0);
  });
});

describe('status of a ticket', () => {
  it.each([
    [TICKET.done, 'desk.took'],
    [TICKET.done, 'desk.solved'],
    [TICKET.inProgress, 'desk.took'],
    [TICKET.inProgress, 'borrower.corrected'],
    [TICKET.received, 'borrower.rated'],
    [13, 'borrower.wrote'],
  ] as const)('ticket in status %s: refuses %s', (status, event) => expect(nextTicketStatus(status, event)).toBeNull());
});

describe('frequent questions', () => {
  it.each(LANGUAGES)('frequent questions in %s: contain the figures of the product', (language) => {
    const said = feedbackQuestions(firstLoan, language);
    expect(said).toHaveLength(6);
    expect(JSON.stringify(said)).not.toMatch(/\{\w+\}|undefined/);
    expect(said[3]?.answer).toContain('500');
  });

  it('frequent questions: differ in each language, and the answer about more time follows the product', () => {
    const all = LANGUAGES.map((language) => feedbackQuestions(firstLoan, language).map(({ answer }) => answer));
    expect(new Set(all.flat()).size).toBe(6 * LANGUAGES.length);
    const without = feedbackQuestions({ ...firstLoan, rollover: { ...firstLoan.rollover, enabled: false } }, 'en');
    expect(without[4]?.answer).toMatch(/cannot be moved/);
    expect(all[0]?.[4]).toMatch(/7, 14 or 30 days, at most 2 times/);
  });
});
