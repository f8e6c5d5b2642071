import { MINUTE } from '#machines/model/calendar.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { loaded } from '#machines/model/loadable.ts';
import { example } from '../../example.ts';
import {
  amina,
  approved,
  assessing,
  at,
  finished,
  fiveDaysLate,
  homeWith,
  inReview,
  lending,
  market,
  NOW,
  order,
  overdue,
  payFail,
  rejected,
  rejection,
  repaying,
  twelveDaysBefore,
} from '../../samples.ts';

const waiting = { places: { apply: { reviewTips: 'waiting' } } } as const;

export const examples = {
  assessing: example(waiting, { ...amina, order: assessing, now: NOW - 24_000 }),
  'answer is late': example(waiting, {
    ...amina,
    order: { ...inReview, inReview: false, lateSince: inReview.answerLatestAt },
    now: (inReview.answerLatestAt ?? NOW) + 60 * MINUTE,
  }),
  justSent: example(waiting, { ...amina, order: assessing, now: (assessing.submittedAt ?? NOW) - 600 }),
  'shared from the phone': example(waiting, {
    ...amina,
    order: {
      ...assessing,
      collection: {
        consents: { contact: true, sms: false, location: true },
        status: 1,
        held: ['contact'],
        deletedBy: at('2025-11-21 23:59'),
      },
    },
  }),
  'could not be shared': example(waiting, {
    ...amina,
    order: { ...assessing, collection: { consents: { contact: true }, status: -1, held: [], deletedBy: at('2025-11-21 23:59') } },
  }),
  checking: example({ places: { apply: { reviewTips: 'checking' } } }, { ...amina, order: assessing }),
  late: example(waiting, {
    ...amina,
    order: assessing,
    now: at('2025-11-20 10:59'),
    ...homeWith({ readAt: at('2025-11-20 10:32') + 26 * MINUTE }),
  }),
  referred: example(waiting, {
    ...amina,
    order: { ...assessing, referral: 'The loan is large for the income you gave.' },
    now: at('2025-11-20 10:59'),
    ...homeWith({ readAt: at('2025-11-20 10:32') + 26 * MINUTE }),
  }),
  leftToPerson: example(waiting, {
    ...amina,
    order: {
      ...assessing,
      answerExpectedAt: assessing.submittedAt,
      referral: 'Your ID or the photo of your face could not be recognised for certain, or the ID does not match what you typed.',
    },
    now: (assessing.submittedAt ?? NOW) + 600,
  }),
  approved: example(waiting, { ...amina, order: approved }),
  lending: example(waiting, { ...amina, order: lending }),
  payFail: example(waiting, { ...amina, order: payFail }),
  repaying: example(waiting, { ...amina, order: repaying, now: twelveDaysBefore }),
  overdue: example(waiting, { ...amina, order: overdue, now: fiveDaysLate }),
  finished: example(waiting, { ...amina, order: finished }),
  unknownStatus: example(waiting, { ...amina, order: order(99, { submittedAt: NOW }) }),
  rejected: example(waiting, { ...amina, order: { ...rejected, dataDeletedOn: '2025-11-27' } }),
  recommended: example(waiting, {
    ...amina,
    order: rejected,
    recommendation: loaded({ recommended: true, from: rejection.reapplyOn, products: market.slice(0, 1) }),
  }),
  recommending: example({ places: { apply: { reviewTips: 'recommending' } } }, { ...amina, order: rejected }),
  askingReview: example({ places: { apply: { reviewTips: 'askingReview' } } }, { ...amina, order: rejected }),
  rejectedTwice: example(waiting, { ...amina, order: { ...rejected, rejection: { ...rejection, review: 'refused' } } }),
  inReview: example(waiting, { ...amina, order: inReview, now: at('2025-11-20 10:59') }),
  closed: example(waiting, { ...amina, order: order(STATUS.cancel, { dataDeletedOn: '2025-11-27' }) }),
};
