/** The queries of all queues of the desk. */
import { sql } from 'kysely';
import { DAY } from '#machines/model/calendar.ts';
import type { CancellationBar } from '#machines/model/cancellation.ts';
import { FEEDBACK_TYPES, TICKET } from '#machines/model/feedback.ts';
import { isEnded, STATUS, type OrderStatus } from '#machines/model/orderStatus.ts';
import { closingBarOf } from '#server/policies/accountClosing.ts';
import type { HoldReason } from '#server/store/schema/repayTables.ts';
import type { Queue } from '#src/api/desk.ts';
import { deskActWords } from '#src/api/deskLogWords.ts';
import { DATA_PROMISES } from '#src/market/support.ts';
import type { QueueSource } from './queueSource.ts';
import { referralWords } from './referralWords.ts';
import { present } from '#server/store/present.ts';

const when = (scope: 'waiting' | 'all', condition: ReturnType<typeof sql<boolean>>) => (scope === 'all' ? sql`true` : condition);

const applications = (rulesDecide: () => boolean): QueueSource => ({
  queue: 'applications',
  // At the expected time the rules decide. An application that they leave undecided waits for a person.
  rows: (scope, now) => sql`
    select o.order_no as name, coalesce(o.submitted_at, o.opened_at) as since, o.answer_latest_at as promised_by,
      o.escalated_at is not null as is_escalated, o.principal as amount, o.referred_for as why, o.user_id, u.msisdn as mobile, o.id as order_id
    from loan_order o join app_user u on u.id = o.user_id
    where u.erased_at is null and o.submitted_at is not null and o.review_asked_at is null
      and ${when(scope, sql`o.status = ${STATUS.applying} and (o.answer_expected_at <= ${now} or not ${rulesDecide()}::boolean)`)}`,
  why: (reason) => (reason !== null && referralWords(reason)) || 'The rules have not decided.',
});

const secondLooks: QueueSource = {
  queue: 'secondLooks',
  rows: (scope) => sql`
    select o.order_no as name, o.review_asked_at as since, o.answer_latest_at as promised_by,
      o.escalated_at is not null as is_escalated, o.principal as amount, null::text as why, o.user_id, u.msisdn as mobile, o.id as order_id
    from loan_order o join app_user u on u.id = o.user_id
    where u.erased_at is null and o.review_asked_at is not null and ${when(scope, sql`o.status = ${STATUS.applying}`)}`,
  why: () => 'The borrower asks for a second look.',
};

const proofs: QueueSource = {
  queue: 'proofs',
  rows: (scope) => sql`
    select p.proof_no as name, p.sent_at as since, p.answer_by as promised_by, p.escalated_at is not null as is_escalated,
      p.amount, null::text as why, o.user_id, u.msisdn as mobile, o.id as order_id
    from proof p join loan_order o on o.id = p.order_id join app_user u on u.id = o.user_id
    where ${when(scope, sql`p.state = 'waiting'`)}`,
  why: () => 'A payment that M-PESA did not report.',
};

const SUBJECTS: Readonly<Record<keyof typeof FEEDBACK_TYPES, string>> = {
  repaidBillNotUpdated: 'A payment is not shown.',
  extendPeriod: 'About more time.',
  other: 'About something else.',
  loanFailure: 'The loan could not be sent.',
  wantToBorrow: 'About borrowing.',
  wantToRepay: 'About repaying.',
  loanNotReceived: 'The money has not arrived.',
};

export const subjectOf = (type: number): string => {
  const name = (Object.keys(FEEDBACK_TYPES) as (keyof typeof FEEDBACK_TYPES)[]).find((one) => FEEDBACK_TYPES[one] === type);
  return name === undefined ? `Subject ${type}.` : SUBJECTS[name];
};

const messages: QueueSource = {
  queue: 'messages',
  rows: (scope) => sql`
    select t.ticket_no as name, t.updated_at as since, coalesce(t.answer_by, t.updated_at + ${DAY}) as promised_by,
      t.escalated_at is not null as is_escalated, null::bigint as amount, t.type::text as why, t.user_id, u.msisdn as mobile,
      (select o.id from loan_order o where o.user_id = t.user_id order by o.id desc limit 1) as order_id
    from ticket t join app_user u on u.id = t.user_id
    where ${when(scope, sql`t.status in (${TICKET.received}, ${TICKET.inProgress})`)}`,
  why: (type) => subjectOf(Number(type)),
};

const HELD: Readonly<Record<HoldReason, string>> = {
  amountDiffers: 'M-PESA names another amount than was reported.',
  amountImpossible: 'An amount that M-PESA cannot move was reported.',
  contradicted: 'Two messages about one receipt differ.',
  receiptUsed: 'The receipt belongs to another payment.',
  unknownReceipt: 'M-PESA does not know the receipt.',
  notCompleted: 'M-PESA says that the payment did not succeed.',
  otherBusiness: 'The money went to another business.',
  noAnswer: 'M-PESA has not answered.',
};

/** Prefix of the names of cases about held payments. Every other name of this queue is a receipt. */
const REPORT = 'report-';
export const reportId = (name: string): number | null => (name.startsWith(REPORT) ? Number(name.slice(REPORT.length)) : null);

const unplacedMoney: QueueSource = {
  queue: 'unplacedMoney',
  rows: (scope) => sql`
    select j.ref as name, j.at as since, null::bigint as promised_by, false as is_escalated, -e.amount as amount,
      case when exists (select from reversal r where r.receipt = j.ref and r.state = 'FAILED') then 'notReturned' else 'unplaced' end as why,
      null::bigint as user_id, null::text as mobile, null::bigint as order_id
    from journal j join entry e on e.journal_id = j.id and e.account_id = 'suspense'
    where j.kind = 'unplaced' and j.order_id is null and j.ref is not null and ${when(
      scope,
      sql`(not exists (select from journal p where p.idempotency_key = 'placed:' || j.ref)
        or exists (select from reversal r where r.receipt = j.ref and r.state = 'FAILED'))`,
    )}
    union all
    select ${REPORT} || r.id, r.reported_at, null::bigint, false, coalesce(r.confirmed_amount, r.amount), r.reason, o.user_id, u.msisdn, o.id
    from reported_payment r left join loan_order o on o.id = r.order_id left join app_user u on u.id = o.user_id
    where ${when(scope, sql`r.state = 'held'`)}`,
  why: (key) =>
    key === 'notReturned'
      ? 'M-PESA has not returned this payment.'
      : key !== null && Object.hasOwn(HELD, key)
        ? HELD[key as HoldReason]
        : 'Its account number is nobody’s.',
};

/** Cents. M-PESA moves only whole shillings, so a smaller amount cannot be refunded. */
const LEAST_REFUND = 100;

const overpayments: QueueSource = {
  queue: 'overpayments',
  rows: (scope) => sql`
    select o.order_no as name, s.since, null::bigint as promised_by, false as is_escalated, s.held as amount,
      case when exists (select from rail_intent i where i.order_id = o.id and i.purpose = 'refund' and i.state = 'FAILED')
        then 'notArrived' else 'over' end as why,
      o.user_id, u.msisdn as mobile, o.id as order_id
    from (select j.order_id, -sum(e.amount)::bigint as held, max(j.at) filter (where e.amount < 0) as since
        from entry e join journal j on j.id = e.journal_id
        where e.account_id = 'suspense' and j.order_id is not null group by j.order_id
        ${scope === 'all' ? sql`` : sql`having -sum(e.amount) >= ${LEAST_REFUND}`}) s
      join loan_order o on o.id = s.order_id join app_user u on u.id = o.user_id
    where u.erased_at is null`,
  why: (key) => (key === 'notArrived' ? 'An earlier refund did not arrive.' : 'The borrower paid more than was owed.'),
};

const payouts: QueueSource = {
  queue: 'payouts',
  rows: (scope) => sql`
    select i.id as name, coalesce(i.held_at, i.created_at) as since, o.disbursement_expected_by as promised_by, false as is_escalated,
      i.amount, i.purpose as why, i.user_id, u.msisdn as mobile, o.id as order_id
    from rail_intent i join loan_order o on o.id = i.order_id join app_user u on u.id = o.user_id
    where i.purpose <> 'repayment' and i.held_at is not null and ${when(scope, sql`i.state in ('SENT', 'UNKNOWN')`)}`,
  why: (purpose) =>
    purpose === 'refund' ? 'M-PESA does not say what became of a refund.' : 'M-PESA does not say what became of a payout.',
};

const closures: QueueSource = {
  queue: 'closures',
  rows: (scope) => sql`
    select u.id::text as name, r.at as since, r.at + ${DATA_PROMISES.erasureDays * DAY} as promised_by, false as is_escalated, null::bigint as amount,
      o.status::text as why, u.id as user_id, u.msisdn as mobile, o.id as order_id
    from closing_request r join app_user u on u.id = r.user_id
      left join lateral (select id, status from loan_order where user_id = u.id order by id desc limit 1) o on true
    where u.erased_at is null and ${when(scope, sql`r.answered_at is null`)}`,
  why: (key) => {
    const bar = key === null ? null : closingBarOf(Number(key) as OrderStatus);
    return bar === null ? 'Nothing is in the way any more: the account can be closed.' : CLOSING_BARS[bar];
  },
};

export const CLOSING_BARS: Readonly<Record<CancellationBar, string>> = {
  answer: 'The account cannot be closed yet: an application waits for its answer.',
  offer: 'The account cannot be closed yet: an offer is open.',
  money: 'The account cannot be closed yet: a payout is on its way, or could not be sent.',
  debt: 'The account cannot be closed yet: a loan is not repaid.',
};

const overdue: QueueSource = {
  queue: 'overdue',
  rows: (scope) => sql`
    select o.order_no as name, (extract(epoch from (o.due_date + 1)::timestamp at time zone 'Africa/Nairobi') * 1000)::bigint as since,
      null::bigint as promised_by, false as is_escalated,
      (select sum(e.amount)::bigint from journal j join entry e on e.journal_id = j.id
        where j.order_id = o.id and e.account_id in ('loan_receivable', 'interest_receivable', 'penalty_receivable')) as amount,
      o.status::text as why, o.user_id, u.msisdn as mobile, o.id as order_id
    from loan_order o join app_user u on u.id = o.user_id
    where o.due_date is not null and ${when(scope, sql`o.status = ${STATUS.overdued}`)}`,
  why: (key) => {
    const status = Number(key);
    if (isEnded(status)) return 'The loan has ended.';
    return status === STATUS.overdued ? 'The due date has passed.' : 'The loan runs.';
  },
};

const approvals: QueueSource = {
  queue: 'approvals',
  rows: (scope) => sql`
    select a.approval_id as name, a.at as since, null::bigint as promised_by, false as is_escalated, a.amount, a.act_name as why,
      o.user_id, u.msisdn as mobile, o.id as order_id
    from desk_approval a left join loan_order o on o.id = a.order_id left join app_user u on u.id = o.user_id
    where ${when(scope, sql`a.state = 'waiting'`)}`,
  why: (act) => `Waits to be confirmed: ${deskActWords(present('the act of an approval', act))}.`,
};

export type QueueSources = Readonly<Record<Queue, QueueSource>>;

/** In the order of `QUEUES`. @param rulesDecide false: every application waits for a person as soon as it is sent. */
export const queueSources = (rulesDecide: () => boolean): QueueSources => ({
  applications: applications(rulesDecide),
  secondLooks,
  proofs,
  messages,
  unplacedMoney,
  overpayments,
  payouts,
  closures,
  overdue,
  approvals,
});
