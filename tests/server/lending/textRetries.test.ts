/** Retries of a text that no provider accepted, and their end. */
import { beforeEach, expect, test } from 'vitest';
import { MINUTE } from '#machines/model/calendar.ts';
import { queueAccountText } from '#server/books/textMessages.ts';
import type { Lending } from '#server/lending/facade.ts';
import { createLending } from '#server/lending/createLending.ts';
import type { AboutText, SendResult } from '#server/messaging/sms.ts';
import { onEitherDatabase } from '#tests/support/database.ts';
import { lendingConfig, newBorrower } from '#tests/support/lendingFixture.ts';
import { setLoanFixture } from './loanFixture.ts';

onEitherDatabase((engine) => {
  const fixture = setLoanFixture(engine);
  let lending: Lending;
  let result: SendResult = { is: 'notNow' };
  /** Every attempt, with minutes since the text was queued. */
  const attempts: { minute: number; about: AboutText }[] = [];
  let queuedAt = 0;

  beforeEach(() => {
    result = { is: 'notNow' };
    lending = createLending(fixture.store, fixture.clock, fixture.rail, {
      ...lendingConfig,
      sms: {
        async send(_to, _text, about) {
          attempts.push({ minute: Math.floor((fixture.clock.now() - queuedAt) / MINUTE), about });
          return result;
        },
      },
    });
  });

  /** Queues a text about an account and sends texts for this many hours, at this interval in minutes. */
  async function work(key: 'deviceAdded' | 'accountBound', hours: number, every = 1): Promise<number[]> {
    const { userId } = await newBorrower(fixture.store, fixture.clock.now());
    queuedAt = fixture.clock.now();
    attempts.length = 0;
    const params: Record<string, string> = key === 'deviceAdded' ? { email: 'a@b.ke' } : { account: 'M-PESA 0712', email: 'a@b.ke' };
    await fixture.store.tx((tx) => queueAccountText(tx, { userId, language: 'en' }, key, params, queuedAt));
    for (let minute = 0; minute < hours * 60; minute += every) {
      await lending.runTexts();
      fixture.clock.pass(every * MINUTE);
    }
    return attempts.map((one) => one.minute);
  }

  test('text, provider not reachable: is retried after growing pauses of at most about half an hour', async () => {
    const minutes = await work('deviceAdded', 5);
    expect(minutes[0]).toBe(0);
    const pauses = minutes.slice(1).map((minute, index) => minute - (minutes[index] ?? 0));
    expect(pauses.slice(0, 3).every((pause, index) => pause >= 2 ** index && pause <= 2 ** index * 1.25 + 1)).toBe(true);
    for (const pause of pauses.slice(6)) expect(pause).toBeGreaterThanOrEqual(30);
    for (const pause of pauses) expect(pause).toBeLessThanOrEqual(39);
    expect(new Set(attempts.map(({ about }) => about.sendId)).size, 'one text').toBe(1);
    expect(attempts[0]?.about.kind).toBe('event');
  });

  test('text about the safety of an account: is given up after a day', async () => {
    const minutes = await work('accountBound', 26, 5);
    expect(minutes.at(-1)).toBeGreaterThan(23 * 60);
    expect(minutes.at(-1)).toBeLessThanOrEqual(24 * 60);
    const waiting = await fixture.store.db.selectFrom('text_message').select('id').where('ended_at', 'is', null).execute();
    expect(waiting).toEqual([]);
  });

  test.each<[string, SendResult]>([
    ['refused for good', { is: 'refused', why: 'number' }],
    ['of unknown outcome, which nobody may repeat', { is: 'unknown', again: 'never' }],
    ['taken', { is: 'taken' }],
  ])('text %s: is not retried', async (_case, answer) => {
    result = answer;
    expect(await work('deviceAdded', 1)).toEqual([0]);
  });

  test('text of unknown outcome that might arrive twice: waits ten minutes for a report before it is sent again', async () => {
    result = { is: 'unknown', again: 'duplicate' };
    const [first, second = 0] = await work('deviceAdded', 1);
    expect(first).toBe(0);
    expect(second).toBeGreaterThanOrEqual(10);
    expect(second).toBeLessThanOrEqual(13);
  });
});
