/** The desk over HTTP without the rest of the lender, and browsers that keep its cookies. */
import Fastify, { type FastifyInstance } from 'fastify';
import { TOTP, Secret } from 'otpauth';
import { createCounters } from '#server/identity/counters.ts';
import { limitsOf, DEFAULT_LIMITS } from '#server/identity/limitTable.ts';
import { createSandboxClerks } from '#server/simulation/sandbox/sandboxClerks.ts';
import { createStaff, type Staff } from '#server/staff/createStaff.ts';
import type { CaseHandlers, DeskHandlers, RequestOf } from '#server/staff/deskHandler.ts';
import { createPasswords, derive } from '#server/staff/passwords.ts';
import { deskRoutes } from '#server/staff/deskRoutes.ts';
import { addSecurityHeaders } from '#server/wire/securityHeaders.ts';
import { createSecret } from '#server/store/secret.ts';
import type { SecurityEvent } from '#server/store/securityLog.ts';
import type { Store, Tx } from '#server/store/store.ts';
import { SANDBOX_CLERK, type DeskCall, type DeskSession, type Role } from '#src/api/desk.ts';
import { createDeskBrowser, type DeskBrowser } from '#tests/support/deskBrowser.ts';
import type { TestClock } from '#tests/support/database.ts';
import { collectSecurityEvents } from '#tests/support/securityEvents.ts';

/** A password of four words, as the desk recommends. */
export const PASSWORD = 'tango orbit velvet quarry';

export interface BrowserOptions {
  /** `https://desk.example.ke` by default. */
  origin?: string;
  /** The caller's address. */
  address?: string;
}

export interface Desk {
  store: Store;
  clock: TestClock;
  staff: Staff;
  app: FastifyInstance;
  events: SecurityEvent[];
  /** Calls about cases whose handler ran, in order. */
  handled: DeskCall[];
  browser(options?: BrowserOptions): DeskBrowser;
  /** A browser with a session of a clerk of this role, who never signed in. */
  as(role: Role, options?: BrowserOptions): Promise<DeskBrowser & { session: DeskSession }>;
}

export interface DeskOptions {
  isProduction?: boolean;
  host?: string | null;
  act?: (tx: Tx, request: RequestOf<'act'>) => Promise<void>;
}

/** Handlers of the calls about cases. They only record that they ran. */
function caseHandlers(store: Store, handled: DeskCall[], act: DeskOptions['act']): CaseHandlers & Pick<DeskHandlers, 'recordings'> {
  const ran = (call: DeskCall, output: unknown) => (): Promise<never> => {
    handled.push(call);
    return Promise.resolve(output as never);
  };
  const changed =
    (call: DeskCall) =>
    (_input: unknown, request: { keep(tx: Tx, output: unknown): Promise<void> }): Promise<never> =>
      store.tx(async (tx) => {
        const output = { state: 'done', nth: handled.length };
        await act?.(tx, request as RequestOf<'act'>);
        await request.keep(tx, output);
        handled.push(call);
        return output as never;
      });
  return {
    queues: ran('queues', []),
    queue: ran('queue', { items: [], more: false }),
    case: ran('case', {}),
    find: ran('find', []),
    recordings: ran('recordings', { rows: [], total: 0, more: false }),
    transitions: ran('transitions', []),
    take: changed('take'),
    putBack: changed('putBack'),
    uncover: ran('uncover', { values: {} }),
    act: changed('act'),
    decideWaiting: changed('decideWaiting'),
    figures: ran('figures', {}),
  };
}

const derived = new Map<string, Promise<Buffer>>();

/** scrypt, computed once for each password, salt and cost, because every sign-in of a test needs the same hash again. */
const deriveOnce: typeof derive = (password, salt, cost) => {
  const key = JSON.stringify([password.normalize('NFKC'), salt.toString('hex'), cost]);
  const known = derived.get(key) ?? derive(password, salt, cost);
  derived.set(key, known);
  return known;
};

export async function openDesk(
  store: Store,
  clock: TestClock,
  { isProduction = false, host = null, act }: DeskOptions = {},
): Promise<Desk> {
  const { events, security } = collectSecurityEvents();
  const secret = createSecret(Buffer.alloc(32, 7));
  const staff = createStaff({
    ...{ store, clock, security, limits: limitsOf(DEFAULT_LIMITS), counters: createCounters(store, clock, secret) },
    note: (event) => events.push(event),
    lenderName: 'Example Loan',
    passwords: createPasswords(deriveOnce),
  });
  const handled: DeskCall[] = [];
  const app = Fastify({ trustProxy: true });
  addSecurityHeaders(app);
  await app.register(deskRoutes, {
    sessions: staff.sessions,
    answers: staff.answers,
    note: (event) => events.push(event),
    handlers: { ...staff.handlers, ...caseHandlers(store, handled, act) },
    picture: (name) => Promise.resolve(name === 'known' ? Buffer.from('jpeg') : null),
    recordingLines: null,
    sandboxClerk: isProduction ? null : createSandboxClerks(store, clock, staff.signIn),
    ...{ isProduction, host },
  });
  const browser = (options?: BrowserOptions): DeskBrowser => openBrowser(app, options);
  return {
    ...{ store, clock, staff, app, events, handled, browser },
    async as(role, options) {
      const one = browser(options);
      const { data } = await one.send(SANDBOX_CLERK, { role });
      return Object.assign(one, { session: data as unknown as DeskSession });
    },
  };
}

function openBrowser(
  app: FastifyInstance,
  { origin = 'https://desk.example.ke', address = '203.0.113.7' }: BrowserOptions = {},
): DeskBrowser {
  const { host, protocol } = new URL(origin);
  const behindProxy = { host, 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-for': address };
  return createDeskBrowser(origin, async (url, headers, payload) => {
    const sent = await app.inject({
      url,
      headers: { ...behindProxy, ...headers },
      ...(payload === null ? {} : { method: 'POST' as const, payload }),
    });
    return {
      status: sent.statusCode,
      headers: sent.headers,
      cookies: [sent.headers['set-cookie'] ?? []].flat(),
      body: sent.rawPayload,
    };
  });
}

/** The code that an authenticator app with this secret shows. */
export const codeOf = (secret: string, at: number): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

export const tokenIn = (link: unknown): string => String(link).split('#invitation=')[1] ?? '';

/** Accepts an invitation in a browser of its own. @returns the browser, signed in, and the secret of the authenticator. */
export async function accept(desk: Desk, invitation: string, password = PASSWORD): Promise<{ browser: DeskBrowser; secret: string }> {
  const browser = desk.browser();
  const { data } = await browser.call('readInvitation', { invitation });
  const { secret } = data['authenticator'] as { secret: string };
  await browser.call('acceptInvitation', { invitation, password, code: codeOf(secret, desk.clock.now()) });
  return { browser, secret };
}

/** A member of staff with a password and an authenticator, invited by the fixture's administrator and signed in. */
export async function hire(desk: Desk, name: string, role: Role): Promise<{ browser: DeskBrowser; secret: string; staffId: string }> {
  const administrator = await desk.as('administrator');
  const { data } = await administrator.call('invite', { name, role, ownMobile: null, requestId: `hire-${name.replaceAll(/[^\w]/g, '-')}` });
  const { browser, secret } = await accept(desk, tokenIn(data['link']));
  const { data: session } = await browser.call('session', {});
  return { browser, secret, staffId: String(session['staffId']) };
}
