import { LOCAL } from '#machines/model/codes.ts';
import { example } from '../example.ts';
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
  twelveDaysBefore,
} from '../samples.ts';

const at = (place: 'loading' | 'failed' | 'choosing' | 'refreshing') => ({ places: { repay: { repayDetail: place } } }) as const;
const inTime = { ...amina, order: repaying, now: twelveDaysBefore };

export const examples = {
  loading: example(at('loading'), inTime),
  failed: example(at('failed'), { ...inTime, problem: { code: LOCAL.networkFailed, message: '' } }),
  choosing: example(at('choosing'), { ...inTime, repayment }),
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
};
