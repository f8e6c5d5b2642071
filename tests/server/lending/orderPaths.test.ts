/** Paths through the order's chart on the real lender: after each step the status is that of the table, and the ledger is right. */
import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#machines/model/calendar.ts';
import { statusNameOf, type StatusName } from '#machines/model/orderStatus.ts';
import type { OrderEvent } from '#machines/order.machine.ts';
import { expectedStatus } from '#tests/machines/orderTable.ts';
import { lockOrderById } from '#server/books/orders.ts';
import { writeOffCharge } from '#server/repay/writeOff.ts';
import { onDatabase } from '#tests/support/database.ts';
import { checkLedger, checkOrderInvariants } from '#tests/support/ledgerInvariants.ts';
import { consentTo, OPEN_GATE, savePayoutAccount, type Borrower } from '#tests/support/lendingFixture.ts';
import { setTextingFixture } from './loanFixture.ts';

const PART = 50_000;

onDatabase('embedded', (engine) => {
  const fixture = setTextingFixture(engine);
  const lendingOf = () => fixture.lending;

  async function draw(b: Borrower): Promise<void> {
    const lending = lendingOf();
    await lending.getMoney(b.userId, await consentTo(lending, b.userId, b.orderNo), OPEN_GATE);
    await fixture.settleDueWork();
  }

  /** Acts, each with the events of the order that it causes, in their order. */
  const ACTS = {
    'is rejected': { causes: ['lender.rejected'], act: (b) => lendingOf().decide(b.orderNo, 'reject') },
    'is approved': { causes: ['lender.approved'], act: (b) => lendingOf().decide(b.orderNo, 'approve') },
    'asks for a person': { causes: ['review.requested'], act: (b) => lendingOf().requestReview(b.userId, b.orderNo) },
    declines: { causes: ['offer.declined'], act: (b) => lendingOf().decline(b.userId, b.orderNo) },
    'lets the offer lapse': { causes: ['offer.lapsed'], act: () => fixture.pass(25 * HOUR) },
    draws: { causes: ['offer.accepted', 'money.drawn'], act: draw },
    'draws again': { causes: ['money.drawn'], act: draw },
    'gets the money': { causes: ['disbursement.confirmed'], act: () => fixture.pass(3_000) },
    'gets no money': { causes: ['disbursement.failed'], act: () => fixture.pass(3_000) },
    'corrects the account': {
      causes: ['account.corrected'],
      act: (b) =>
        lendingOf().advance(b.userId, b.orderNo, 'account.bound', (tx) =>
          savePayoutAccount(tx, {
            user_id: b.userId,
            kind: 'mpesa',
            number: b.msisdn,
            bank_code: null,
            bank_name: 'M-PESA',
            holder: 'W',
            saved_at: fixture.clock.now(),
          }),
        ),
    },
    'pays a part': { causes: ['payment.received'], act: (b) => fixture.pay(b, PART) },
    'pays everything': {
      causes: ['loan.settled'],
      act: async (b) => fixture.pay(b, (await fixture.detail(b)).balance.settleToday),
    },
    'is late': {
      causes: ['dueDate.passed'],
      async act(b) {
        await fixture.goToDaysLate(b, 3);
        await fixture.settleDueWork();
      },
    },
    'is forgiven the charge': {
      causes: ['charge.writtenOff'],
      async act(b) {
        const { penalty } = (await fixture.detail(b)).balance;
        const { id } = await fixture.store.db
          .selectFrom('loan_order')
          .select('id')
          .where('order_no', '=', b.orderNo)
          .executeTakeFirstOrThrow();
        await fixture.store.tx(async (tx) => writeOffCharge(tx, await lockOrderById(tx, id), penalty, fixture.clock.now()));
      },
    },
    'takes more time': {
      causes: ['rollover.confirmed'],
      async act(b) {
        const { rollovers } = lendingOf();
        const { extensionNo, accountNumber, missing } = await rollovers.choose(b.userId, b.orderNo, 14);
        await fixture.payBill(b, accountNumber, missing);
        await rollovers.confirm(b.userId, b.orderNo, extensionNo);
      },
    },
  } as const satisfies Record<string, { causes: readonly OrderEvent['type'][]; act: (b: Borrower) => Promise<unknown> }>;
  type Act = keyof typeof ACTS;

  const PATHS: readonly (readonly Act[])[] = [
    ['is rejected', 'asks for a person', 'is approved', 'declines'],
    ['is approved', 'lets the offer lapse'],
    ['is approved', 'draws', 'gets no money', 'declines'],
    [
      'is approved',
      'draws',
      'gets no money',
      'corrects the account',
      'draws again',
      'gets the money',
      'takes more time',
      'pays everything',
    ],
    ['is approved', 'draws', 'gets the money', 'pays a part', 'is late', 'is forgiven the charge', 'pays a part', 'pays everything'],
  ];

  describe('order on the lender', () => {
    test.each(PATHS.map((path) => [path.join(', '), path] as const))(
      'order, path %s: has the statuses of the table, and the ledger is right after each step',
      async (_, path) => {
        fixture.clock.pass(DAY);
        const b = await fixture.applied();
        for (const name of path) {
          const from = statusNameOf((await fixture.order(b)).status);
          const { causes, act } = ACTS[name];
          const isFailing = path[path.indexOf(name) + 1] === 'gets no money';
          if (name === 'draws') await fixture.simulator.setSwitches({ nextPayout: isFailing ? 'unregistered' : 'success' });
          await act(b);
          await fixture.settleDueWork();
          let expected: StatusName | null = from;
          for (const event of causes) expected = expected && expectedStatus(expected, event);
          expect(statusNameOf((await fixture.order(b)).status), `${name} in ${from}`).toBe(expected);
          expect(await checkLedger(fixture.store, [b.userId]), `${name} in ${from}`).toEqual([]);
          expect(await checkOrderInvariants(fixture.store, [b.userId], () => name), `${name} in ${from}`).toEqual([]);
        }
      },
    );
  });
});
