import { LOCAL, CODE } from '#machines/model/codes.ts';
import { shillings } from '#machines/model/money.ts';
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
const repayRequest = { amount: shillings(3_374), channel: 'mpesa' as const, requestId: '9f2c' };
const paying = { ...amina, order: repaying, now: twelveDaysBefore, repayment, repayRequest };
const byHand = { ...paying, repayRequest: { ...repayRequest, channel: 'paybill' as const } };
const toAccount = { ...paying, repayRequest: { ...repayRequest, channel: 'dedicated' as const } };
const received = payment({ state: 'paid', resultCode: 0, receipt: 'TBN1A2B3C4', paidAt: at('2026-02-07 10:36') });

export const examples = {
  requesting: example(cashier('requesting'), paying),
  waiting: example(cashier('waiting'), { ...paying, payment: payment() }),
  polling: example(cashier('polling'), { ...paying, payment: payment() }),
  promptClosed: example(cashier('waiting'), { ...paying, now: twelveDaysBefore + 90_000, payment: payment() }),
  notAnswered: example(cashier('waiting'), { ...paying, now: twelveDaysBefore + 90_000, payment: payment({ state: 'unknown' }) }),
  offline: example(cashier('waiting'), {
    ...paying,
    payment: payment(),
    online: false,
    problem: { code: LOCAL.offlineAsking, message: '' },
  }),
  reconciling: example(cashier('reconciling'), paying),
  unknown: example(cashier('unknown'), { ...paying, problem: { code: LOCAL.networkFailed, message: '' } }),
  refused: example(cashier('refused'), {
    ...paying,
    payment: payment({ state: 'failed', resultCode: 1032, reason: 'You cancelled the request on your phone.' }),
  }),
  nothingSent: example(cashier('refused'), {
    ...paying,
    problem: { code: CODE.paymentInProgress, message: 'Another payment of this loan is still open.' },
  }),
  payingByPaybill: example(cashier('payingByPaybill'), { ...paying, repayRequest: { ...repayRequest, channel: 'paybill' } }),
  copied: example(cashier('payingByPaybill'), { ...paying, notice: { key: 'copied', message: '' } }),
  refreshingBalance: example(cashier('refreshingBalance'), { ...paying, payment: received }),
  paidPart: example(cashier('paid'), {
    ...paying,
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
    payment: { ...received, amount: shillings(1_000) },
  }),
  paidAll: example(cashier('paid'), { ...paying, order: finished, payment: received }),
  paidUnread: example(cashier('paid'), { ...paying, payment: received, problem: { code: LOCAL.timedOut, message: '' } }),
  paidTooMuch: example(cashier('paid'), {
    ...paying,
    order: finished,
    payment: { ...received, amount: shillings(3_500), over: shillings(126) },
  }),
  notArrived: example(cashier('notArrived'), byHand),
  searchingPayment: example(cashier('searchingPayment'), byHand),
  openingAccount: example(cashier('openingAccount'), toAccount),
  payingToAccount: example(cashier('payingByPaybill'), {
    ...toAccount,
    account: { businessNumber: repayment.paybill.businessNumber, accountNumber: 'A204417733' },
  }),
  verifying: example(cashier('verifying'), { ...paying, now: twelveDaysBefore + 90_000, payment: payment({ state: 'unknown' }) }),
};
