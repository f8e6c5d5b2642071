import { CODE, LOCAL } from '#machines/model/codes.ts';
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
  repaymentWithCoupon,
  sentProofs,
  twelveDaysBefore,
} from '../samples.ts';

type Place = 'loading' | 'failed' | 'choosing' | 'askingChannel' | 'refreshing';
const at = (place: Place) => ({ places: { repay: { repayDetail: place } } }) as const;
const proofs = (place: 'loading' | 'failed' | 'listing' | 'uploading' | 'sending') =>
  ({ places: { repay: { repayDetail: { proofs: place } } } }) as const;
const card = (place: 'entering' | 'authorising') => ({ places: { repay: { repayDetail: { card: place } } } }) as const;
const inTime = { ...amina, order: repaying, now: twelveDaysBefore };

const pictures = [{ handle: 'photo-1', picture: 'picture-1' }];

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
  askingChannel: example(at('askingChannel'), { ...inTime, repayment }),
  noSuchChannel: example(at('choosing'), {
    ...inTime,
    repayment,
    problem: { code: CODE.noPaymentMethod, message: 'There is no payment method, please choose another channel' },
  }),
  couponTaken: example(at('choosing'), { ...inTime, repayment: repaymentWithCoupon }),
  proofsLoading: example(proofs('loading'), inTime),
  proofsFailed: example(proofs('failed'), { ...inTime, problem: { code: LOCAL.networkFailed, message: '' } }),
  firstProof: example(proofs('listing'), { ...inTime, proofs: [] }),
  proofIncomplete: example(proofs('listing'), { ...inTime, proofs: [], problem: { code: LOCAL.incomplete, message: '' } }),
  pictureSending: example(proofs('uploading'), { ...inTime, proofs: [] }),
  proofSending: example(proofs('sending'), { ...inTime, proofs: [], pictures }),
  proofUsed: example(proofs('listing'), {
    ...inTime,
    proofs: [],
    pictures,
    problem: { code: CODE.receiptUsed, message: 'This receipt was sent in already, or its payment is counted' },
  }),
  proofsSent: example(proofs('listing'), { ...inTime, proofs: sentProofs }),
  cardEntering: example(card('entering'), { ...inTime, repayment }),
  cardAuthorising: example(card('authorising'), { ...inTime, repayment }),
  cardRefused: example(card('entering'), {
    ...inTime,
    repayment,
    problem: { code: CODE.cardRefused, message: 'Your bank declined this card. Nothing was charged' },
  }),
};
