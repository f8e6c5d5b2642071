/** A clerk at the desk of a sandbox, for programs and tests. It uses the calls of the desk, with a session without a password. */
import { randomUUID } from 'node:crypto';
import {
  CSRF_HEADER,
  DESK_API,
  SANDBOX_CLERK,
  type DeskAct,
  type DeskCall,
  type DeskCase,
  type DeskInput,
  type DeskOutput,
  type DeskRefusal,
  type DeskSession,
  type Queue,
  type QueueItem,
  type Role,
} from '#src/api/desk.ts';
import { SANDBOX_API, type SandboxState } from '#src/api/sandbox.ts';

export interface SandboxClerk {
  /** @throws Error with the name and the message of the refusal. */
  call<C extends DeskCall>(name: C, input: DeskInput<C>): Promise<DeskOutput<C>>;
  waiting(queue: Queue): Promise<QueueItem[]>;
  open(caseId: string): Promise<DeskCase>;
  /** A picture of a case. This clerk must have uncovered its photos. */
  picture(name: string): Promise<Response>;
  /** Takes the case and acts in it. */
  act(caseId: string, act: DeskAct): Promise<DeskOutput<'act'>>;
}

/** @param url of a lender in sandbox mode. @param ask sends the requests. */
export function sandboxClerk(url: string, role: Role, ask: typeof fetch = fetch): SandboxClerk {
  let session: { cookie: string; csrf: string } | null = null;

  async function post(name: string, input: object): Promise<{ data: unknown; cookie: string }> {
    const answer = await ask(`${url}${DESK_API}/${name}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: new URL(url).origin,
        ...(session ? { cookie: session.cookie, [CSRF_HEADER]: session.csrf } : {}),
      },
      body: JSON.stringify(input),
    });
    const body = (await answer.json()) as { data?: unknown } & Partial<DeskRefusal>;
    if (!answer.ok) throw Object.assign(new Error(`${body.error}: ${body.message}`), { error: body.error });
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('desk-session='));
    return { data: body.data, cookie: cookie?.split(';')[0] ?? '' };
  }

  async function signIn(): Promise<void> {
    session = null;
    const { data, cookie } = await post(SANDBOX_CLERK, { role });
    session = { cookie, csrf: (data as DeskSession).csrf };
  }

  const clerk: SandboxClerk = {
    async call(name, input) {
      if (!session) await signIn();
      try {
        return (await post(name, input)).data as never;
      } catch (error) {
        // The session has ended, because the clock of the sandbox was moved. The call can be repeated, because nothing was done.
        if ((error as Partial<DeskRefusal>).error !== 'signedOut') throw error;
        await signIn();
        return (await post(name, input)).data as never;
      }
    },
    waiting: async (queue) => (await clerk.call('queue', { queue, page: 0 })).items,
    open: (caseId) => clerk.call('case', { caseId }),
    picture: (name) => ask(`${url}${DESK_API}/picture/${name}`, { headers: { cookie: session?.cookie ?? '' } }),
    async act(caseId, act) {
      await clerk.call('take', { caseId, requestId: randomUUID() });
      return clerk.call('act', { caseId, act, requestId: randomUUID() });
    },
  };
  return clerk;
}

/** Decides an application or a review, even before the time of the rules. @throws Error when the decision is refused. */
export async function decideApplication(
  url: string,
  orderNo: string,
  act: DeskAct & { name: 'approve' | 'reject' },
  ask: typeof fetch = fetch,
): Promise<void> {
  const { decision } = (await (await ask(`${url}${SANDBOX_API}/state`)).json()) as SandboxState;
  const setMode = (mode: SandboxState['decision']): Promise<unknown> =>
    ask(`${url}${SANDBOX_API}/decision`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mode }),
    });
  const reviewer = sandboxClerk(url, 'reviewer', ask);
  const asked = await reviewer.waiting('secondLooks');
  const isAsked = asked.some(({ caseId }) => caseId === `secondLooks:${orderNo}`);
  if (decision === 'time') await setMode('desk');
  try {
    await reviewer.act(`${isAsked ? 'secondLooks' : 'applications'}:${orderNo}`, act);
  } finally {
    if (decision === 'time') await setMode('time');
  }
}
