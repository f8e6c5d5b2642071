/** The amounts in texts are true: an amount called received was booked as received, and an amount called owed is owed. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#machines/context.ts';
import { addDays, DAY, HOUR, MINUTE, nairobiDate } from '#machines/model/calendar.ts';
import { formatKsh, shillings } from '#machines/model/money.ts';
import { closingAmount } from '#machines/model/terms.ts';
import { TEXT_KEYS, textOf } from '#server/books/textMessages.ts';
import { hasCheckDigit } from '#server/simulation/rail/simulatedCards.ts';
import type { AccountId, JournalKind } from '#server/store/schema/index.ts';
import { onEitherDatabase } from '#tests/support/database.ts';
import { repetitions } from '#tests/support/effort.ts';
import type { Borrower } from '#tests/support/lendingFixture.ts';
import { setTextingFixture } from '../lending/loanFixture.ts';

const TEN_THOUSAND = shillings(10_000);
const ksh = (amount: number): string => formatKsh(amount).replace('\u00A0', ' ');

describe('texts', () => {
  test.each(TEXT_KEYS)('text %s: names the same figures in every language', (key) => {
    const params = {
      ...{ amount: 11_100, left: 22_200, today: 33_300, perDay: 44_400, over: 55_500 },
      ...{
        date: '2026-08-31',
        time: '12:34',
        hours: 24,
        paybill: '174379',
        orderNo: 'LN1',
        account: 'M-PESA 0712',
        receipt: 'SAB1',
        ticketNo: 'F9',
        words: 'Hello.',
        email: 'a@b.ke',
      },
    };
    const figures = LANGUAGES.map((language) => {
      const text = textOf(key, language, params);
      expect(text, 'every placeholder is filled').not.toMatch(/[{}]/);
      return (text.match(/KSh \d+|174379|LN1|SAB1|F9|a@b\.ke|12:34|M-PESA 0712|2026/g) ?? []).sort();
    });
    for (const others of figures) expect(others).toEqual(figures[0]);
  });
});

onEitherDatabase((engine) => {
  const fixture = setTextingFixture(engine);

  interface Entry {
    id: number;
    kind: JournalKind;
    account: AccountId;
    amount: number;
  }

  const entriesOf = async (b: Borrower): Promise<Entry[]> =>
    fixture.store.db
      .selectFrom('entry')
      .innerJoin('journal', 'journal.id', 'entry.journal_id')
      .innerJoin('loan_order', 'loan_order.id', 'journal.order_id')
      .where('order_no', '=', b.orderNo)
      .orderBy('journal.id')
      .select(['journal.id', 'journal.kind', 'entry.account_id as account', 'entry.amount'])
      .execute();

  /** The amounts that the pattern finds in the texts, in order. */
  const named = (texts: readonly string[], pattern: RegExp): string[] =>
    texts.flatMap((text) => [...text.matchAll(pattern)].map(([, amount = '']) => amount));

  /** Every text begins with one of these. */
  const KNOWN =
    /^(We took KSh|We sent back KSh|A payment of KSh|Your loan of KSh|We sent you|We received|Your coupon of|KSh [\d,.]+ of what you paid for more time|KSh [\d,.]+ is due|Your loan was due|Your loan is now due)/;

  /** Compares the texts of one step with what was booked in it. */
  async function expectTruth(b: Borrower, texts: readonly string[], entries: readonly Entry[]): Promise<void> {
    for (const text of texts) expect(text).toMatch(KNOWN);
    const booked = (account: AccountId, sign: 1 | -1): string[] =>
      entries.filter((entry) => entry.account === account && entry.amount * sign > 0).map(({ amount }) => ksh(amount * sign));

    const of = (kind: JournalKind): readonly Entry[] => entries.filter((entry) => entry.kind === kind);
    expect(named(texts, /We received (KSh [\d,.]*\d)/g), 'received').toEqual(booked('mpesa_float', 1));
    expect(named(texts, /We sent (?:you|back) (KSh [\d,.]*\d)/g), 'sent').toEqual(booked('mpesa_float', -1));
    // A correction may also write off a part of an ended loan's charge, about which no text is sent.
    const isMoved = of('correction').length > 0;
    expect(named(texts, /We took (KSh [\d,.]*\d) of late charges/g), 'written off').toEqual(
      of('writeOff').flatMap(({ account, amount }) => (account === 'penalty_receivable' && !isMoved ? [ksh(-amount)] : [])),
    );
    expect(named(texts, /A payment of (KSh [\d,.]*\d) was counted for your loan by mistake/g), 'moved away').toEqual(
      of('correction').flatMap(({ account, amount }) => (account === 'correction' ? [ksh(-amount)] : [])),
    );
    expect(named(texts, /A payment of (KSh [\d,.]*\d) that belongs to your loan/g), 'moved here').toEqual(
      entries.flatMap(({ account, kind, amount }) => (account === 'correction' && kind !== 'correction' ? [ksh(amount)] : [])),
    );
    expect(named(texts, /coupon of (KSh [\d,.]*\d)/g), 'coupon').toEqual(booked('coupon_expense', 1));
    // The amount by which a deposit reduced the debt: all credits of its journal except those to suspense.
    const counted = entries.filter(
      ({ kind, account, amount }) => kind === 'repayment.paybill' && account === 'rollover_deposit' && amount > 0,
    );
    const reduced = counted.map(({ id, amount }) => {
      const over = entries.find((entry) => entry.id === id && entry.account === 'suspense')?.amount ?? 0;
      return ksh(amount + over);
    });
    expect(named(texts, /(KSh [\d,.]*\d) of what you paid for more time was used/g), 'counted').toEqual(reduced);

    const { balance } = await fixture.detail(b);
    const owed = [
      ...named(texts, /(?:Left to pay(?: now)?: |pay back )(KSh [\d,.]*\d)/g),
      ...named(texts, /(KSh [\d,.]*\d) is (?:due|to be paid)/g),
    ];
    for (const amount of owed) expect(amount, texts.join(' | ')).toBe(ksh(balance.left));
    for (const amount of named(texts, /today (KSh [\d,.]*\d) closes/g)) expect(amount).toBe(ksh(closingAmount(balance)));
    for (const amount of named(texts, /about (KSh [\d,.]*\d) is added/g)) expect(amount).toBe(ksh(balance.penaltyPerDay));
    if (texts.some((text) => /you owe nothing|Your loan is repaid/.test(text))) expect(balance.left).toBe(0);
    const over = entries.filter(({ account, amount }) => account === 'suspense' && amount < 0).reduce((sum, { amount }) => sum - amount, 0);
    const extra = named(texts, /You paid (KSh [\d,.]*\d) more than you owed/g);
    if (texts.some((text) => /owed nothing on this loan/.test(text))) expect(extra).toEqual([]);
    else expect(extra).toEqual(over > 0 ? [ksh(over)] : []);
  }

  let cards = 0;
  /** A card that no other borrower has authorised. */
  const newCard = () => {
    const stem = `4242${String(10_000_000_000 + ++cards)}`;
    const digit = [...'0123456789'].find((last) => hasCheckDigit(stem + last) && !(stem + last).endsWith('0002')) ?? '0';
    return { number: stem + digit, validTo: '12/40', cvc: '123' };
  };

  const ACTS = {
    'a part by prompt': (b: Borrower) => fixture.pay(b, 50_000),
    'a part at the paybill': (b: Borrower, amount: number) => fixture.payBill(b, b.orderNo, amount),
    'everything at the paybill': async (b: Borrower) => fixture.payBill(b, b.orderNo, closingAmount((await fixture.detail(b)).balance)),
    'more than everything': async (b: Borrower, amount: number) =>
      fixture.payBill(b, b.orderNo, closingAmount((await fixture.detail(b)).balance) + amount),
    'a coupon': (b: Borrower) => fixture.lending.coupons.authorise(b.userId, b.orderNo, newCard()),
    'the late charge': async (b: Borrower) => fixture.payBill(b, b.orderNo, (await fixture.detail(b)).balance.penalty),
    'more time, chosen and paid': async (b: Borrower, amount: number) => {
      const chosen = await fixture.lending.rollovers.choose(b.userId, b.orderNo, 7);
      await fixture.payBill(b, chosen.accountNumber, chosen.missing + amount);
    },
    'more time, confirmed': async (b: Borrower) => {
      const { extensionNo = '' } = (await fixture.lending.rollovers.detail(b.userId, b.orderNo)).chosen ?? {};
      await fixture.lending.rollovers.confirm(b.userId, b.orderNo, extensionNo);
    },
    'more time, withdrawn': async (b: Borrower) => {
      const { extensionNo = '' } = (await fixture.lending.rollovers.detail(b.userId, b.orderNo)).chosen ?? {};
      await fixture.lending.rollovers.withdraw(b.userId, b.orderNo, extensionNo);
    },
    'late charges, written off': async (b: Borrower, amount: number) => {
      const { penalty } = (await fixture.detail(b)).balance;
      if (penalty > 0) await fixture.store.tx((tx) => fixture.lending.desk.writeOff(tx, b.orderNo, Math.min(penalty, amount)));
    },
    'too much, sent back': async (b: Borrower) => {
      const held = 0 - (await fixture.booked(b, 'suspense'));
      if (held >= 100) await fixture.store.tx((tx) => fixture.lending.desk.refund(tx, b.orderNo, held - (held % 100), 'Sorry.'));
    },
    'a payment, moved to another loan': async (b: Borrower) => {
      const receipt = (await fixture.detail(b)).payments.find((payment) => payment.receipt !== null)?.receipt;
      if (!receipt) return;
      const other = await fixture.lent(TEN_THOUSAND);
      await fixture.store.tx((tx) => fixture.lending.desk.correct(tx, receipt, b.orderNo, other.orderNo));
    },
    'a payment of another loan, moved here': async (b: Borrower, amount: number) => {
      const other = await fixture.lent(TEN_THOUSAND);
      const receipt = await fixture.payBill(other, other.orderNo, amount);
      await fixture.store.tx((tx) => fixture.lending.desk.correct(tx, receipt, other.orderNo, b.orderNo));
    },
    nothing: () => Promise.resolve(),
  } as const;

  /** Texts and entries of one step, compared. */
  async function step(b: Borrower, act: () => Promise<unknown>): Promise<readonly string[]> {
    const [texts, entries] = [fixture.texts.length, (await entriesOf(b)).length];
    await act().catch((error: { name?: string }) => expect(error.name).toBe('Refusal'));
    await fixture.settleDueWork();
    const said = fixture.texts.slice(texts).filter(({ to }) => to === b.msisdn);
    const words = said.map(({ text }) => text);
    await expectTruth(b, words, (await entriesOf(b)).slice(entries));
    return words;
  }

  test('card authorised: no text says that money was received', async () => {
    const b = await fixture.lent(TEN_THOUSAND);
    expect(await step(b, () => ACTS['a coupon'](b))).toEqual([
      expect.stringMatching(/^Your coupon of KSh 100 was taken off your loan; your card was not charged\. Left to pay: KSh 10,648, by/),
    ]);
  });

  test('payment on a late loan: the text names no future date', async () => {
    const b = await fixture.lent(TEN_THOUSAND);
    await fixture.goToDaysLate(b, 5);
    await fixture.settleDueWork();
    expect(await step(b, () => ACTS['a part at the paybill'](b, 50_000))).toEqual([
      expect.stringMatching(/^We received KSh 500\. Left to pay now: KSh 11,248\. It was due on/),
    ]);
  });

  test('payment after the loan ended, or unused fee: the text says that the money belongs to the borrower', async () => {
    const b = await fixture.lent(TEN_THOUSAND);
    await step(b, () => ACTS['more time, chosen and paid'](b, 0));
    const [settled] = await step(b, () => ACTS['everything at the paybill'](b));
    expect(settled).toMatch(/You paid KSh 124 more than you owed. It is yours/);
    expect(await step(b, () => ACTS['a part at the paybill'](b, 70_000))).toEqual([
      expect.stringMatching(/^We received KSh 700, and you owed nothing on this loan\./),
    ]);
  });

  test('act of the desk, anything booked: the borrower gets a text with the booked amount', async () => {
    const b = await fixture.lent(TEN_THOUSAND);
    await fixture.goToDaysLate(b, 5);
    await fixture.settleDueWork();
    expect(await step(b, () => ACTS['late charges, written off'](b, 20_000))).toEqual([
      expect.stringMatching(/^We took KSh 200 of late charges off your loan/),
    ]);
    expect(await step(b, () => ACTS['a payment of another loan, moved here'](b, 300_000))).toEqual([
      expect.stringMatching(/^A payment of KSh 3,000 that belongs to your loan was counted for it/),
    ]);
    await step(b, () => ACTS['more than everything'](b, 70_000));
    const sent: string[] = [];
    for (let minute = 0; minute < 4; minute++)
      sent.push(...(await step(b, () => (minute === 0 ? ACTS['too much, sent back'](b) : fixture.pass(MINUTE)))));
    expect(sent).toEqual([expect.stringMatching(/^We sent back KSh 700 that you had paid above your debt/)]);
    expect(await step(b, () => ACTS['a payment, moved to another loan'](b))).toEqual([
      expect.stringMatching(/counted for your loan by mistake .* Your loan stays closed and you owe nothing on it/),
    ]);
  });

  test('random events of a loan: every text has the amounts of the ledger', async () => {
    const move = fc.record({
      act: fc.constantFrom(...(Object.keys(ACTS) as (keyof typeof ACTS)[])),
      days: fc.integer({ min: 0, max: 45 }),
      amount: fc.integer({ min: 1, max: 40 }).map((hundreds) => hundreds * 10_000),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 7 }), async (moves) => {
        const b = await fixture.lent(TEN_THOUSAND);
        for (const { act, days, amount } of moves) {
          const now = fixture.clock.now();
          fixture.clock.set(Math.max(now, Date.parse(`${addDays(nairobiDate(now), days)}T09:00:00+03:00`) + HOUR));
          await step(b, () => Promise.resolve());
          await step(b, () => ACTS[act](b, amount));
        }
        // On to the day after the due date, day by day.
        for (let day = 0; day < 10; day++) {
          fixture.clock.pass(DAY);
          await step(b, () => Promise.resolve());
        }
      }),
      { numRuns: repetitions({ sample: 8, all: 100 }), seed: 11 },
    );
  });
});
