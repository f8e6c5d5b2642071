/**
 * `npm run desk`: what waits for a person, and what they decide: applications, reported payments, proofs and tickets.
 * Payouts have a verb of their own (`payouts`).
 */
import { STATUS } from '#machines/model/orderStatus.ts';
import { FEEDBACK_TYPES, TICKET } from '#machines/model/feedback.ts';
import { referralText } from '#server/books/reasonTexts.ts';
import type { FeedbackDesk } from '#server/feedback/desk.ts';
import type { HeldPayments } from '#server/lending/heldPayments.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import type { Proofs } from '#server/repay/proofs.ts';
import { CannotStart } from '#server/store/cannotStart.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Secret } from '#server/store/secret.ts';
import type { Db, Store } from '#server/store/store.ts';
import { messageText } from '#server/wire/messageText.ts';
import type { DeskAnswer, DeskPicture, DeskRequest } from './deskRequest.ts';
import { showApplication } from './showApplication.ts';
import { inNairobi, inShillings } from './verbWords.ts';

/** What the verb asks of the rest of the lender. */
export interface DeskActions {
  decide(orderNo: string, decision: 'approve' | 'reject', reason?: string): Promise<void>;
  heldPayments: HeldPayments;
  proofs: Pick<Proofs, 'decide' | 'picture'>;
  tickets: Pick<FeedbackDesk, 'ticket' | 'take' | 'answer' | 'picture'>;
}

export interface DeskVerb {
  store: Store;
  clock: Clock;
  secret: Secret;
  desk: DeskActions;
}

/** Of each kind; the line above them says how many there are. */
const MOST_LISTED = 50;

const listed = (title: string, count: number, lines: readonly string[]): string[] =>
  count === 0 ? [] : [`${title}: ${count}${count > lines.length ? `, of which the first ${lines.length}` : ''}`, ...lines, ''];

async function waitingApplications(db: Db, now: number): Promise<string[]> {
  const waiting = db
    .selectFrom('loan_order as o')
    .innerJoin('app_user as u', 'u.id', 'o.user_id')
    .where('u.erased_at', 'is', null)
    .where('o.status', '=', STATUS.applying)
    // Rules that have no time to decide leave the application to a person too.
    .where((is) =>
      is.or([is('o.referred_for', 'is not', null), is('o.review_asked_at', 'is not', null), is('o.answer_latest_at', '<', now)]),
    );
  const { count } = await waiting.select((of) => of.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await waiting
    .select([
      'o.order_no as orderNo',
      'o.principal',
      'o.referred_for as referredFor',
      'o.review_asked_at as askedAt',
      'o.answer_latest_at as until',
    ])
    .orderBy('o.answer_latest_at')
    .limit(MOST_LISTED)
    .execute();
  const why = (row: (typeof rows)[number]): string =>
    row.askedAt !== null
      ? 'the borrower asks for a review'
      : (row.referredFor !== null && referralText(row.referredFor, 'en')) || 'no decision was made in time';
  return listed(
    'Applications (npm run desk -- application ORDER)',
    count,
    rows.map(
      (row) =>
        `  ${row.orderNo}  ${inShillings(row.principal)}  ${row.until === null ? '' : `answer promised by ${inNairobi(row.until)}  `}${why(row)}`,
    ),
  );
}

async function waitingPayments(db: Db, held: HeldPayments): Promise<string[]> {
  const { count } = await db
    .selectFrom('reported_payment')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('state', '=', 'held')
    .executeTakeFirstOrThrow();
  const amount = (cents: number | null): string => (cents === null ? 'no amount' : inShillings(cents));
  return listed(
    'Payments (npm run desk -- payment ID book | refuse)',
    count,
    (await held.list(MOST_LISTED)).map(
      ({ id, receipt, orderNo, account, amount: reported, confirmedAmount, reason, answer, reportedAt }) =>
        `  ${id}  ${inNairobi(reportedAt)}  ${receipt ?? 'no receipt'}  ${orderNo ?? `account "${account}" of nobody`}  reported ${amount(reported)}, confirmed ${confirmedAmount === null ? 'nothing' : amount(confirmedAmount)}  ${reason ?? ''}${answer === null ? '' : ` (${answer})`}`,
    ),
  );
}

async function waitingProofs(db: Db): Promise<string[]> {
  const waiting = db.selectFrom('proof as p').innerJoin('loan_order as o', 'o.id', 'p.order_id').where('p.state', '=', 'waiting');
  const { count } = await waiting.select((of) => of.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await waiting
    .select(['p.proof_no as proofNo', 'o.order_no as orderNo', 'p.receipt', 'p.amount', 'p.answer_by as answerBy'])
    .orderBy('p.answer_by')
    .limit(MOST_LISTED)
    .execute();
  return listed(
    'Proofs of payment (npm run desk -- proof NUMBER)',
    count,
    rows.map(
      (row) =>
        `  ${row.proofNo}  ${row.orderNo}  ${row.receipt}  ${inShillings(row.amount)}  answer promised by ${inNairobi(row.answerBy)}`,
    ),
  );
}

/** As the contract names it. */
const subjectOf = (type: number): string => Object.entries(FEEDBACK_TYPES).find(([, value]) => value === type)?.[0] ?? `type ${type}`;

async function waitingTickets(db: Db): Promise<string[]> {
  const waiting = db.selectFrom('ticket').where('status', 'in', [TICKET.received, TICKET.inProgress]);
  const { count } = await waiting.select((of) => of.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await waiting.select(['ticket_no', 'type', 'status', 'updated_at']).orderBy('updated_at').limit(MOST_LISTED).execute();
  return listed(
    'Tickets (npm run desk -- ticket NUMBER)',
    count,
    rows.map(
      (row) =>
        `  ${row.ticket_no}  ${subjectOf(row.type)}  ${row.status === TICKET.received ? 'new' : 'in progress'} since ${inNairobi(row.updated_at)}`,
    ),
  );
}

async function heldPayouts(db: Db): Promise<string[]> {
  const { count } = await db
    .selectFrom('rail_intent')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('purpose', '<>', 'repayment')
    .where('state', 'in', ['SENT', 'UNKNOWN'])
    .where('held_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return count === 0 ? [] : [`Payouts: ${count} (npm run payouts lists them)`, ''];
}

async function listEverything({ store: { db }, clock, desk }: DeskVerb): Promise<string[]> {
  const parts = [
    ...(await waitingApplications(db, clock.now())),
    ...(await waitingPayments(db, desk.heldPayments)),
    ...(await heldPayouts(db)),
    ...(await waitingProofs(db)),
    ...(await waitingTickets(db)),
  ];
  return parts.length === 0 ? ['Nothing waits for a person.'] : parts.slice(0, -1);
}

const plain = (...lines: string[]): DeskAnswer => ({ lines, pictures: [] });
const endingOf = (mime: string): string => (mime === 'image/png' ? 'png' : mime === 'image/webp' ? 'webp' : 'jpg');

async function onApplication(request: DeskRequest & { about: 'application' }, verb: DeskVerb): Promise<DeskAnswer> {
  const { id, decision } = request;
  if (decision === null) return showApplication(id, request.pictures, verb);
  await verb.desk.decide(id, decision, decision === 'reject' ? request.reason : undefined);
  return plain(decision === 'approve' ? `${id} is approved: the borrower gets the offer.` : `${id} is rejected: the borrower reads why.`);
}

const PAYMENT_STATES: Readonly<Record<string, string>> = {
  booked: 'is booked',
  unplaced: "waits in suspense: its account number is nobody's",
  refused: 'is refused: it is never booked',
  held: 'waits for a person',
};

async function onPayment(request: DeskRequest & { about: 'payment' }, { desk }: DeskVerb): Promise<DeskAnswer> {
  const { id, decision } = request;
  const state = decision === 'book' ? await desk.heldPayments.release(id, request.amount ?? undefined) : await desk.heldPayments.refuse(id);
  return plain(`Payment ${id} ${PAYMENT_STATES[state] ?? `is ${state}`}.`);
}

async function onProof(request: DeskRequest & { about: 'proof' }, { store: { db }, secret, desk }: DeskVerb): Promise<DeskAnswer> {
  const { id, decision } = request;
  if (decision !== null) {
    const state = await desk.proofs.decide(id, decision, decision === 'refuse' ? request.reason : undefined);
    const words = { waiting: 'waits', counted: 'is counted', refused: 'is refused', known: 'is known: its receipt was counted before' };
    return plain(`Proof ${id} ${words[state]}.`);
  }
  const proof = await db
    .selectFrom('proof as p')
    .innerJoin('loan_order as o', 'o.id', 'p.order_id')
    .select(['p.id', 'o.order_no as orderNo', 'p.receipt', 'p.amount', 'p.state', 'p.sent_at as sentAt'])
    .where('p.proof_no', '=', id)
    .executeTakeFirst();
  if (!proof) throw new CannotStart(`There is no proof ${id}: \`npm run desk\` lists those that wait.`);
  const refs = await db.selectFrom('proof_picture').select('ref').where('proof_id', '=', proof.id).orderBy('at').orderBy('ref').execute();
  const pictures: DeskPicture[] = [];
  for (const [n, { ref }] of request.pictures ? refs.entries() : []) {
    const kept = await desk.proofs.picture(ref);
    if (kept) pictures.push({ name: `proof-${id}-${n + 1}.${endingOf(kept.mime)}`, bytes: secret.decrypt('photo', kept.encrypted, ref) });
  }
  return {
    lines: [
      `Proof ${id} of ${proof.orderNo}, sent ${inNairobi(proof.sentAt)}: ${proof.state}`,
      `Receipt ${proof.receipt}, ${inShillings(proof.amount)}. Look it up in the M-PESA portal before you count it.`,
      `Pictures: ${refs.length}`,
    ],
    pictures,
  };
}

async function onTicket(request: DeskRequest & { about: 'ticket' }, { desk: { tickets } }: DeskVerb): Promise<DeskAnswer> {
  const { id, decision } = request;
  if (decision === 'take') await tickets.take(id);
  if (decision === 'ask' || decision === 'solve') await tickets.answer(id, request.text, decision);
  if (decision !== null) return plain(`Ticket ${id}: ${{ take: 'taken', ask: 'asked', solve: 'solved' }[decision]}.`);
  const { type, description, messages, pictures: refs } = await tickets.ticket(id);
  const pictures: DeskPicture[] = [];
  for (const [n, ref] of request.pictures ? refs.entries() : []) {
    const kept = await tickets.picture(ref);
    if (kept) pictures.push({ name: `ticket-${id}-${n + 1}.${endingOf(kept.mime)}`, bytes: kept.bytes });
  }
  return {
    lines: [
      `Ticket ${id}, ${subjectOf(type)}`,
      `borrower: ${description}`,
      ...messages.map(({ author, text, at }) => `${inNairobi(at)}  ${author}: ${text}`),
      `Pictures: ${refs.length}`,
    ],
    pictures,
  };
}

/** @returns what to tell the operator, and the pictures that were asked for. @throws CannotStart */
export async function atDesk(request: DeskRequest, verb: DeskVerb): Promise<DeskAnswer> {
  try {
    switch (request.about) {
      case 'everything':
        return plain(...(await listEverything(verb)));
      case 'application':
        return await onApplication(request, verb);
      case 'payment':
        return await onPayment(request, verb);
      case 'proof':
        return await onProof(request, verb);
      case 'ticket':
        return await onTicket(request, verb);
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new CannotStart(`${messageText('en', error.key, error.params)}. Nothing was changed; \`npm run desk\` lists what waits.`);
  }
}
