import { CODE, LOCAL } from '#machines/model/codes.ts';
import { shillings } from '#machines/model/money.ts';
import { example } from '../../example.ts';
import {
  amina,
  fiveDaysLate,
  overdue,
  overdueChargePaid,
  payFail,
  repaying,
  repayment,
  repaymentChargePaid,
  repaymentOverdue,
  repaymentWithCoupon,
  twelveDaysBefore,
} from '../../samples.ts';

type Place = 'loading' | 'failed' | 'choosing' | 'askingChannel' | 'refreshing';
const at = (place: Place) => ({ places: { repay: { repayDetail: place } } }) as const;
const card = (place: 'entering' | 'authorising') => ({ places: { repay: { repayDetail: { card: place } } } }) as const;
const inTime = { ...amina, order: repaying, now: twelveDaysBefore };

export const examples = {
  loading: example(at('loading'), inTime),
  failed: example(at('failed'), { ...inTime, problem: { code: LOCAL.networkFailed, message: '' } }),
  choosing: example(at('choosing'), { ...inTime, repayment }),
  'part again': example(at('choosing'), {
    ...inTime,
    repayment,
    repayRequest: { amount: shillings(1_200), channel: 'mpesa', requestId: '' },
  }),
  refreshing: example(at('refreshing'), { ...inTime, repayment }),
  onDueDate: example(at('choosing'), {
    ...inTime,
    repayment: { ...repayment, balance: { ...repayment.balance, settleToday: repayment.balance.left } },
  }),
  overdue: example(at('choosing'), { ...amina, order: overdue, now: fiveDaysLate, repayment: repaymentOverdue }),
  chargePaid: example(at('choosing'), { ...amina, order: overdueChargePaid, now: fiveDaysLate, repayment: repaymentChargePaid }),
  amountRefused: example(at('choosing'), { ...inTime, repayment, problem: { code: LOCAL.amountNotAllowed, message: '' } }),
  offline: example(at('choosing'), { ...inTime, repayment, online: false, problem: { code: LOCAL.offline, message: '' } }),
  payFail: example(at('choosing'), { ...amina, order: payFail }),
  askingChannel: example(at('askingChannel'), { ...inTime, repayment }),
  noSuchChannel: example(at('choosing'), {
    ...inTime,
    repayment,
    problem: { code: CODE.noPaymentMethod, message: 'There is no payment method, please choose another channel' },
  }),
  couponTaken: example(at('choosing'), { ...inTime, repayment: repaymentWithCoupon }),
  cardEntering: example(card('entering'), { ...inTime, repayment }),
  cardAuthorising: example(card('authorising'), { ...inTime, repayment }),
  cardRefused: example(card('entering'), {
    ...inTime,
    repayment,
    problem: { code: CODE.cardRefused, message: 'Your bank declined this card. Nothing was charged' },
  }),
};
