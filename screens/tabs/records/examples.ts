import { LOCAL } from '#machines/model/codes.ts';
import { shillings } from '#machines/model/money.ts';
import type { LoanRecord, Records } from '#machines/model/order.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { FAILED, loaded } from '#machines/model/loadable.ts';
import { example } from '../../example.ts';
import { accepted, agreement, amina, at, repaying, statement, twelveDaysBefore } from '../../samples.ts';

const place = (name: 'loading' | 'listed' | 'failed' | { statement: 'loading' | 'shown' | 'failed' }) =>
  ({ places: { tabs: { records: name } } }) as const;
const record = (orderNo: string, status: number, amount: number, openedAt: string, dueDate: string | null = null): LoanRecord => ({
  orderNo,
  status,
  principal: shillings(amount),
  termDays: 91,
  openedAt: at(openedAt),
  dueDate,
});

const listed = (rows: LoanRecord[], more = false): Records => ({ rows, pages: 1, more });

const records: LoanRecord[] = [
  record(repaying.orderNo, STATUS.repaying, 5_000, '2025-11-20 10:20', '2026-02-19'),
  record('LN2511010003', STATUS.cancel, 5_000, '2025-11-01 09:12'),
  record('LN2510180017', STATUS.reject, 4_000, '2025-10-18 16:40'),
  record('LN2506090002', STATUS.finish, 3_000, '2025-06-09 08:01', '2025-09-08'),
];
const every = [STATUS.applying, STATUS.overdued, STATUS.lending, STATUS.confirm, STATUS.payFail, STATUS.bindCard, STATUS.identityOcr].map(
  (status, i) => record(`LN250100000${i}`, status, 2_000 + i * 500, '2025-02-04 12:00'),
);

export const examples = {
  loading: example(place('loading'), amina),
  listed: example(place('listed'), { ...amina, order: repaying, now: twelveDaysBefore, records: loaded(listed(records)) }),
  more: example(place('listed'), { ...amina, records: loaded(listed(records, true)) }),
  loadingMore: example(place('loading'), { ...amina, records: loaded(listed(records, true)) }),
  everyStatus: example(place('listed'), { ...amina, records: loaded(listed(every)) }),
  empty: example(place('listed'), { ...amina, records: loaded(listed([])) }),
  one: example(place('listed'), { ...amina, records: loaded(listed(records.slice(0, 1))) }),
  offline: example(place('failed'), {
    ...amina,
    online: false,
    records: loaded(listed(records.slice(0, 1))),
    problem: { code: LOCAL.offlineAsking, message: '' },
  }),
  failed: example(place('failed'), { ...amina, records: FAILED, problem: { code: LOCAL.networkFailed, message: '' } }),
  statementLoading: example(place({ statement: 'loading' }), { ...amina, statementOf: statement.orderNo }),
  statement: example(place({ statement: 'shown' }), {
    ...amina,
    order: repaying,
    statementOf: statement.orderNo,
    statement: loaded(statement),
  }),
  statementPaidTooMuch: example(place({ statement: 'shown' }), {
    ...amina,
    statementOf: statement.orderNo,
    statement: loaded({
      ...statement,
      left: 0,
      lines: [
        ...statement.lines,
        {
          no: 3,
          kind: 'payment',
          on: '2026-01-09',
          at: at('2026-01-09 08:05'),
          receipt: 'TB9C81MM2Q',
          parts: [
            { part: 'received', amount: statement.left + shillings(798) },
            { part: 'principal', amount: -statement.left },
            { part: 'credit', amount: shillings(798) },
          ],
          balance: 0,
        },
      ],
    }),
  }),
  statementEmpty: example(place({ statement: 'shown' }), {
    ...amina,
    statementOf: statement.orderNo,
    statement: loaded({ ...statement, lines: [], left: 0 }),
  }),
  agreementLoading: example({ places: { tabs: { records: { agreement: 'loading' } } } }, { ...amina, statementOf: statement.orderNo }),
  agreement: example(
    { places: { tabs: { records: { agreement: 'shown' } } } },
    {
      ...amina,
      statementOf: statement.orderNo,
      statement: loaded(statement),
      agreement: loaded({ ...agreement, accepted }),
    },
  ),
  agreementFailed: example(
    { places: { tabs: { records: { agreement: 'failed' } } } },
    {
      ...amina,
      statementOf: statement.orderNo,
      agreement: FAILED,
      problem: { code: LOCAL.networkFailed, message: '' },
    },
  ),
  statementFailed: example(place({ statement: 'failed' }), {
    ...amina,
    statementOf: statement.orderNo,
    statement: FAILED,
    problem: { code: LOCAL.networkFailed, message: '' },
  }),
};
