import { CODE, LOCAL } from '#machines/model/codes.ts';
import { shillings } from '#machines/model/money.ts';
import { FAILED, loaded } from '#machines/model/loadable.ts';
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
const read = { ...inTime, repayment: loaded(repayment) };

export const examples = {
  loading: example(at('loading'), inTime),
  failed: example(at('failed'), { ...inTime, repayment: FAILED, problem: { code: LOCAL.networkFailed, message: '' } }),
  choosing: example(at('choosing'), read),
  'part again': example(at('choosing'), {
    ...read,
    suggestedAmount: shillings(1_200),
  }),
  refreshing: example(at('refreshing'), read),
  onDueDate: example(at('choosing'), {
    ...inTime,
    repayment: loaded({ ...repayment, balance: { ...repayment.balance, settleToday: repayment.balance.left } }),
  }),
  overdue: example(at('choosing'), { ...amina, order: overdue, now: fiveDaysLate, repayment: loaded(repaymentOverdue) }),
  chargePaid: example(at('choosing'), { ...amina, order: overdueChargePaid, now: fiveDaysLate, repayment: loaded(repaymentChargePaid) }),
  amountRefused: example(at('choosing'), { ...read, problem: { code: LOCAL.amountNotAllowed, message: '' } }),
  offline: example(at('choosing'), { ...read, online: false, problem: { code: LOCAL.offline, message: '' } }),
  payFail: example(at('choosing'), { ...read, order: payFail }),
  askingChannel: example(at('askingChannel'), read),
  noSuchChannel: example(at('choosing'), {
    ...read,
    problem: { code: CODE.noPaymentMethod, message: 'There is no payment method, please choose another channel' },
  }),
  couponTaken: example(at('choosing'), { ...inTime, repayment: loaded(repaymentWithCoupon) }),
  cardEntering: example(card('entering'), read),
  cardAuthorising: example(card('authorising'), read),
  cardRefused: example(card('entering'), {
    ...read,
    problem: { code: CODE.cardRefused, message: 'Your bank declined this card. Nothing was charged' },
  }),
};
