/** Checks of refusals: requests that are no call, calls with one mistake, and ended sessions. */
import { CODE } from '#machines/model/codes.ts';
import { contract, type CallName } from '#src/api/contract.ts';
import { codeOf, differenceOfClock, isSessionCode, named, type Kind } from './answerChecks.ts';
import { signIn, type Caller, type Run } from './callers.ts';
import type { Subject } from './findings.ts';
import type { Response, Twist } from './rawRequests.ts';
import { requiredFields } from './requests.ts';

const MINUTE = 60_000;
/** Age of an outdated request: well above the five minutes of the contract. */
const STALE = 10 * MINUTE;

function expectRefusal({ findings }: Run, call: Subject, kind: Kind, expected: number, when: string, answer: Response): void {
  findings.noteForm(call, answer);
  findings.noteCode(call, kind, [expected], when, answer);
}

/** Checks requests that are no call. */
export async function checkWire(run: Run, hasEnvelope: boolean): Promise<void> {
  const { send, findings, callers } = run;
  const { visitor } = callers;
  findings.begin('wire');
  const index = (twist: Twist) => send('productIndex', {}, visitor, twist);
  const expectCode = (expected: number, when: string, answer: Response): void => expectRefusal(run, 'wire', 'code', expected, when, answer);
  findings.note('wire', 'time', differenceOfClock(await index({})));
  expectCode(CODE.unknownPath, 'a path of no call', await index({ path: '/no/such/call' }));
  if (!hasEnvelope) return;
  expectCode(CODE.wrongPackage, 'the header of another package', await index({ packageName: 'ke.other.package' }));
  expectCode(CODE.badEnvelope, 'a parameter that cannot be decrypted', await index({ garbage: '00ff' }));
  expectCode(CODE.wrongMethod, 'another method', await send('getUserInfo', {}, visitor, { method: 'PUT' }));
}

/** Sends a call without a session, with an unknown session, too late, and without its fields. Each must be refused. */
export async function checkRefusals(run: Run, name: CallName, payload: object, caller: Caller, file: Blob | null): Promise<void> {
  const { send } = run;
  if (contract[name].signedIn) {
    const refused = (token: string | null) => send(name, payload, caller, { token }, file);
    expectRefusal(run, name, 'session', CODE.notLoggedIn, 'without a token', await refused(null));
    expectRefusal(run, name, 'session', CODE.tokenInvalid, 'with an unknown token', await refused('token-of-nobody'));
  }
  const late = await send(name, payload, caller, { late: STALE }, file);
  expectRefusal(run, name, 'time', CODE.staleTimestamp, 'with a timestamp of ten minutes ago', late);
  if (Object.values(payload).some((value) => typeof value === 'string' && value !== '')) await checkEmpty(run, name, caller, file);
}

async function checkEmpty({ send, findings }: Run, name: CallName, caller: Caller, file: Blob | null): Promise<void> {
  const empty = await send(name, {}, caller, {}, file);
  findings.noteForm(name, empty);
  const code = codeOf(empty);
  if (requiredFields(name).length > 0 && (code === CODE.ok || code === CODE.serverError || isSessionCode(code)))
    findings.note(name, 'code', [`without its fields: answered ${named(code)}; expected a refusal such as ${named(CODE.invalidField)}`]);
}

/** Checks that an ended session is refused. */
export async function checkEnded({ send, findings }: Run, name: CallName, caller: Caller): Promise<void> {
  if (caller.token === null) return;
  const after = await send('getUserInfo', {}, caller);
  if (!isSessionCode(codeOf(after)))
    findings.note(name, 'session', [`afterwards the token still opens the account: answered ${named(codeOf(after))}`]);
  caller.token = null;
}

/** Checks that another sign-in ends the earlier session, and that the answer to the first device names the reason. */
export async function checkReplaced(run: Run): Promise<void> {
  const { borrower } = run.callers;
  const earlier = borrower.token;
  if (earlier === null) return;
  await signIn(run, 'borrower');
  const answer = await run.send('latestOrder', {}, borrower, { token: earlier });
  const when = 'after another sign-in, with the token of the earlier one';
  expectRefusal(run, 'login', 'session', CODE.loggedInElsewhere, when, answer);
}
