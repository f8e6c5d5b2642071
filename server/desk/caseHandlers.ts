/** The calls of the desk about cases. Each opening of a case and each act writes a line of the log, in the same transaction. */
import { readTransitions } from '#server/books/orders.ts';
import { isOwnCase, type Clerk } from '#server/staff/clerk.ts';
import type { CaseHandlers, DeskRequest } from '#server/staff/deskHandler.ts';
import { DeskRefused } from '#server/staff/deskRefused.ts';
import type { Tx } from '#server/store/store.ts';
import { QUEUES, type DeskAct, type Queue } from '#src/api/desk.ts';
import { ACTS_OF, QUEUES_OF } from '#src/api/deskRights.ts';
import { actOf, closeAct, lockAct, needsSecondPerson, storeAct, waitingActs } from './approvals.ts';
import { ALWAYS_POSSIBLE, amountOf, carryOut, CASES, costsTheLender } from './carryOut.ts';
import { readCasePicture } from './casePictures.ts';
import { putBackCase, takeCase, useClaim } from './claims.ts';
import { uncover, uncoveredIn } from './covered.ts';
import type { DeskDeps, DeskServices } from './deskContext.ts';
import { figuresOf } from './dayFigures.ts';
import { historyOf } from './history.ts';
import { countQueue, findCase, readQueue, type FoundCase } from './queueSource.ts';
import { queueSources } from './queueSources.ts';
import { casesOf, meantBy } from './searchCases.ts';
import { erased, viewCase, type LoadedCase } from './viewCase.ts';

const unknownCase = (): DeskRefused => new DeskRefused('unknownCase', 'There is no such case.');

const isQueue = (name: string): name is Queue => (QUEUES as readonly string[]).includes(name);

function splitCaseId(caseId: string): { queue: Queue; name: string } {
  const [queue = '', name = ''] = caseId.split(/:(.*)/s);
  if (!isQueue(queue)) throw unknownCase();
  return { queue, name };
}

const refuseClaim = (claim: 'own' | 'other' | null): void => {
  if (claim === 'other') throw new DeskRefused('takenByOther', 'Somebody else has taken this case.');
  if (claim === null) throw new DeskRefused('notTaken', 'Take the case first: a case that nobody works on for half an hour is free again.');
};

async function refuseAct(loaded: LoadedCase, act: DeskAct): Promise<void> {
  const { item, clerk, isWaiting } = loaded;
  if (!CASES[item.queue].acts.includes(act.name)) throw new DeskRefused('notAllowed', 'This is not done in such a case.');
  if (!ACTS_OF[clerk.role].includes(act.name)) throw new DeskRefused('notAllowed', 'Your role does not allow this.');
  if (isWaiting || ALWAYS_POSSIBLE.includes(act.name)) return;
  const notYet = (await CASES[item.queue].notYet?.(loaded)) ?? null;
  if (notYet !== null) throw new DeskRefused('notAllowed', notYet);
  throw new DeskRefused('tooLate', 'This case has been decided meanwhile.');
}

/** The reason of an act, for the log. A text to the borrower is not part of it. */
const reasonOf = (act: DeskAct): string | null => ('reason' in act ? act.reason : null);

/** The parts of a request that a case needs. */
type Requested = Pick<DeskRequest, 'clerk' | 'traceId'>;

export interface DeskCases {
  handlers: CaseHandlers;
  /** Number of waiting cases by queue, of all clerks. */
  waiting(): Promise<{ queue: Queue; waiting: number }[]>;
  /** A picture of a case; null: there is none. @throws DeskRefused covered, unless this clerk has uncovered the photos. */
  picture(name: string, clerk: Clerk): Promise<Buffer | null>;
}

export function createDeskCases(services: DeskServices): DeskCases {
  const { store, clock, log, secret } = services;
  const sources = queueSources(services.rulesDecide);
  /** The services for a request. */
  const depsOf = (traceId: string): DeskDeps => ({ ...services, acts: services.acts(traceId) });
  const count = (queue: Queue) => countQueue(store.db, sources[queue], clock.now());

  function mayRead({ role }: Clerk, queue: Queue): void {
    if (!QUEUES_OF[role].includes(queue)) throw new DeskRefused('notAllowed', 'Your role does not handle these cases.');
  }

  async function load(tx: Tx, { clerk, traceId }: Requested, caseId: string): Promise<LoadedCase> {
    const { queue, name } = splitCaseId(caseId);
    mayRead(clerk, queue);
    const now = clock.now();
    const found: FoundCase | null = await findCase(tx, sources[queue], clerk, name, now);
    if (!found) throw unknownCase();
    if (found.item.isOwn) throw new DeskRefused('ownCase', 'This case is about your own number: somebody else handles it.');
    return { deps: depsOf(traceId), tx, clerk, ...found, now, uncovered: await uncoveredIn(tx, caseId, clerk), afterwards: [] };
  }

  const handlers: CaseHandlers = {
    queues: (_input, { clerk }) => Promise.all(QUEUES_OF[clerk.role].map(count)),

    async queue({ queue, page }, { clerk }) {
      mayRead(clerk, queue);
      return readQueue(store.db, sources[queue], clerk, page, clock.now());
    },

    case: ({ caseId }, { clerk, traceId }) =>
      store.tx(async (tx) => {
        const loaded = await load(tx, { clerk, traceId }, caseId);
        await log.write(tx, { clerk, what: 'look', caseId, reason: null });
        return viewCase(loaded);
      }),

    find: ({ query, reason }, { clerk }) =>
      store.tx(async (tx) => {
        await log.write(tx, { clerk, what: 'find', caseId: null, reason });
        const meant = await meantBy(tx, query);
        return meant ? casesOf(tx, sources, clerk, meant, clock.now()) : [];
      }),

    transitions: ({ orderNo, reason }, { clerk }) =>
      store.tx(async (tx) => {
        await log.write(tx, { clerk, what: `transitions ${orderNo}`, caseId: null, reason });
        const owner = await tx
          .selectFrom('loan_order')
          .innerJoin('app_user', 'app_user.id', 'loan_order.user_id')
          .select(['app_user.msisdn', 'app_user.id'])
          .where('loan_order.order_no', '=', orderNo)
          .executeTakeFirst();
        if (owner && isOwnCase(clerk, { userId: owner.id, mobile: owner.msisdn }))
          throw new DeskRefused('ownCase', 'This order is of your own number: somebody else looks at it.');
        const found = await readTransitions(tx, orderNo);
        if (!found) throw new DeskRefused('unknownCase', 'There is no such order.');
        return found;
      }),

    take: ({ caseId }, { clerk, traceId, keep }) =>
      store.tx(async (tx) => {
        await load(tx, { clerk, traceId }, caseId);
        if (!(await takeCase(tx, caseId, clerk, clock.now()))) refuseClaim('other');
        await log.write(tx, { clerk, what: 'take', caseId, reason: null });
        const output = await viewCase(await load(tx, { clerk, traceId }, caseId));
        await keep(tx, output);
        return output;
      }),

    putBack: ({ caseId }, { clerk, traceId, keep }) =>
      store.tx(async (tx) => {
        await load(tx, { clerk, traceId }, caseId);
        if (!(await putBackCase(tx, caseId, clerk))) throw new DeskRefused('notTaken', 'You have not taken this case.');
        await log.write(tx, { clerk, what: 'putBack', caseId, reason: null });
        const output = await viewCase(await load(tx, { clerk, traceId }, caseId));
        await keep(tx, output);
        return output;
      }),

    uncover: ({ caseId, what, reason }, { clerk, traceId }) =>
      store.tx(async (tx) => {
        const loaded = await load(tx, { clerk, traceId }, caseId);
        const kind = CASES[loaded.item.queue];
        if (!kind.covered.includes(what)) throw new DeskRefused('badInput', 'Nothing of this kind is covered here.');
        refuseClaim(await useClaim(tx, caseId, clerk, clock.now()));
        await uncover(tx, caseId, clerk, what, clock.now());
        await log.write(tx, { clerk, what: `uncover ${what}`, caseId, reason });
        const mobile: Record<string, string> = what === 'mobile' && loaded.row.mobile !== null ? { mobile: `+${loaded.row.mobile}` } : {};
        return { values: { ...mobile, ...(await kind.values(loaded, what)) } };
      }),

    async act({ caseId, act }, { clerk, traceId, keep }) {
      let afterwards: readonly (() => void)[] = [];
      const answer = await store.tx(async (tx) => {
        const loaded = await load(tx, { clerk, traceId }, caseId);
        ({ afterwards } = loaded);
        await refuseAct(loaded, act);
        refuseClaim(await useClaim(tx, caseId, clerk, clock.now()));
        if ((await waitingActs(tx, caseId)).length > 0) throw new DeskRefused('tooLate', 'An act in this case waits for a second person.');
        const before = await viewCase(loaded);
        const amount = await amountOf(loaded, act);
        const waits = needsSecondPerson(act, amount) || (await costsTheLender(loaded, act));
        await log.write(tx, { clerk, what: waits ? `${act.name} waits` : act.name, caseId, reason: reasonOf(act) });
        if (waits) await storeAct(tx, { caseId, orderId: loaded.row.order_id, act, amount, clerk, now: clock.now() });
        else {
          await carryOut(loaded, act);
          await putBackCase(tx, caseId, clerk);
        }
        const { queue, name } = splitCaseId(caseId);
        const isGone = (await findCase(tx, sources[queue], clerk, name, clock.now())) === null;
        const shown = isGone
          ? erased(before, await historyOf(tx, log, caseId, loaded.row.order_id))
          : await viewCase(await load(tx, { clerk, traceId }, caseId));
        const output = { state: waits ? ('waitsForSecond' as const) : ('done' as const), case: shown };
        await keep(tx, output);
        return output;
      });
      for (const work of afterwards) work();
      services.acts(traceId).queued();
      return answer;
    },

    async decideWaiting({ approvalId, decision }, { clerk, traceId, keep }) {
      const deps = depsOf(traceId);
      let afterwards: (() => void)[] = [];
      const answer = await store.tx(async (tx) => {
        afterwards = [];
        const waiting = await lockAct(tx, approvalId);
        if (!waiting) throw unknownCase();
        if (waiting.state !== 'waiting') throw new DeskRefused('tooLate', `This act is ${waiting.state} already.`);
        if (waiting.staff_id === clerk.staffId)
          throw new DeskRefused('needsSecondPerson', 'A second person has to decide: you have asked for this act.');
        const { queue, name } = splitCaseId(waiting.case_id);
        const found = await findCase(tx, sources[queue], clerk, name, clock.now());
        if (!found) throw unknownCase();
        if (isOwnCase(clerk, { userId: found.row.user_id, mobile: found.row.mobile }))
          throw new DeskRefused('ownCase', 'This case is about your own number: somebody else handles it.');
        const act = actOf(tx, waiting);
        if (decision === 'confirm') {
          if (!found.isWaiting && !ALWAYS_POSSIBLE.includes(act.name))
            throw new DeskRefused('tooLate', 'This case has been decided meanwhile: decline the act.');
          await carryOut({ deps, tx, clerk, ...found, now: clock.now(), uncovered: [], afterwards }, act);
        }
        await closeAct(tx, approvalId, decision === 'confirm' ? 'confirmed' : 'declined', clerk, clock.now());
        await log.write(tx, { clerk, what: `${act.name} ${decision}`, caseId: waiting.case_id, reason: reasonOf(act) });
        const output = { state: decision === 'confirm' ? ('done' as const) : ('declined' as const) };
        await keep(tx, output);
        return output;
      });
      for (const work of afterwards) work();
      deps.acts.queued();
      return answer;
    },

    figures: ({ day }) => figuresOf(store, day, clock.now()),
  };

  return {
    handlers,
    waiting: () => Promise.all(QUEUES.map(count)),
    picture: (name, clerk) => readCasePicture(store.db, secret, name, clerk),
  };
}
