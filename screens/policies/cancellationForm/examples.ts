import type { CancellationBar, CancellationTerms } from '#machines/model/cancellation.ts';
import { CODE, LOCAL } from '#machines/model/codes.ts';
import { FAILED, loaded } from '#machines/model/loadable.ts';
import { example } from '../../example.ts';
import { amina, at, NOW, repaying } from '../../samples.ts';

type Step =
  | 'loading'
  | 'failed'
  | 'signInFirst'
  | 'barred'
  | 'requesting'
  | 'requested'
  | 'withdrawing'
  | 'choosing'
  | 'confirming'
  | 'closing'
  | 'forgetting';
const place = (step: Step) => ({ places: { policies: { cancellationForm: step } } });

const terms = (change: Partial<CancellationTerms> = {}): CancellationTerms => ({
  bar: null,
  kept: 0,
  endsApplication: false,
  booksUntil: null,
  reapplyOn: null,
  answersUntil: at('2025-11-21 10:35'),
  ...change,
});
const barred = (bar: CancellationBar) => example(place('barred'), { ...amina, cancellation: loaded(terms({ bar })), order: repaying });
const asked = terms({ bar: 'debt', requestedAt: at('2025-11-19 09:12') });
const chosen = { unsent: { cancellation: { reason: 'costs' } } };

export const examples = {
  loading: example(place('loading'), amina),
  failed: example(place('failed'), { ...amina, cancellation: FAILED, problem: { code: LOCAL.networkFailed, message: '' } }),
  withoutLoan: example(place('choosing'), { ...amina, cancellation: loaded(terms()) }),
  withBooks: example(place('choosing'), { ...amina, cancellation: loaded(terms({ booksUntil: '2032-11-20' })), ...chosen }),
  withMoneyKept: example(place('choosing'), { ...amina, cancellation: loaded(terms({ kept: 79_800, booksUntil: '2032-11-20' })) }),
  endsApplication: example(place('choosing'), { ...amina, cancellation: loaded(terms({ endsApplication: true })) }),
  withRejection: example(place('choosing'), { ...amina, cancellation: loaded(terms({ reapplyOn: '2025-12-20' })) }),
  withoutReason: example(place('choosing'), { ...amina, cancellation: loaded(terms()), problem: { code: LOCAL.incomplete, message: '' } }),
  confirming: example(place('confirming'), { ...amina, cancellation: loaded(terms()), ...chosen }),
  confirmingWithBooks: example(place('confirming'), {
    ...amina,
    cancellation: loaded(terms({ booksUntil: '2032-11-20', reapplyOn: '2025-12-20' })),
    ...chosen,
  }),
  confirmingWithMoneyKept: example(place('confirming'), { ...amina, cancellation: loaded(terms({ kept: 79_800 })), ...chosen }),
  refused: example(place('confirming'), {
    ...amina,
    cancellation: loaded(terms()),
    ...chosen,
    problem: { code: CODE.cancellationRefused, message: 'Cancellation fail. An offer is open: accept or decline it first' },
  }),
  closing: example(place('closing'), { ...amina, now: NOW, cancellation: loaded(terms()), ...chosen }),
  forgetting: example(place('forgetting'), { ...amina, now: NOW, cancellation: loaded(terms()), ...chosen }),
  signedInLongAgo: example(place('signInFirst'), { ...amina, cancellation: loaded(terms({ signInFirst: true })) }),
  signedInLongAgoWithDebt: example(place('signInFirst'), {
    ...amina,
    cancellation: loaded(terms({ bar: 'debt', signInFirst: true, booksUntil: '2032-11-20' })),
    order: repaying,
  }),
  barredByDebt: barred('debt'),
  barredByMoney: barred('money'),
  barredByAnswer: barred('answer'),
  barredByOffer: barred('offer'),
  barredWithoutReason: example(place('barred'), {
    ...amina,
    cancellation: loaded(terms({ bar: 'debt' })),
    problem: { code: LOCAL.incomplete, message: '' },
    order: repaying,
  }),
  requesting: example(place('requesting'), {
    ...amina,
    now: NOW,
    cancellation: loaded(terms({ bar: 'debt' })),
    order: repaying,
    ...chosen,
  }),
  requested: example(place('requested'), { ...amina, cancellation: loaded(asked), order: repaying }),
  requestedAndNotBarred: example(place('requested'), { ...amina, cancellation: loaded({ ...asked, bar: null }) }),
  withdrawing: example(place('withdrawing'), { ...amina, now: NOW, cancellation: loaded(asked), order: repaying }),
  withdrawingFailed: example(place('requested'), {
    ...amina,
    cancellation: loaded(asked),
    order: repaying,
    problem: { code: LOCAL.networkFailed, message: '' },
  }),
  barredAndAnswered: example(place('barred'), {
    ...amina,
    cancellation: loaded(
      terms({
        bar: 'debt',
        answer: { words: 'Please repay your loan first. Then write to us, and we close it.', at: at('2025-11-19 09:12') },
      }),
    ),
    order: repaying,
  }),
};
