import { LOCAL, CODE } from '#machines/model/codes.ts';
import { shillings } from '#machines/model/money.ts';
import type { JourneyContext, Paying } from '#machines/context.ts';
import { example } from '../../example.ts';
import { amina, at, finished, payment, repaying, repayment, twelveDaysBefore } from '../../samples.ts';

type Place =
  | 'requesting'
  | 'reconciling'
  | 'unknown'
  | 'waiting'
  | 'polling'
  | 'verifying'
  | 'refreshingBalance'
  | 'paid'
  | 'refused'
  | 'openingAccount'
  | 'payingByPaybill'
  | 'searchingPayment'
  | 'notArrived';
const cashier = (place: Place) => ({ places: { repay: { cashier: place } } }) as const;
const payingWith = (change: Partial<Paying> = {}): Partial<JourneyContext> => ({
  ...amina,
  order: repaying,
  now: twelveDaysBefore,
  paying: {
    statement: repayment,
    amount: shillings(3_374),
    channel: 'mpesa',
    requestId: '9f2c',
    payment: null,
    account: null,
    ...change,
  },
});
const paying = payingWith();
const byHand = payingWith({ channel: 'paybill' });
const received = payment({ state: 'paid', resultCode: 0, receipt: 'TBN1A2B3C4', paidAt: at('2026-02-07 10:36') });

export const examples = {
  requesting: example(cashier('requesting'), paying),
  waiting: example(cashier('waiting'), payingWith({ payment: payment() })),
  polling: example(cashier('polling'), payingWith({ payment: payment() })),
  promptClosed: example(cashier('waiting'), { ...payingWith({ payment: payment() }), now: twelveDaysBefore + 90_000 }),
  notAnswered: example(cashier('waiting'), { ...payingWith({ payment: payment({ state: 'unknown' }) }), now: twelveDaysBefore + 90_000 }),
  reported: example(cashier('polling'), payingWith({ payment: payment({ reported: { isHeld: false } }) })),
  reportedByHand: example(
    cashier('notArrived'),
    payingWith({
      channel: 'paybill',
      statement: { ...repayment, reported: [{ receipt: 'TB28A1B2C3', amount: shillings(900), at: twelveDaysBefore, isHeld: true }] },
    }),
  ),
  offline: example(cashier('waiting'), {
    ...payingWith({ payment: payment() }),
    online: false,
    problem: { code: LOCAL.offlineAsking, message: '' },
  }),
  reconciling: example(cashier('reconciling'), paying),
  unknown: example(cashier('unknown'), { ...paying, problem: { code: LOCAL.networkFailed, message: '' } }),
  refused: example(
    cashier('refused'),
    payingWith({
      payment: payment({ state: 'failed', resultCode: 1032, reason: 'You cancelled the request on your phone.' }),
    }),
  ),
  nothingSent: example(cashier('refused'), {
    ...paying,
    problem: { code: CODE.paymentInProgress, message: 'Another payment of this loan is still open.' },
  }),
  payingByPaybill: example(cashier('payingByPaybill'), byHand),
  copied: example(cashier('payingByPaybill'), { ...byHand, notice: { key: 'copied', message: '' } }),
  refreshingBalance: example(cashier('refreshingBalance'), payingWith({ payment: received })),
  paidPart: example(cashier('paid'), {
    ...payingWith({ payment: { ...received, amount: shillings(1_000) } }),
    order: {
      ...repaying,
      balance: {
        ...repayment.balance,
        left: shillings(2_374),
        principal: shillings(2_374),
        paid: shillings(3_000),
        settleToday: shillings(2_340),
      },
    },
  }),
  paidAll: example(cashier('paid'), { ...payingWith({ payment: received }), order: finished }),
  paidUnread: example(cashier('paid'), { ...payingWith({ payment: received }), problem: { code: LOCAL.timedOut, message: '' } }),
  paidTooMuch: example(cashier('paid'), {
    ...payingWith({ payment: { ...received, amount: shillings(3_500), over: shillings(126) } }),
    order: finished,
  }),
  notArrived: example(cashier('notArrived'), byHand),
  searchingPayment: example(cashier('searchingPayment'), byHand),
  openingAccount: example(cashier('openingAccount'), payingWith({ channel: 'dedicated' })),
  payingToAccount: example(
    cashier('payingByPaybill'),
    payingWith({
      channel: 'dedicated',
      account: { businessNumber: repayment.paybill.businessNumber, accountNumber: 'A204417733' },
    }),
  ),
  verifying: example(cashier('verifying'), { ...payingWith({ payment: payment({ state: 'unknown' }) }), now: twelveDaysBefore + 90_000 }),
};
