/** A gateway that limits requests per second: the outbox reduces its concurrency, and nothing is lost or sent twice. */
import { describe, expect, test } from 'vitest';
import { MINUTE } from '#machines/model/calendar.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { createPace, type Pace } from '#server/lending/settlement/railPace.ts';
import { onEitherDatabase } from '#tests/support/database.ts';
import { consentTo, OPEN_GATE, type Borrower } from '#tests/support/lendingFixture.ts';
import { setRailFixture } from '../lending/loanFixture.ts';
import { createFaultyNetwork } from './faultyNetwork.ts';

describe('requests at the rail at once', () => {
  const accepted = { is: 'accepted', ref: null } as const;
  const busy = { is: 'notNow', text: 'Spike Arrest Violation', isBusy: true } as const;

  test('requests at the rail, none running: at most eight of any kind may begin', () => {
    const pace = createPace();
    expect(pace.room(0)).toEqual({ kinds: ['STK', 'B2C', 'B2B'], most: 8 });
    for (let n = 0; n < 8; n++) pace.began(n % 2 === 0 ? 'STK' : 'B2C');
    expect(pace.room(0).most).toBe(0);
  });

  test('payout answered as busy: no payout for a second, then one, and twice as many after each that is accepted', () => {
    const pace = createPace();
    const send = (answer: typeof accepted | typeof busy, now: number): void => {
      pace.began('B2C');
      pace.ended('B2C', answer, now);
    };
    send(busy, 5_000);
    expect(pace.room(5_999).kinds).toEqual(['STK', 'B2B']);
    expect(pace.room(6_000)).toEqual({ kinds: ['STK', 'B2C', 'B2B'], most: 1 });
    pace.began('B2C');
    expect(pace.room(6_000)).toEqual({ kinds: ['STK', 'B2B'], most: 7 });
    pace.ended('B2C', accepted, 6_000);
    expect(pace.room(6_000).most).toBe(2);
    send(accepted, 6_000);
    send(accepted, 6_000);
    send(accepted, 6_000);
    expect(pace.room(6_000).most).toBe(8);
  });

  test('prompt answered as busy: the next one is sent at once, alone, because its borrower waits', () => {
    const pace = createPace();
    pace.began('STK');
    pace.ended('STK', { is: 'refused', code: 26, text: '', isBusy: true }, 5_000);
    expect(pace.room(5_000)).toEqual({ kinds: ['STK', 'B2C', 'B2B'], most: 1 });
  });
});

onEitherDatabase((engine) => {
  const network = createFaultyNetwork();
  const fixture = setRailFixture(engine, network, {}, () => {}, { mostPerSecond: 3 });
  const SECOND = 1_000;
  const payoutsSent = (): number => network.requests.filter(({ path }) => path.includes('/b2c/')).length;

  async function drawAll(count: number): Promise<Borrower[]> {
    const borrowers: Borrower[] = [];
    for (let n = 0; n < count; n++) {
      const b = await fixture.approved();
      await fixture.lending.getMoney(b.userId, await consentTo(fixture.lending, b.userId, b.orderNo), OPEN_GATE);
      borrowers.push(b);
    }
    network.requests = [];
    return borrowers;
  }
  const arePaid = async (borrowers: readonly Borrower[]): Promise<boolean> => {
    for (const b of borrowers) if ((await fixture.order(b)).status !== STATUS.repaying) return false;
    return true;
  };
  /** Lets time pass until every payout has arrived. Each refusal makes the next pause longer, up to ten minutes. */
  async function expectPaidOnce(borrowers: readonly Borrower[]): Promise<void> {
    for (let pause = 0; pause < 240 && !(await arePaid(borrowers)); pause++) await fixture.pass(15 * SECOND);
    // Every repetition would be sent within this time.
    for (let pause = 0; pause < 4; pause++) await fixture.pass(10 * MINUTE);
    for (const b of borrowers) {
      expect((await fixture.order(b)).status).toBe(STATUS.repaying);
      expect(await fixture.received(b)).toBe(494_200);
    }
  }

  test('gateway that accepts three requests a second, twelve payouts due: each arrives once, however often it is refused', async () => {
    const borrowers = await drawAll(12);
    await fixture.settleDueWork();
    // Eight at once, and another one after each of the three accepted requests.
    expect(payoutsSent()).toBeLessThanOrEqual(11);
    await expectPaidOnce(borrowers);
  });

  test('gateway that accepts none: one payout is tried per second, and a prompt does not wait behind payouts', async () => {
    const debtor = await fixture.lent();
    const borrowers = await drawAll(12);
    await fixture.simulator.setSwitches({ gateway: 'spikeArrest' });
    await fixture.settleDueWork();
    const first = payoutsSent();
    expect(first).toBeLessThanOrEqual(8);
    for (let second = 1; second <= 4; second++) {
      await fixture.pass(SECOND);
      expect(payoutsSent()).toBe(first + second);
    }
    await fixture.simulator.setSwitches({ gateway: 'normal' });
    expect((await fixture.pay(debtor, 50_000)).balance?.paid).toBe(50_000);
    await expectPaidOnce(borrowers);
  });
});

onEitherDatabase((engine) => {
  const network = { slowed: createFaultyNetwork(), asFast: createFaultyNetwork() };
  const limit = { mostPerSecond: 3 };
  // A pace that ignores the refusals.
  const heedless: Pace = { ...createPace(), room: () => ({ kinds: ['STK', 'B2C', 'B2B'], most: 8 }), began: () => {}, ended: () => {} };
  const fixtures = {
    slowed: setRailFixture(engine, network.slowed, {}, () => {}, limit),
    asFast: setRailFixture(engine, network.asFast, {}, () => {}, limit, heedless),
  };

  /** The number of refused payouts until all twelve have arrived. */
  async function refusalsOf(which: keyof typeof fixtures): Promise<number> {
    const fixture = fixtures[which];
    const borrowers: Borrower[] = [];
    for (let n = 0; n < 12; n++) {
      const b = await fixture.approved();
      await fixture.lending.getMoney(b.userId, await consentTo(fixture.lending, b.userId, b.orderNo), OPEN_GATE);
      borrowers.push(b);
    }
    network[which].requests = [];
    await fixture.settleDueWork();
    const arrived = async (): Promise<number> => {
      const sums = await Promise.all(borrowers.map((b) => fixture.received(b)));
      return sums.filter((sum) => sum === 494_200).length;
    };
    for (let pause = 0; pause < 240 && (await arrived()) < borrowers.length; pause++) await fixture.pass(15_000);
    expect(await arrived(), 'each arrives once').toBe(borrowers.length);
    return network[which].requests.filter(({ path }) => path.includes('/b2c/')).length - borrowers.length;
  }

  test('gateway that accepts three requests a second: refuses a lender that slows down less often than one that does not', async () => {
    const [slowed, asFast] = [await refusalsOf('slowed'), await refusalsOf('asFast')];
    expect(asFast).toBeGreaterThan(0);
    expect(slowed).toBeLessThan(asFast);
  });
});
