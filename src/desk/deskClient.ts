/** The calls of the desk over HTTP. */
import type { Instant } from '#machines/model/calendar.ts';
import { openedAt } from '#machines/desk/setup.ts';
import type { DeskProblem } from '#machines/desk/problem.ts';
import {
  CSRF_HEADER,
  DESK_API,
  DESK_ERRORS,
  SANDBOX_CLERK,
  type DeskCall,
  type DeskInput,
  type DeskOutput,
  type DeskSession,
  type Role,
} from '#src/api/desk.ts';

/** Deadline of a call. The lender answers sooner, or not at all. ms. */
const PATIENCE = 30_000;

export interface DeskClient {
  /** @throws DeskProblem */
  call: <C extends DeskCall>(name: C, input: DeskInput<C>) => Promise<DeskOutput<C>>;
  /**
   * Renews the running session: the page was opened, or the clerk works on it without making a call.
   * @throws DeskProblem `signedOut`: no session is running.
   */
  renew: () => Promise<DeskSession>;
  /** In the sandbox only: a session without signing in. @throws DeskProblem */
  openSandbox: (role: Role) => Promise<DeskSession>;
  /** The lender's clock, computed from its last answer about the session. */
  now: () => Instant;
}

interface Options {
  fetch: typeof fetch;
  phoneNow: () => number;
  isOnline: () => boolean;
}

const NO_ANSWER = 'No answer came from the lender. It may have been done.';

const problem = (error: DeskProblem['error'], message: string): DeskProblem => ({ error, message });

const isRefusal = (body: unknown): body is DeskProblem =>
  typeof body === 'object' &&
  body !== null &&
  (DESK_ERRORS as readonly unknown[]).includes((body as DeskProblem).error) &&
  typeof (body as DeskProblem).message === 'string';

const isSession = (data: unknown): data is DeskSession =>
  typeof data === 'object' && data !== null && typeof (data as DeskSession).csrf === 'string' && 'idleUntil' in data;

export function createDeskClient({ fetch: send, phoneNow, isOnline }: Options): DeskClient {
  let csrf = '';
  let ahead = 0;

  async function post(name: string, input: object): Promise<unknown> {
    if (!isOnline()) throw problem('offline', 'You are offline. Nothing was sent.');
    const giveUp = new AbortController();
    const timer = setTimeout(() => giveUp.abort(), PATIENCE);
    let body: unknown;
    let isOk = false;
    try {
      const answer = await send(`${DESK_API}/${name}`, {
        method: 'POST',
        credentials: 'same-origin',
        headers: { 'content-type': 'application/json', ...(csrf === '' ? {} : { [CSRF_HEADER]: csrf }) },
        body: JSON.stringify(input),
        signal: giveUp.signal,
      });
      isOk = answer.ok;
      body = await answer.json();
    } catch {
      throw problem('noAnswer', NO_ANSWER);
    } finally {
      clearTimeout(timer);
    }
    if (!isOk) throw isRefusal(body) ? problem(body.error, body.message) : problem('noAnswer', NO_ANSWER);
    const { data } = body as { data?: unknown };
    if (data === undefined) throw problem('noAnswer', NO_ANSWER);
    if (isSession(data)) csrf = data.csrf;
    return data;
  }

  const call: DeskClient['call'] = (name, input) => post(name, input) as Promise<never>;

  /** A session that was just used ends one whole idle period later, so its end gives the lender's time. */
  function synchronize(session: DeskSession): DeskSession {
    const at = openedAt(session);
    if (at !== null) ahead = at - phoneNow();
    return session;
  }
  const SIGNS_IN: readonly DeskCall[] = ['confirmCode', 'passkeySignIn', 'acceptInvitation'];

  return {
    call: async (name, input) => {
      const data = await call(name, input);
      if (SIGNS_IN.includes(name) && isSession(data)) synchronize(data);
      return data;
    },
    async renew() {
      // The call `session` does not extend a session, because pages send it without a clerk. Reading a queue extends it.
      const [queue] = (await call('session', {})).queues;
      if (queue) await call('queue', { queue, page: 0 });
      return synchronize(await call('session', {}));
    },
    openSandbox: async (role) => synchronize((await post(SANDBOX_CLERK, { role })) as DeskSession),
    now: () => phoneNow() + ahead,
  };
}
