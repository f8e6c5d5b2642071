/** Many due texts: several at the same time, those about one loan in turn, and few while loans are due. */
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addDays, HOUR, MINUTE, nairobiDate, startOfDate } from '#machines/model/calendar.ts';
import { createLending } from '#server/lending/createLending.ts';
import type { Lending } from '#server/lending/facade.ts';
import { queueAccountText } from '#server/books/textMessages.ts';
import type { SendResult, Sms } from '#server/messaging/sms.ts';
import type { Store } from '#server/store/store.ts';
import { onEitherDatabase, testClock, type TestClock } from '#tests/support/database.ts';
import { lendingConfig, newBorrower, startLendingFixture, type LendingFixture } from '#tests/support/lendingFixture.ts';
import { addBorrowers } from '../../../scripts/lib/manyBorrowers.ts';

const MANY = 1_150;

onEitherDatabase((engine) => {
  let clock: TestClock;
  let store: Store;
  let fixture: LendingFixture;
  let lending: Lending;
  /** The texts whose answers are outstanding, oldest first. */
  let asked: { text: string; answer(result: SendResult): void }[] = [];
  /** Every text that was given to the provider. */
  let texts: string[] = [];
  /** How the provider answers; null: when the test says so. */
  let answerWith: ((text: string) => Promise<SendResult>) | null = null;
  const sms: Sms = {
    send(_to, text) {
      texts.push(text);
      if (answerWith) return answerWith(text);
      return new Promise((answer) => asked.push({ text, answer }));
    },
  };

  beforeEach(async () => {
    [asked, texts, answerWith] = [[], [], null];
    clock = testClock();
    store = await engine.open(clock);
    fixture = await startLendingFixture(store, clock);
    lending = createLending(store, clock, fixture.rail, { ...lendingConfig, sms });
  });
  afterEach(() => fixture.close());

  /** Queues these texts for one borrower. */
  async function queue(emails: readonly string[]): Promise<void> {
    const { userId } = await newBorrower(store, clock.now());
    for (const email of emails)
      await store.tx((tx) => queueAccountText(tx, { userId, language: 'en' }, 'deviceAdded', { email }, clock.now()));
  }
  const waitingOf = async (): Promise<number> =>
    (await store.db.selectFrom('text_message').select('id').where('ended_at', 'is', null).execute()).length;
  /** Waits until the provider has this many open requests, and gives others the time to arrive. */
  async function until(count: number): Promise<void> {
    await expect.poll(() => asked.length).toBe(count);
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toHaveLength(count);
  }

  test('texts to twenty borrowers, slow provider: four are under way at a time, and the next begins when one ends', async () => {
    for (let n = 0; n < 20; n++) await queue([`${n}@b.ke`]);
    const round = lending.runTexts();
    await until(4);
    asked.shift()?.answer({ is: 'taken' });
    await until(4);
    expect(texts).toHaveLength(5);
    answerWith = async () => ({ is: 'taken' });
    for (const { answer } of asked) answer({ is: 'taken' });
    expect(await round).toEqual({ sent: 20, isMore: false, errors: [] });
    expect(new Set(texts).size).toBe(20);
    expect(await waitingOf()).toBe(0);
  });

  test('three texts to one borrower: are sent in turn, in the order in which they were queued', async () => {
    await queue(['first@b.ke', 'second@b.ke', 'third@b.ke']);
    const round = lending.runTexts();
    for (const email of ['first', 'second', 'third']) {
      await until(1);
      expect(asked[0]?.text).toContain(email);
      asked.shift()?.answer({ is: 'taken' });
    }
    expect((await round).sent).toBe(3);
  });

  test('text that breaks the provider: is reported and retried, and the others are sent', async () => {
    for (const name of ['good', 'bad', 'other']) await queue([`${name}@b.ke`]);
    answerWith = async (text) => {
      if (text.includes('bad')) throw new Error('no such character');
      return { is: 'taken' };
    };
    const done = await lending.runTexts();
    expect(done).toEqual({ sent: 2, isMore: false, errors: [new Error('no such character')] });
    answerWith = async () => ({ is: 'taken' });
    expect((await lending.runTexts()).sent, 'at once').toBe(0);
    clock.pass(HOUR / 2);
    expect((await lending.runTexts()).sent).toBe(1);
  });

  test('text that breaks the provider each time: is retried less and less often, and given up after a day', async () => {
    await queue(['bad@b.ke']);
    answerWith = async () => {
      throw new Error('no such character');
    };
    for (let minute = 0; minute < 26 * 60; minute += 5) {
      await lending.runTexts();
      clock.pass(5 * MINUTE);
    }
    expect(texts.length).toBeGreaterThan(40);
    expect(texts.length).toBeLessThan(60);
    expect(await waitingOf()).toBe(0);
  });

  test('texts that cannot be claimed, more than one round takes: the round ends with one error, and says not to go on', async () => {
    await queue(Array.from({ length: 101 }, (_, n) => `${n}@b.ke`));
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$`.execute(store.db);
    await sql`create trigger refuse before update on text_message for each row execute function refuse()`.execute(store.db);
    const { sent, isMore, errors } = await lending.runTexts();
    expect([sent, isMore, texts.length]).toEqual([0, false, 0]);
    expect(errors).toEqual([expect.objectContaining({ message: 'no room' })]);
    await sql`drop trigger refuse on text_message`.execute(store.db);
    answerWith = async () => ({ is: 'taken' });
    expect(await lending.runTexts()).toEqual({ sent: 100, isMore: true, errors: [] });
  });

  test('more texts than one round takes: the round says so', async () => {
    await queue(Array.from({ length: 101 }, (_, n) => `${n}@b.ke`));
    answerWith = async () => ({ is: 'taken' });
    expect(await lending.runTexts()).toEqual({ sent: 100, isMore: true, errors: [] });
    expect(await lending.runTexts()).toEqual({ sent: 1, isMore: false, errors: [] });
  });

  test('two lenders send at the same time: each text is sent once', async () => {
    for (let n = 0; n < 30; n++) await queue([`${n}@b.ke`]);
    answerWith = async () => ({ is: 'taken' });
    const other = createLending(store, clock, fixture.rail, { ...lendingConfig, sms });
    const [one, two] = await Promise.all([lending.runTexts(), other.runTexts()]);
    expect([...one.errors, ...two.errors]).toEqual([]);
    expect(one.sent + two.sent).toBe(30);
    expect([texts.length, new Set(texts).size]).toEqual([30, 30]);
  });

  test('loans of a day are due, in the daytime: ten texts at a time, one after the other, until all loans are late', async () => {
    const dueDate = nairobiDate(clock.now());
    await addBorrowers(store, { stage: 'lent', count: MANY, first: 60_000_000, now: clock.now(), dueDate });
    clock.set(startOfDate(addDays(dueDate, 1)) + 9 * HOUR);
    expect((await lending.runDue()).isMore).toBe(true);
    const round = lending.runTexts();
    for (let n = 0; n < 10; n++) {
      await until(1);
      asked.shift()?.answer({ is: 'taken' });
    }
    // Not at once, so that the round of the next second continues.
    expect(await round).toEqual({ sent: 10, isMore: false, errors: [] });
    expect((await lending.runDue()).isMore).toBe(false);
    answerWith = async () => ({ is: 'taken' });
    expect(await lending.runTexts()).toEqual({ sent: 100, isMore: true, errors: [] });
  });
});
