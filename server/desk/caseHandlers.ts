/** The calls of the desk about cases. Every look at a case and every act is one line of the log, in the same transaction. */
import { repaidLoans } from '#server/books/ledger.ts';
import { readTransitions } from '#server/books/orders.ts';
import { readSections } from '#server/apply/applicant.ts';
import { storedPhoto } from '#server/apply/photos/judgeContent.ts';
import { findPayment } from '#server/repay/correction.ts';
import { isOwnCase, type Clerk } from '#server/staff/clerk.ts';
import type { CaseHandlers } from '#server/staff/deskHandler.ts';
import { DeskRefused } from '#server/staff/deskRefused.ts';
import type { StoredSide } from '#server/store/schema/index.ts';
import type { Db, Tx } from '#server/store/store.ts';
import { toMsisdn } from '#machines/model/phoneNumber.ts';
import { QUEUES, type DeskAct, type DeskActName, type DeskCase, type Queue, type QueueItem } from '#src/api/desk.ts';
import { ACTS_OF, QUEUES_OF } from '#src/api/deskRights.ts';
import { actOf, closeAct, lockAct, needsSecondPerson, storeAct, waitingActs } from './approvals.ts';
import { ALWAYS_POSSIBLE, amountOf, carryOut, CASES, costsTheLender } from './carryOut.ts';
import { putBackCase, takeCase, useClaim } from './claims.ts';
import { maskedMobile, uncover, uncoveredIn } from './covered.ts';
import type { AboutCase, DeskDeps } from './deskContext.ts';
import { figuresOf } from './dayFigures.ts';
import { historyOf } from './history.ts';
import { countQueue, findCase, itemsOf, readQueue, type FoundCase } from './queueSource.ts';
import { queueSources } from './queueSources.ts';

const unknownCase = (): DeskRefused => new DeskRefused('unknownCase', 'There is no such case.');

const isQueue = (name: string): name is Queue => (QUEUES as readonly string[]).includes(name);

function splitCaseId(caseId: string): { queue: Queue; name: string } {
  const [queue = '', name = ''] = caseId.split(/:(.*)/s);
  if (!isQueue(queue)) throw unknownCase();
  return { queue, name };
}

interface Loaded extends AboutCase {
  isWaiting: boolean;
}

export interface DeskCases {
  handlers: CaseHandlers;
  /** Cases that wait for a person, queue by queue, whoever handles them. */
  waiting(): Promise<{ queue: Queue; waiting: number }[]>;
  /** A picture of a case whose photos this clerk has uncovered; null: there is none. @throws DeskRefused covered. */
  picture(name: string, clerk: Clerk): Promise<Buffer | null>;
}

const ERASED = 'The account is closed, and its data is deleted.';

/** A case that is gone with the act that erased its borrower: nothing of them, and nothing that waits. */
const erased = (before: DeskCase, history: DeskCase['history']): DeskCase => ({
  ...before,
  ...(before.queue === 'closures' && { bar: ERASED }),
  why: ERASED,
  borrower: null,
  promisedBy: null,
  takenBy: null,
  history,
  covered: [],
  uncovered: [],
  acts: [],
});

export function createDeskCases(deps: DeskDeps): DeskCases {
  const { store, clock, log, secret } = deps;
  const sources = queueSources(deps.rulesDecide);
  const count = (queue: Queue) => countQueue(store.db, sources[queue], clock.now());

  function mayRead({ role }: Clerk, queue: Queue): void {
    if (!QUEUES_OF[role].includes(queue)) throw new DeskRefused('notAllowed', 'Your role does not handle these cases.');
  }

  async function load(tx: Tx, clerk: Clerk, caseId: string): Promise<Loaded> {
    const { queue, name } = splitCaseId(caseId);
    mayRead(clerk, queue);
    const now = clock.now();
    const found: FoundCase | null = await findCase(tx, sources[queue], clerk, name, now);
    if (!found) throw unknownCase();
    if (found.item.isOwn) throw new DeskRefused('ownCase', 'This case is about your own number: somebody else handles it.');
    return { deps, tx, clerk, ...found, now, uncovered: await uncoveredIn(tx, caseId, clerk), afterwards: [] };
  }

  async function borrowerOf({ tx, row, uncovered }: AboutCase): Promise<DeskCase['borrower']> {
    if (row.user_id === null) return null;
    const user = await tx
      .selectFrom('app_user')
      .select(['msisdn', 'language', 'erased_at'])
      .where('id', '=', row.user_id)
      .executeTakeFirst();
    if (!user || user.erased_at !== null) return null;
    const { personalInfo = {} } = await readSections(tx, row.user_id, ['personalInfo']);
    return {
      name: ['firstName', 'middleName', 'lastName']
        .map((field) => personalInfo[field] ?? '')
        .filter(Boolean)
        .join(' '),
      mobile: maskedMobile(user.msisdn, uncovered.includes('mobile')),
      language: user.language ?? 'en',
      loansRepaid: (await repaidLoans(tx, row.user_id)).repaid,
    };
  }

  /** What this clerk may do in the case now. */
  function actsIn(loaded: Loaded, waiting: readonly unknown[]): DeskActName[] {
    const { item, clerk, isWaiting } = loaded;
    const { acts, actsNow } = CASES[item.queue];
    if (item.takenBy?.staffId !== clerk.staffId || waiting.length > 0) return [];
    return (actsNow?.(loaded) ?? acts).filter((act) => ACTS_OF[clerk.role].includes(act) && (isWaiting || ALWAYS_POSSIBLE.includes(act)));
  }

  async function view(loaded: Loaded): Promise<DeskCase> {
    const { tx, item, row, isWaiting, uncovered } = loaded;
    const kind = CASES[item.queue];
    const order =
      row.order_id === null
        ? undefined
        : await tx.selectFrom('loan_order').select(['order_no', 'status']).where('id', '=', row.order_id).executeTakeFirst();
    const waiting = await waitingActs(tx, item.caseId);
    return {
      ...item,
      isWaiting,
      orderNo: order?.order_no ?? null,
      status: order?.status ?? null,
      borrower: await borrowerOf(loaded),
      history: await historyOf(tx, log, item.caseId, row.order_id),
      covered: kind.covered.filter((one) => one !== 'mobile' || row.mobile !== null),
      uncovered,
      acts: actsIn(loaded, waiting),
      waiting,
      ...(await kind.detail(loaded)),
      // Each file of `cases/` is typed by its queue, so this is the part that belongs to it.
    } as unknown as DeskCase;
  }

  const refuseClaim = (claim: 'own' | 'other' | null): void => {
    if (claim === 'other') throw new DeskRefused('takenByOther', 'Somebody else has taken this case.');
    if (claim === null)
      throw new DeskRefused('notTaken', 'Take the case first: a case that nobody works on for half an hour is free again.');
  };

  function refuseAct({ item, clerk, isWaiting }: Loaded, act: DeskAct): void {
    if (!CASES[item.queue].acts.includes(act.name)) throw new DeskRefused('notAllowed', 'This is not done in such a case.');
    if (!ACTS_OF[clerk.role].includes(act.name)) throw new DeskRefused('notAllowed', 'Your role does not allow this.');
    if (!isWaiting && !ALWAYS_POSSIBLE.includes(act.name)) throw new DeskRefused('tooLate', 'This case has been decided meanwhile.');
  }

  /** The reason of an act for the log, without words to the borrower. */
  const reasonOf = (act: DeskAct): string | null => ('reason' in act ? act.reason : null);

  const tx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => store.tx(work);

  /** @property orderId the loan that is meant; null: the borrower's latest. */
  interface Meant {
    userId: number;
    orderId: number | null;
  }

  /** Whom somebody at the desk means by a number of a phone, a loan, a ticket, a proof or a receipt. */
  async function meantBy(db: Db, query: string): Promise<Meant | null> {
    const mobile = toMsisdn(query);
    if (mobile !== null) {
      const user = await db.selectFrom('app_user').select('id').where('msisdn', '=', mobile).executeTakeFirst();
      if (user) return { userId: user.id, orderId: null };
    }
    const name = query.replace(/\s/g, '').toUpperCase();
    // A receipt stands where its payment counts now.
    const payment = await findPayment(db, name);
    const order = await db
      .selectFrom('loan_order')
      .select(['id', 'user_id'])
      .where((is) => (payment ? is('id', '=', payment.orderId) : is('order_no', '=', name)))
      .executeTakeFirst();
    if (order) return { userId: order.user_id, orderId: order.id };
    const ticket = await db.selectFrom('ticket').select('user_id').where('ticket_no', '=', name).executeTakeFirst();
    if (ticket) return { userId: ticket.user_id, orderId: null };
    const proof = await db
      .selectFrom('proof as p')
      .innerJoin('loan_order as o', 'o.id', 'p.order_id')
      .select(['o.user_id', 'o.id'])
      .where((is) => is.or([is('p.proof_no', '=', name), is('p.receipt', '=', name)]))
      .executeTakeFirst();
    if (proof) return { userId: proof.user_id, orderId: proof.id };
    const intent = await db.selectFrom('rail_intent').select(['user_id', 'order_id']).where('receipt', '=', name).executeTakeFirst();
    return intent ? { userId: intent.user_id, orderId: intent.order_id } : null;
  }

  /**
   * What waits of a borrower; and the loan that was meant, so that a payment can be moved, also one of a loan that has ended,
   * and a number unblocked where nothing waits.
   */
  async function casesOf(db: Db, clerk: Clerk, { userId, orderId }: Meant): Promise<QueueItem[]> {
    const now = clock.now();
    const items: QueueItem[] = [];
    for (const queue of QUEUES_OF[clerk.role]) items.push(...(await itemsOf(db, sources[queue], clerk, userId, now)));
    const loan = await db
      .selectFrom('loan_order')
      .select(['order_no', 'disbursed_on'])
      .where((is) => (orderId === null ? is('user_id', '=', userId) : is('id', '=', orderId)))
      .orderBy('id', 'desc')
      .executeTakeFirst();
    if (!loan) return items;
    const queue: Queue = loan.disbursed_on !== null && QUEUES_OF[clerk.role].includes('overdue') ? 'overdue' : 'applications';
    if (!QUEUES_OF[clerk.role].includes(queue) || items.some(({ caseId }) => caseId === `${queue}:${loan.order_no}`)) return items;
    const found = await findCase(db, sources[queue], clerk, loan.order_no, now);
    return found ? [...items, found.item] : items;
  }

  const handlers: CaseHandlers = {
    queues: (_input, { clerk }) => Promise.all(QUEUES_OF[clerk.role].map(count)),

    async queue({ queue, page }, { clerk }) {
      mayRead(clerk, queue);
      return readQueue(store.db, sources[queue], clerk, page, clock.now());
    },

    case: ({ caseId }, { clerk }) =>
      tx(async (one) => {
        const loaded = await load(one, clerk, caseId);
        await log.write(one, { clerk, what: 'look', caseId, reason: null });
        return view(loaded);
      }),

    find: ({ query, reason }, { clerk }) =>
      tx(async (one) => {
        await log.write(one, { clerk, what: 'find', caseId: null, reason });
        const meant = await meantBy(one, query);
        return meant ? casesOf(one, clerk, meant) : [];
      }),

    transitions: ({ orderNo, reason }, { clerk }) =>
      tx(async (one) => {
        await log.write(one, { clerk, what: `transitions ${orderNo}`, caseId: null, reason });
        const owner = await one
          .selectFrom('loan_order')
          .innerJoin('app_user', 'app_user.id', 'loan_order.user_id')
          .select(['app_user.msisdn', 'app_user.id'])
          .where('loan_order.order_no', '=', orderNo)
          .executeTakeFirst();
        if (owner && isOwnCase(clerk, { userId: owner.id, mobile: owner.msisdn }))
          throw new DeskRefused('ownCase', 'This order is of your own number: somebody else looks at it.');
        const found = await readTransitions(one, orderNo);
        if (!found) throw new DeskRefused('unknownCase', 'There is no such order.');
        return found;
      }),

    take: ({ caseId }, { clerk, keep }) =>
      tx(async (one) => {
        await load(one, clerk, caseId);
        if (!(await takeCase(one, caseId, clerk, clock.now()))) refuseClaim('other');
        await log.write(one, { clerk, what: 'take', caseId, reason: null });
        const output = await view(await load(one, clerk, caseId));
        await keep(one, output);
        return output;
      }),

    putBack: ({ caseId }, { clerk, keep }) =>
      tx(async (one) => {
        await load(one, clerk, caseId);
        if (!(await putBackCase(one, caseId, clerk))) throw new DeskRefused('notTaken', 'You have not taken this case.');
        await log.write(one, { clerk, what: 'putBack', caseId, reason: null });
        const output = await view(await load(one, clerk, caseId));
        await keep(one, output);
        return output;
      }),

    uncover: ({ caseId, what, reason }, { clerk }) =>
      tx(async (one) => {
        const loaded = await load(one, clerk, caseId);
        const kind = CASES[loaded.item.queue];
        if (!kind.covered.includes(what)) throw new DeskRefused('badInput', 'Nothing of this kind is covered here.');
        refuseClaim(await useClaim(one, caseId, clerk, clock.now()));
        await uncover(one, caseId, clerk, what, clock.now());
        await log.write(one, { clerk, what: `uncover ${what}`, caseId, reason });
        const mobile: Record<string, string> = what === 'mobile' && loaded.row.mobile !== null ? { mobile: `+${loaded.row.mobile}` } : {};
        return { values: { ...mobile, ...(await kind.values(loaded, what)) } };
      }),

    async act({ caseId, act }, { clerk, keep }) {
      let afterwards: readonly (() => void)[] = [];
      const answer = await tx(async (one) => {
        const loaded = await load(one, clerk, caseId);
        ({ afterwards } = loaded);
        refuseAct(loaded, act);
        refuseClaim(await useClaim(one, caseId, clerk, clock.now()));
        if ((await waitingActs(one, caseId)).length > 0) throw new DeskRefused('tooLate', 'An act in this case waits for a second person.');
        const before = await view(loaded);
        const amount = await amountOf(loaded, act);
        const waits = needsSecondPerson(act, amount) || (await costsTheLender(loaded, act));
        await log.write(one, { clerk, what: waits ? `${act.name} waits` : act.name, caseId, reason: reasonOf(act) });
        if (waits) await storeAct(one, { caseId, orderId: loaded.row.order_id, act, amount, clerk, now: clock.now() });
        else {
          await carryOut(loaded, act);
          await putBackCase(one, caseId, clerk);
        }
        const { queue, name } = splitCaseId(caseId);
        const isGone = (await findCase(one, sources[queue], clerk, name, clock.now())) === null;
        const shown = isGone
          ? erased(before, await historyOf(one, log, caseId, loaded.row.order_id))
          : await view(await load(one, clerk, caseId));
        const output = { state: waits ? ('waitsForSecond' as const) : ('done' as const), case: shown };
        await keep(one, output);
        return output;
      });
      for (const work of afterwards) work();
      deps.acts.queued();
      return answer;
    },

    async decideWaiting({ approvalId, decision }, { clerk, keep }) {
      let afterwards: (() => void)[] = [];
      const answer = await tx(async (one) => {
        afterwards = [];
        const waiting = await lockAct(one, approvalId);
        if (!waiting) throw unknownCase();
        if (waiting.state !== 'waiting') throw new DeskRefused('tooLate', `This act is ${waiting.state} already.`);
        if (waiting.staff_id === clerk.staffId)
          throw new DeskRefused('needsSecondPerson', 'A second person has to decide: you have asked for this act.');
        const { queue, name } = splitCaseId(waiting.case_id);
        const found = await findCase(one, sources[queue], clerk, name, clock.now());
        if (!found) throw unknownCase();
        if (isOwnCase(clerk, { userId: found.row.user_id, mobile: found.row.mobile }))
          throw new DeskRefused('ownCase', 'This case is about your own number: somebody else handles it.');
        const act = actOf(one, waiting);
        if (decision === 'confirm') {
          if (!found.isWaiting && !ALWAYS_POSSIBLE.includes(act.name))
            throw new DeskRefused('tooLate', 'This case has been decided meanwhile: decline the act.');
          await carryOut({ deps, tx: one, clerk, ...found, now: clock.now(), uncovered: [], afterwards }, act);
        }
        await closeAct(one, approvalId, decision === 'confirm' ? 'confirmed' : 'declined', clerk, clock.now());
        await log.write(one, { clerk, what: `${act.name} ${decision}`, caseId: waiting.case_id, reason: reasonOf(act) });
        const output = { state: decision === 'confirm' ? ('done' as const) : ('declined' as const) };
        await keep(one, output);
        return output;
      });
      for (const work of afterwards) work();
      deps.acts.queued();
      return answer;
    },

    figures: ({ day }) => figuresOf(store, day, clock.now()),
  };

  const isUncovered = async (clerk: Clerk, caseIds: readonly string[]): Promise<boolean> =>
    (await store.db
      .selectFrom('desk_uncovered')
      .select('case_id')
      .where('session_id', '=', clerk.sessionId)
      .where('what', '=', 'photos')
      .where('case_id', 'in', [...caseIds])
      .executeTakeFirst()) !== undefined;

  /** The cases that a picture belongs to, and how it is read. */
  async function pictureOf(name: string): Promise<{ caseIds: string[]; read: () => Promise<Buffer | null> } | null> {
    const { db } = store;
    const [kind, ref = '', side = ''] = name.split('-');
    if (kind === 'photo') {
      const order = await db.selectFrom('loan_order').select('user_id').where('order_no', '=', ref).executeTakeFirst();
      if (!order) return null;
      const read = async () => (await storedPhoto(db, secret, order.user_id, side as StoredSide))?.bytes ?? null;
      return { caseIds: [`applications:${ref}`, `secondLooks:${ref}`], read };
    }
    if (kind === 'proof') {
      const picture = await db
        .selectFrom('proof_picture as x')
        .innerJoin('proof as p', 'p.id', 'x.proof_id')
        .select(['p.proof_no', 'x.encrypted'])
        .where('x.ref', '=', ref)
        .executeTakeFirst();
      return picture
        ? { caseIds: [`proofs:${picture.proof_no}`], read: async () => secret.decrypt('photo', picture.encrypted, ref) }
        : null;
    }
    if (kind !== 'ticket') return null;
    const picture = await db
      .selectFrom('ticket_picture as x')
      .innerJoin('ticket as t', 't.id', 'x.ticket_id')
      .innerJoin('photo_blob as b', 'b.ref', 'x.ref')
      .select(['t.ticket_no', 'b.encrypted'])
      .where('x.ref', '=', ref)
      .executeTakeFirst();
    return picture
      ? { caseIds: [`messages:${picture.ticket_no}`], read: async () => secret.decrypt('photo', picture.encrypted, ref) }
      : null;
  }

  return {
    handlers,
    waiting: () => Promise.all(QUEUES.map(count)),
    async picture(name, clerk) {
      const found = await pictureOf(name);
      if (!found) return null;
      if (!(await isUncovered(clerk, found.caseIds))) throw new DeskRefused('covered', 'Give a reason before you look at the photos.');
      return found.read();
    },
  };
}
