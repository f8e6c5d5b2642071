/** Reminders before a due date: the time and number of the texts, and that each is true when it is sent. */
import { describe, expect, test } from 'vitest';
import { addDays, DAY, HOUR, MINUTE, nairobiClock, nairobiDate, startOfDate, type CalendarDate } from '#machines/model/calendar.ts';
import { shillings } from '#machines/model/money.ts';
import { noteLanguage } from '#server/identity/borrowers.ts';
import { createLending } from '#server/lending/createLending.ts';
import type { Lending } from '#server/lending/facade.ts';
import { onEitherDatabase } from '#tests/support/database.ts';
import { lendingConfig, type Borrower } from '#tests/support/lendingFixture.ts';
import { setTextingFixture } from './loanFixture.ts';

const TEN_THOUSAND = shillings(10_000);

onEitherDatabase((engine) => {
  const fixture = setTextingFixture(engine);

  const dueDateOf = async (b: Borrower): Promise<CalendarDate> => (await fixture.detail(b)).balance.dueDate;
  /** The texts to a borrower after the payout of the loan. */
  const textsSince = (b: Borrower): string[] => fixture.textsTo(b).slice(2);
  /** Moves the clock to this hour in Nairobi, this many days before the due date (after it when below zero). */
  const goTo = (dueDate: CalendarDate, days: number, hour: number): void =>
    fixture.clock.set(startOfDate(addDays(dueDate, -days)) + hour * HOUR);
  const work = async (dueDate: CalendarDate, days: number, hour: number): Promise<void> => {
    goTo(dueDate, days, hour);
    await fixture.settleDueWork();
  };

  describe('reminders, lender that runs all the time', () => {
    test('loan, nothing paid: reminders are sent seven days, two days and the morning before, and once when it is overdue', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      const dueDate = await dueDateOf(b);
      const sent: string[] = [];
      for (let at = startOfDate(addDays(dueDate, -9)); at <= startOfDate(addDays(dueDate, 4)); at += 4 * HOUR) {
        fixture.clock.set(at);
        const before = fixture.textsTo(b).length;
        await fixture.settleDueWork();
        for (const text of fixture.textsTo(b).slice(before)) sent.push(`${nairobiDate(at)} ${nairobiClock(at).hours} ${text}`);
      }
      expect(sent).toEqual([
        expect.stringMatching(
          new RegExp(
            `^${addDays(dueDate, -7)} 8 KSh 10,748 is due on .*today KSh 10,690 closes your loan.*Pay bill 174379, account ${b.orderNo}\\.$`,
          ),
        ),
        expect.stringMatching(new RegExp(`^${addDays(dueDate, -2)} 8 KSh 10,748 is due on .*today KSh 10,732 closes your loan`)),
        expect.stringMatching(
          new RegExp(`^${dueDate} 8 KSh 10,748 is due today, .*account ${b.orderNo}\\. From tomorrow about KSh 200 is added each day\\.$`),
        ),
        expect.stringMatching(
          new RegExp(`^${addDays(dueDate, 1)} 8 Your loan was due on .*Please pay KSh 10,948; about KSh 200 is added each day`),
        ),
      ]);
    });

    test('loan, part paid: the reminder names the rest', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      const dueDate = await dueDateOf(b);
      goTo(dueDate, 10, 12);
      await fixture.pay(b, 400_000);
      await work(dueDate, 7, 9);
      expect(textsSince(b)).toEqual([expect.stringMatching(/^We received KSh 4,000/), expect.stringMatching(/^KSh 6,748 is due on/)]);
    });

    test('loan, paid between two reminders: no further reminder', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      const dueDate = await dueDateOf(b);
      await work(dueDate, 7, 9);
      await fixture.pay(b, (await fixture.detail(b)).balance.settleToday);
      for (const days of [2, 0, -1, -2]) await work(dueDate, days, 9);
      expect(textsSince(b)).toEqual([expect.stringMatching(/is due on/), expect.stringMatching(/^We received .* you owe nothing/)]);
    });

    test('loan that was applied for in Swahili, no call with a session since: is reminded in Swahili', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      await fixture.store.db.updateTable('loan_order').set({ language: 'sw' }).where('order_no', '=', b.orderNo).execute();
      const dueDate = await dueDateOf(b);
      await work(dueDate, 0, 8);
      expect(textsSince(b)).toEqual([
        expect.stringMatching(/^KSh 10,748 zinapaswa kulipwa leo.*Kuanzia kesho takriban KSh 200 huongezwa kila siku\.$/),
      ]);
    });

    test('loan that was applied for in English, borrower who reads Swahili later: texts are in Swahili from then on', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      const dueDate = await dueDateOf(b);
      await work(dueDate, 7, 9);
      // The reminder is planned already, but its text is written when it is sent.
      goTo(dueDate, 2, 3);
      await fixture.settleDueWork();
      await noteLanguage(fixture.store.db, b.userId, 'sw');
      await work(dueDate, 2, 9);
      await fixture.pay(b, 400_000);
      await fixture.settleDueWork();
      expect(textsSince(b)).toEqual([
        expect.stringMatching(/is due on/),
        expect.stringMatching(/^KSh 10,748 zinapaswa kulipwa/),
        expect.stringMatching(/^Tumepokea KSh 4,000/),
      ]);
    });

    test('text written and waiting for the gateway, language changed: stays unchanged', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      const dueDate = await dueDateOf(b);
      goTo(dueDate, 20, 12);
      fixture.gateway.isDown = true;
      await fixture.pay(b, 400_000);
      await fixture.settleDueWork();
      await noteLanguage(fixture.store.db, b.userId, 'es');
      fixture.gateway.isDown = false;
      await fixture.pass(HOUR);
      expect(textsSince(b)).toEqual([expect.stringMatching(/^We received KSh 4,000/)]);
    });
  });

  describe('reminders, due date moved', () => {
    test('rollover between two reminders: the reminders follow the new date, and none of the old date is sent', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      const dueDate = await dueDateOf(b);
      await work(dueDate, 7, 9);
      const chosen = await fixture.lending.rollovers.choose(b.userId, b.orderNo, 14);
      await fixture.payBill(b, chosen.accountNumber, chosen.total);
      await fixture.lending.rollovers.confirm(b.userId, b.orderNo, chosen.extensionNo);
      const moved = addDays(dueDate, 14);
      const before = fixture.textsTo(b).length;
      for (const days of [2, 0, -1]) await work(dueDate, days, 9);
      expect(fixture.textsTo(b).slice(before), 'of the old date').toEqual([expect.stringMatching(/is now due on/)]);
      for (const days of [7, 2, 0]) await work(moved, days, 9);
      expect(fixture.textsTo(b).slice(before + 1)).toEqual([
        expect.stringMatching(/is due on/),
        expect.stringMatching(/is due on/),
        expect.stringMatching(/is due today/),
      ]);
    });

    test('rollover while the reminder of the old date waits for the gateway: the old reminder is not sent', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      const dueDate = await dueDateOf(b);
      fixture.gateway.isDown = true;
      await work(dueDate, 2, 8);
      const chosen = await fixture.lending.rollovers.choose(b.userId, b.orderNo, 30);
      await fixture.payBill(b, chosen.accountNumber, chosen.total);
      await fixture.lending.rollovers.confirm(b.userId, b.orderNo, chosen.extensionNo);
      fixture.gateway.isDown = false;
      await fixture.pass(HOUR);
      expect(textsSince(b).filter((text) => /is due/.test(text) && !/now due/.test(text))).toEqual([]);
    });
  });

  describe('reminders, lender that was down', () => {
    test('lender down over two reminders: sends the later one only', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      const dueDate = await dueDateOf(b);
      await work(dueDate, 9, 9);
      await work(dueDate, 1, 10);
      await work(dueDate, 1, 15);
      expect(textsSince(b)).toEqual([expect.stringMatching(/is due on/)]);
    });

    test('lender down over the due date: sends only the text that the loan is overdue', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      const dueDate = await dueDateOf(b);
      await work(dueDate, 9, 9);
      await work(dueDate, -3, 10);
      expect(textsSince(b)).toEqual([expect.stringMatching(/^Your loan was due on .*Please pay KSh 11,348/)]);
    });

    test('reminder that is due, lender back at night: is sent in the morning', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      const dueDate = await dueDateOf(b);
      for (const [days, hour] of [
        [2, 20],
        [2, 23],
        [1, 3],
        [1, 7],
      ] as const)
        await work(dueDate, days, hour);
      expect(textsSince(b)).toEqual([]);
      await work(dueDate, 1, 8);
      expect(textsSince(b)).toHaveLength(1);
    });

    test('loan overdue at midnight, paid before the morning: no text calls it overdue', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      const dueDate = await dueDateOf(b);
      await work(dueDate, -1, 0);
      await fixture.pay(b, (await fixture.detail(b)).balance.left);
      await work(dueDate, -1, 9);
      expect(textsSince(b)).toEqual([expect.stringMatching(/^We received .* you owe nothing/)]);
    });

    test('gateway down for hours, loan paid meanwhile: the reminder is not sent', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      const dueDate = await dueDateOf(b);
      fixture.gateway.isDown = true;
      await work(dueDate, 7, 8);
      fixture.gateway.isDown = false;
      await fixture.pay(b, (await fixture.detail(b)).balance.settleToday);
      await work(dueDate, 7, 12);
      expect(textsSince(b)).toEqual([expect.stringMatching(/^We received .* you owe nothing/)]);
    });

    test('gateway down all morning, loan open: the reminder comes when the gateway is back', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      const dueDate = await dueDateOf(b);
      fixture.gateway.isDown = true;
      for (let hour = 8; hour < 14; hour += 0.25) await work(dueDate, 0, hour);
      expect(textsSince(b)).toEqual([]);
      fixture.gateway.isDown = false;
      await work(dueDate, 0, 15);
      expect(textsSince(b)).toEqual([expect.stringMatching(/is due today/)]);
    });

    test('loan of an earlier release: is reminded from the first round on', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      const dueDate = await dueDateOf(b);
      // The value that the migration gives to a running loan.
      await fixture.store.db.updateTable('loan_order').set({ next_due_at: 0 }).where('order_no', '=', b.orderNo).execute();
      await work(dueDate, 30, 12);
      expect(textsSince(b)).toEqual([]);
      await work(dueDate, 7, 8);
      expect(textsSince(b)).toHaveLength(1);
    });
  });

  describe('reminders, several lenders and restarts', () => {
    /** Texts at a gateway that accepts each id once, however often it is sent. */
    const deliveries = new Map<string, string>();
    /** The number of each attempt. */
    const attempts: string[] = [];
    let loseAnswers = false;
    const another = (): Lending =>
      createLending(fixture.store, fixture.clock, fixture.rail, {
        ...lendingConfig,
        ceiling: (product) => product.maxPrincipal,
        sms: {
          async send(to, text, { sendId = '' }) {
            await new Promise((resolve) => setImmediate(resolve));
            attempts.push(to);
            if (!deliveries.has(sendId)) deliveries.set(sendId, `${to} ${text}`);
            return loseAnswers ? { is: 'unknown', again: 'safe' } : { is: 'taken' };
          },
        },
      });
    /** Does the due work and sends the texts that it queued. @returns errors. */
    const run = async (lender: Lending): Promise<unknown[]> => {
      const due = await lender.runDue();
      const texts = await lender.runTexts();
      return [...due.errors, ...texts.errors];
    };
    const deliveredTo = (b: Borrower): string[] => [...deliveries.values()].filter((text) => text.startsWith(b.msisdn));

    test('two lenders, rounds at the same time, clock that jumps: each reminder is sent once', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      const dueDate = await dueDateOf(b);
      const lenders = [another(), another()];
      const round = async (): Promise<void> => {
        expect((await Promise.all([...lenders, ...lenders].map(run))).flat()).toEqual([]);
      };
      for (const days of [7, 2, 0]) {
        goTo(dueDate, days, 8);
        await round();
        // The clock goes back an hour and then on by two. A reminder that was sent is not sent again.
        fixture.clock.pass(-HOUR);
        await round();
        fixture.clock.pass(2 * HOUR);
        await round();
      }
      expect(deliveredTo(b)).toEqual([
        expect.stringMatching(/is due on/),
        expect.stringMatching(/is due on/),
        expect.stringMatching(/is due today/),
      ]);
    });

    test('lender killed after the gateway accepted the text: the next lender sends it with the same id', async () => {
      const b = await fixture.lent(TEN_THOUSAND);
      const dueDate = await dueDateOf(b);
      goTo(dueDate, 7, 8);
      loseAnswers = true;
      await run(another());
      fixture.clock.pass(5 * MINUTE);
      await run(another());
      loseAnswers = false;
      fixture.clock.pass(5 * MINUTE);
      await run(another());
      fixture.clock.pass(DAY);
      await run(another());
      expect(attempts.filter((to) => to === b.msisdn)).toHaveLength(3);
      expect(deliveredTo(b)).toHaveLength(1);
    });
  });
});
