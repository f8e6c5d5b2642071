import { LOCAL } from '#machines/model/codes.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { DAY } from '#machines/model/calendar.ts';
import { shillings } from '#machines/model/money.ts';
import { FAILED } from '#machines/model/loadable.ts';
import { example } from '../../example.ts';
import {
  amina,
  approved,
  assessing,
  bank,
  fiveDaysLate,
  finished,
  inReview,
  lending,
  NOW,
  order,
  overdue,
  overdueChargePaid,
  payFail,
  payFailBank,
  payment,
  rejected,
  rejection,
  repaying,
  twelveDaysBefore,
  visitor,
  homeWith,
} from '../../samples.ts';

const shown = { places: { tabs: { home: 'shown' } } } as const;
const offline = { code: LOCAL.offlineAsking, message: '' };

export const examples = {
  loading: example('boot'),
  unreachable: example({ places: { loadingHome: 'failed' } }, { home: FAILED, problem: { code: LOCAL.networkFailed, message: '' } }),
  visitor: example(shown, visitor),
  signedOut: example(shown, { ...visitor, lostSession: true }),
  canLoan: example(shown, amina),
  incomplete: example(shown, { ...amina, order: order(STATUS.identityOcr) }),
  newPhotosWanted: example(shown, {
    ...amina,
    order: {
      ...order(STATUS.identityOcr),
      photoRequest: { sides: ['front'], words: 'The number cannot be read. Please lay the card in daylight.' },
    },
  }),
  assessing: example(shown, { ...amina, order: assessing }),
  assessingLate: example(shown, { ...amina, order: assessing, now: NOW + 3_600_000 }),
  answerLate: example(shown, { ...amina, order: { ...assessing, lateSince: assessing.answerLatestAt }, now: NOW + 4 * DAY }),
  success: example(shown, { ...amina, order: approved }),
  lending: example(shown, { ...amina, order: lending }),
  rejected: example(shown, { ...amina, order: rejected }),
  rejectedLongAgo: example(shown, { ...amina, order: rejected, now: NOW + 31 * DAY }),
  failed: example(shown, { ...amina, order: payFail }),
  failedBank: example(shown, { ...amina, order: { ...payFailBank, payoutAccount: bank } }),
  repaying: example(shown, { ...amina, order: repaying, now: twelveDaysBefore }),
  overdue: example(shown, { ...amina, order: overdue, now: fiveDaysLate }),
  paymentOpen: example(shown, { ...amina, order: { ...repaying, openPayment: payment() }, now: twelveDaysBefore }),
  overduePaymentOpen: example(shown, { ...amina, order: { ...overdue, openPayment: payment() }, now: fiveDaysLate }),
  overdueChargePaid: example(shown, { ...amina, order: overdueChargePaid, now: fiveDaysLate }),
  finished: example(shown, { ...amina, order: finished, ...homeWith({ limit: shillings(10_000) }) }),
  refreshing: example({ places: { tabs: { home: 'refreshing' } } }, { ...amina, order: assessing }),
  offline: example(shown, {
    ...amina,
    order: repaying,
    now: twelveDaysBefore,
    ...homeWith({ readAt: twelveDaysBefore }),
    online: false,
    problem: offline,
  }),
  movedOn: example(shown, { ...amina, order: order(STATUS.cancel), notice: { key: 'orderMoved', message: '' } }),
  declined: example(shown, { ...amina, order: order(STATUS.cancel), notice: { key: 'offerDeclined', message: '' } }),
  rejectedTwice: example(shown, { ...amina, order: { ...rejected, rejection: { ...rejection, review: 'refused' } } }),
  unknownStatus: example(shown, { ...amina, order: order(13) }),
  inReview: example(shown, { ...amina, order: inReview }),
};
