/** The callers of the back end: a visitor, a newcomer and a borrower, each with a different phone. */
import { randomBytes } from 'node:crypto';
import { CODE } from '#machines/model/codes.ts';
import type { CallName } from '#src/api/contract.ts';
import type { SessionGrant } from '#src/api/payloads.ts';
import { codeOf, isSuccess } from './answerChecks.ts';
import type { Findings } from './findings.ts';
import type { Memory } from './known.ts';
import type { OutsideEvents } from './outsideEvents.ts';
import { createWire, type Prepared, type Response, type Twist, type WireOptions } from './rawRequests.ts';

export type Role = 'visitor' | 'newcomer' | 'borrower';

export interface Caller {
  token: string | null;
  readonly device: string;
}

/** One run: its callers, and their shared state. */
export interface Run {
  findings: Findings;
  memory: Memory;
  outside: OutsideEvents;
  callers: Readonly<Record<Role, Caller>>;
  /** Prepares a call with the token of the caller, unless the twist has another token. */
  prepare: (name: CallName, payload: object, caller: Caller, twist?: Twist, file?: Blob | null) => Prepared;
  /** Prepares a call and sends it once. */
  send: (...call: Parameters<Run['prepare']>) => Promise<Response>;
}

const newCaller = (): Caller => ({ token: null, device: randomBytes(16).toString('base64url') });

export function createRun(options: WireOptions, parts: Pick<Run, 'findings' | 'memory' | 'outside'>): Run {
  const { now } = options;
  /** How far the clock of the back end is ahead of this machine's, ms. */
  let ahead = 0;
  const wire = createWire({ ...options, now: () => now() + ahead });
  const prepare: Run['prepare'] = (name, payload, { token, device }, twist = {}, file = null) => {
    const sendBytes = wire.prepare(name, payload, device, { token, ...twist }, file);
    return async () => {
      const answer = await sendBytes();
      if (answer.serverTime !== null) ahead = answer.serverTime - now();
      return answer;
    };
  };
  return {
    ...parts,
    callers: { visitor: newCaller(), newcomer: newCaller(), borrower: newCaller() },
    prepare,
    send: async (...call) => prepare(...call)(),
  };
}

/** The phone number of a role. */
export const numberOf = ({ memory: { known } }: Run, role: Role): string => (role === 'newcomer' ? known.newMobile : known.mobile);

export async function askCode(
  { send, outside, findings, memory }: Run,
  mobile: string,
  purpose: 'login' | 'register' | 'bindCard',
  caller: Caller,
): Promise<void> {
  const ask = () => send('getVerifyCode', { mobile, purpose }, caller);
  let answer = await ask();
  if (codeOf(answer) === CODE.tooManyRequests) {
    await outside.waitForCode();
    answer = await ask();
  }
  findings.noteCode('getVerifyCode', 'code', [CODE.ok], `purpose ${purpose}`, answer);
  memory.learn({ code: await outside.code(mobile) });
}

export async function signIn(run: Run, role: 'newcomer' | 'borrower'): Promise<void> {
  const { send, callers, memory } = run;
  const caller = callers[role];
  const mobile = numberOf(run, role);
  await askCode(run, mobile, 'login', caller);
  const answer = await send('login', { mobile, code: memory.known.code }, caller);
  caller.token = isSuccess(answer) ? grantOf(answer).token : null;
}

/** Registers the borrower's number, unless it has an account. In a sandbox, and at the first use of a test number, it has none. */
export async function ensureAccount(run: Run): Promise<void> {
  const { send, callers, memory, outside } = run;
  const { borrower } = callers;
  const { mobile } = memory.known;
  const answer = await send('existsByMobile', { mobile }, borrower);
  if (!isSuccess(answer) || (answer.body?.['data'] as { exists?: unknown } | null)?.exists !== false) return;
  await askCode(run, mobile, 'register', borrower);
  await send('register', { mobile, code: memory.known.code, acceptedTerms: true }, borrower);
  await outside.waitForCode();
}

/** The grant in a successful answer. Any part may be missing if the back end is wrong. */
export function grantOf({ body }: Response): Pick<SessionGrant, 'needsVerifier'> & { token: string | null } {
  const { token, needsVerifier } = (body?.['data'] ?? {}) as Partial<SessionGrant>;
  return { token: typeof token === 'string' ? token : null, ...(needsVerifier ? { needsVerifier } : {}) };
}
