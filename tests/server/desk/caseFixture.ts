/** Fixture: the desk over HTTP beside a lender with its rail, and signed-in clerks. */
import Fastify, { type FastifyInstance } from 'fastify';
import { beforeAll } from 'vitest';
import { createDeskCases } from '#server/desk/caseHandlers.ts';
import { createCounters } from '#server/identity/counters.ts';
import { limitsOf, DEFAULT_LIMITS } from '#server/identity/limitTable.ts';
import { createBlockedNumbers, type BlockedNumbers } from '#server/identity/blockedNumbers.ts';
import { createAccounts, type Accounts } from '#server/policies/accountClosing.ts';
import { createStaff } from '#server/staff/createStaff.ts';
import { deskRoutes } from '#server/staff/deskRoutes.ts';
import { csrfOf } from '#server/staff/staffSessions.ts';
import { encryptValue } from '#server/store/rowEncryption.ts';
import { createSecret } from '#server/store/secret.ts';
import {
  CSRF_HEADER,
  DESK_API,
  type DeskAct,
  type DeskCall,
  type DeskCase,
  type DeskInput,
  type DeskOutput,
  type DeskRefusal,
  type Queue,
  type QueueItem,
  type Role,
} from '#src/api/desk.ts';
import { collectSecurityEvents } from '#tests/support/securityEvents.ts';
import type { LoanFixture } from '../lending/loanFixture.ts';

/** An answer of the desk: the data, or the name of the refusal. */
export type Answered<T> =
  | { data: T; error?: undefined; message?: undefined }
  | { data?: undefined; error: DeskRefusal['error']; message: string };

export interface TestClerk {
  staffId: string;
  call<C extends DeskCall>(call: C, input: DeskInput<C>): Promise<Answered<DeskOutput<C>>>;
  /** The cases of a queue. @throws Error when the call is refused. */
  waiting(queue: Queue): Promise<QueueItem[]>;
  open(caseId: string): Promise<DeskCase>;
  take(caseId: string): Promise<Answered<DeskCase>>;
  act(caseId: string, act: DeskAct, requestId?: string): Promise<Answered<DeskOutput<'act'>>>;
  /** Takes the case and acts in it. */
  takeAndAct(caseId: string, act: DeskAct): Promise<Answered<DeskOutput<'act'>>>;
  decide(approvalId: string, decision: 'confirm' | 'decline'): Promise<Answered<DeskOutput<'decideWaiting'>>>;
  picture(name: string): Promise<number>;
}

/** The part of `fetch` that a page of the desk uses. */
export type PageFetch = (url: string, init: { headers: Record<string, string>; body: string }) => Promise<Response>;

export interface CaseDesk {
  /** A clerk in a session that begins now. The same name is the same person. */
  clerk(role: Role, name?: string, own?: { mobile: string }): Promise<TestClerk>;
  /** The `fetch` of a page of the desk, in a session that begins now. The same name is the same person. */
  fetchAs(role: Role, name: string): Promise<PageFetch>;
  blocked: BlockedNumbers;
  accounts: Accounts;
  /** Texts to numbers of accounts that were closed in this test. */
  closedTexts: { to: string; text: string }[];
  /** Log lines about a case, oldest first: who, what, why. */
  logged(caseId: string): Promise<string[]>;
}

let requests = 0;
export const newRequestId = (): string => `test-request-${++requests}`;

/** The id of a test's clerk, who is identified by name. */
export const staffIdOf = (name: string): string => `staff-${name}`;

async function open(fixture: LoanFixture): Promise<CaseDesk> {
  const { store, clock, lending } = fixture;
  const secret = createSecret(Buffer.alloc(32, 7));
  const { security } = collectSecurityEvents();
  const { sessions, log, answers, handlers } = createStaff({
    ...{ store, clock, security, limits: limitsOf(DEFAULT_LIMITS), counters: createCounters(store, clock, secret) },
    note: () => {},
    lenderName: 'Example Loan',
  });
  const blocked = createBlockedNumbers(secret, clock, { paybill: '174379', phone: null, email: 'help@example.ke' });
  const accounts = createAccounts(store, clock, secret, security);
  const closedTexts: { to: string; text: string }[] = [];
  const sendAccountClosed = (to: string, text: string): void => void closedTexts.push({ to, text });
  const cases = createDeskCases({
    store,
    clock,
    secret,
    security,
    log,
    acts: (traceId) => lending.forRequest(traceId).desk,
    blocked,
    accounts,
    sendAccountClosed,
    rulesDecide: () => true,
    refersUnreadPhotos: false,
    paybill: '174379',
    email: 'help@example.ke',
  });
  const app: FastifyInstance = Fastify();
  await app.register(deskRoutes, {
    sessions,
    answers,
    note: () => {},
    handlers: { ...handlers, ...cases.handlers },
    picture: cases.picture,
    recordingLines: null,
    sandboxClerk: null,
    isProduction: false,
    host: null,
  });

  const signIn = (staffId: string, role: Role, name: string, own?: { mobile: string }): Promise<string> =>
    store.tx(async (tx) => {
      const own_mobile_sealed = own ? encryptValue(tx, 'staff_member.own_mobile_sealed', [staffId], own.mobile) : null;
      await tx
        .insertInto('staff_member')
        .values({ staff_id: staffId, name, role, own_mobile_sealed, created_at: clock.now() })
        .onConflict((c) => c.column('staff_id').doNothing())
        .execute();
      return sessions.begin(tx, staffId);
    });

  async function fetchAs(role: Role, name: string): Promise<PageFetch> {
    const token = await signIn(staffIdOf(name), role, name);
    const page = { cookie: `desk-session=${token}`, origin: 'http://localhost', host: 'localhost' };
    return async (url, { headers, body }) => {
      const { statusCode, body: text } = await app.inject({ method: 'POST', url, headers: { ...headers, ...page }, payload: body });
      return new Response(text, { status: statusCode });
    };
  }

  async function clerk(role: Role, name: string = role, own?: { mobile: string }): Promise<TestClerk> {
    const staffId = staffIdOf(name);
    const token = await signIn(staffId, role, name, own);
    const headers = { cookie: `desk-session=${token}`, origin: 'http://localhost', host: 'localhost', [CSRF_HEADER]: csrfOf(token) };
    const call: TestClerk['call'] = async (name_, input) => {
      const response = await app.inject({ method: 'POST', url: `${DESK_API}/${name_}`, headers, payload: input });
      return response.json();
    };
    const must = <T>({ data, error, message }: Answered<T>): T => {
      if (error !== undefined) throw new Error(`${error}: ${message}`);
      return data as T;
    };
    const act: TestClerk['act'] = (caseId, one, requestId = newRequestId()) => call('act', { caseId, act: one, requestId });
    const take: TestClerk['take'] = (caseId) => call('take', { caseId, requestId: newRequestId() });
    return {
      staffId,
      call,
      waiting: async (queue) => must(await call('queue', { queue, page: 0 })).items,
      open: async (caseId) => must(await call('case', { caseId })),
      take,
      act,
      async takeAndAct(caseId, one) {
        must(await take(caseId));
        return act(caseId, one);
      },
      decide: (approvalId, decision) => call('decideWaiting', { approvalId, decision, requestId: newRequestId() }),
      picture: async (file) => (await app.inject({ url: `${DESK_API}/picture/${file}`, headers })).statusCode,
    };
  }
  return {
    clerk,
    fetchAs,
    blocked,
    accounts,
    closedTexts,
    async logged(caseId) {
      const lines = await log.read(store.db, { caseId, before: null });
      return lines.map(({ who, what, reason }) => [who, what, ...(reason === null ? [] : [reason])].join(' | ')).reverse();
    },
  };
}

/** Call it once per suite, after the fixture. Its members exist from the first test on. */
export function setCaseDesk(fixture: LoanFixture): CaseDesk {
  const desk = {} as CaseDesk;
  beforeAll(async () => {
    Object.assign(desk, await open(fixture));
  });
  return desk;
}
