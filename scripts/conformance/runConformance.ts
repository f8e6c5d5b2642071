/** Runs every call of the contract against a back end and says what differs, call by call and kind by kind. */
import { createHash, randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { CODE } from '#machines/model/codes.ts';
import { contract, GRANTS, type Call, type CallName } from '#src/api/contract.ts';
import type { SessionGrant } from '#src/api/payloads.ts';
import {
  codeOf,
  createDataCheck,
  differenceOfClock,
  differenceOfCode,
  differenceOfRepeat,
  differencesOfAnswer,
  isSessionCode,
  isSuccess,
  named,
  type Kind,
} from './answerChecks.ts';
import type { OutsideEvents } from './outsideEvents.ts';
import { requiredFields } from './requests.ts';
import { STEPS, type Known, type Step } from './loanCalls.ts';
import { createWire, statusOf, type Response, type Twist, type WireOptions } from './rawRequests.ts';

/** `wire`: what holds for requests that are no call. */
export type Subject = CallName | 'wire';

export interface Difference {
  call: Subject;
  kind: Kind;
  says: string;
}

export interface Report {
  differences: Difference[];
  /** Calls that were run, in their order. */
  run: Subject[];
  /** Calls that were left out, with the reason. */
  skipped: { call: Subject; reason: string }[];
}

export interface RunOptions extends Omit<WireOptions, 'now'> {
  outside: OutsideEvents;
  /** `254…` */
  mobile: string;
  /** A number without an account, which is registered and closed again; null: the calls that need one are left out. */
  newMobile: string | null;
  /** By name of a call, or of a call and a kind (`login.idempotency`, `*.time`): why it is not run or not reported. */
  skip: Readonly<Record<string, string>>;
  now: () => number;
  /** Called before each call. */
  onCall?: (call: Subject) => void;
}

const MINUTE = 60_000;
/** Well beyond the five minutes of the contract. */
const STALE = 10 * MINUTE;

type AnyStep = Step<CallName>;
const stepOf = (name: CallName): AnyStep => STEPS[name] as unknown as AnyStep;
const names = Object.keys(STEPS) as CallName[];

interface Session {
  token: string | null;
  device: string;
}

export async function runConformance(options: RunOptions): Promise<Report> {
  const { outside, skip, now, onCall } = options;
  let ahead = 0;
  const wire = createWire({ ...options, now: () => now() + ahead });
  const checkData = createDataCheck();
  const isAdapted = options.adapter.answer !== undefined;
  const differences: Difference[] = [];
  const skipped: Report['skipped'] = [];
  const run: Subject[] = [];
  const sessions: Record<Step<CallName>['as'], Session> = {
    visitor: { token: null, device: randomBytes(16).toString('base64url') },
    newcomer: { token: null, device: randomBytes(16).toString('base64url') },
    borrower: { token: null, device: randomBytes(16).toString('base64url') },
  };
  const known: Known = {
    ...{ mobile: options.mobile, newMobile: options.newMobile, requestId: () => randomBytes(9).toString('base64url') },
    ...{ productId: '', amount: 0, termDays: 0, orderNo: '', agreementVersion: '', sent: 0, owed: 0, payment: 50_000 },
    ...{ payOrderId: '', extensionNo: '', proofPicture: '', ticketNo: '', ticketPicture: '', code: '' },
    receipt: `C${randomBytes(5).toString('hex').toUpperCase().slice(0, 9)}`,
  };

  const note = (call: Subject, kind: Kind, sentences: readonly string[]): void => {
    if (skip[`${call}.${kind}`] === undefined && skip[`*.${kind}`] === undefined)
      for (const says of sentences)
        if (!differences.some((one) => one.call === call && one.says === says)) differences.push({ call, kind, says });
  };
  const listen = (answer: Response): Response => {
    if (answer.serverTime !== null) ahead = answer.serverTime - now();
    return answer;
  };
  const send = async (name: CallName, payload: object, { token, device }: Session, twist: Twist = {}, file: Blob | null = null) =>
    listen(await wire.prepare(name, payload, device, { token, ...twist }, file)());

  const expectCode = async (call: Subject, kind: Kind, expected: number, when: string, answer: Response): Promise<void> => {
    note(call, 'form', differencesOfAnswer(answer, isAdapted || call === 'wire'));
    note(
      call,
      kind,
      differenceOfCode(answer, [expected]).map((says) => `${when}: ${says}`),
    );
  };

  /** Requests that are no call. */
  async function checkWire(): Promise<void> {
    onCall?.('wire');
    run.push('wire');
    const { visitor } = sessions;
    const index = (twist: Twist) => send('productIndex', {}, visitor, twist);
    note('wire', 'time', differenceOfClock(await index({})));
    await expectCode('wire', 'code', CODE.unknownPath, 'a path of no call', await index({ path: '/no/such/call' }));
    if (!options.envelope) return;
    await expectCode('wire', 'code', CODE.wrongPackage, 'the header of another package', await index({ packageName: 'ke.other.package' }));
    await expectCode('wire', 'code', CODE.badEnvelope, 'a parameter that cannot be decrypted', await index({ garbage: '00ff' }));
    await expectCode('wire', 'code', CODE.wrongMethod, 'another method', await send('getUserInfo', {}, visitor, { method: 'PUT' }));
  }

  async function askCode(mobile: string, purpose: 'login' | 'register' | 'bindCard', session: Session): Promise<void> {
    const ask = () => send('getVerifyCode', { mobile, purpose }, session);
    let answer = await ask();
    if (codeOf(answer) === CODE.tooManyRequests) {
      await outside.waitForCode();
      answer = await ask();
    }
    note(
      'getVerifyCode',
      'code',
      differenceOfCode(answer, [CODE.ok]).map((says) => `purpose ${purpose}: ${says}`),
    );
    known.code = await outside.code(mobile);
  }

  async function signIn(role: 'newcomer' | 'borrower'): Promise<void> {
    const mobile = role === 'newcomer' ? (known.newMobile ?? '') : known.mobile;
    await askCode(mobile, 'login', sessions[role]);
    const answer = await send('login', { mobile, code: known.code }, sessions[role]);

    sessions[role].token = isSuccess(answer) ? grantOf(answer).token : null;
  }

  /** A number of the sandbox, or a test number that is used for the first time, has no account yet. */
  async function ensureAccount(): Promise<void> {
    const { borrower } = sessions;
    const { mobile } = known;
    const answer = await send('existsByMobile', { mobile }, borrower);
    if (!isSuccess(answer) || (answer.body?.['data'] as { exists?: unknown } | null)?.exists !== false) return;
    await askCode(mobile, 'register', borrower);
    await send('register', { mobile, code: known.code, acceptedTerms: true }, borrower);
    await outside.waitForCode();
  }

  /** Moves the order on, and waits until the back end reports its new status. */
  async function reach({ to, status }: NonNullable<AnyStep['once']>): Promise<void> {
    const look = async () => statusOf(await send('latestOrder', {}, sessions.borrower));
    let seen = await look();
    if (seen !== undefined && status.includes(seen)) return;
    await outside.bring(known.orderNo, to);
    do seen = await look();
    while ((seen === undefined || !status.includes(seen)) && (await outside.isWorthWaiting(known.orderNo, seen)));
  }

  /** Sends a call without a session, with an unknown one, too late and without its fields. Each must be refused before anything is done. */
  async function checkRefusals(name: CallName, call: Call, payload: object, session: Session, file: Blob | null): Promise<void> {
    if (call.signedIn) {
      const refused = (token: string | null) => send(name, payload, session, { token }, file);
      await expectCode(name, 'session', CODE.notLoggedIn, 'without a token', await refused(null));
      await expectCode(name, 'session', CODE.tokenInvalid, 'with an unknown token', await refused('token-of-nobody'));
    }
    await expectCode(
      name,
      'time',
      CODE.staleTimestamp,
      'with a timestamp of ten minutes ago',
      await send(name, payload, session, { late: STALE }, file),
    );
    if (!Object.values(payload).some((value) => typeof value === 'string' && value !== '')) return;
    const empty = await send(name, {}, session, {}, file);
    note(name, 'form', differencesOfAnswer(empty, isAdapted));
    const code = codeOf(empty);
    if (requiredFields(name).length > 0 && (code === CODE.ok || code === CODE.serverError || isSessionCode(code)))
      note(name, 'code', [`without its fields: answered ${named(code)}; expected a refusal such as ${named(CODE.invalidField)}`]);
  }

  function checkAnswer(name: CallName, step: AnyStep, answer: Response): void {
    note(name, 'form', differencesOfAnswer(answer, isAdapted));
    note(name, 'code', differenceOfCode(answer, step.only ?? [CODE.ok, ...(step.may ?? [])]));
    if (!isSuccess(answer)) return;
    const { form, time } = checkData(name, answer);
    note(name, 'form', form);
    note(name, 'time', time);
    if (form.length === 0) step.learn?.(known, answer.body?.['data'] as never);
  }

  async function runStep(name: CallName): Promise<void> {
    const step = stepOf(name);
    const call: Call = contract[name];
    const session = sessions[step.as];
    const isGrant = name in GRANTS;
    if (step.once) await reach(step.once);
    if (call.signedIn && session.token === null && step.as !== 'visitor') await signIn(step.as);
    const numberOf = step.as === 'newcomer' ? (known.newMobile ?? '') : known.mobile;
    // What is asked for before signing in belongs to the installation that asks.
    if (step.code && (isGrant || step.code === 'bindCard')) await askCode(numberOf, step.code, session);
    const verifier = randomBytes(24).toString('hex');
    const challenge = createHash('sha256').update(verifier).digest('hex');
    const request = { ...step.request(known), ...(isGrant ? { challenge } : {}), ...(name === 'logOut' ? { token: session.token } : {}) };
    const file =
      step.file === undefined ? null : step.file === 'picture' ? await anyPicture() : await outside.photo(step.file, known.orderNo);

    await checkRefusals(name, call, request, session, file);
    if (name === 'getVerifyCode') await outside.waitForCode();
    const prepared = wire.prepare(name, request, session.device, { token: isGrant ? null : session.token }, file);
    const answer = listen(await prepared());
    checkAnswer(name, step, answer);
    if (!call.retry) {
      const again = listen(await prepared());
      // Only where the challenge is known may a sign-in be repeated; a used code is refused otherwise.
      const isRefusedOnce = isGrant && codeOf(again) === CODE.invalidVerificationCode;
      const isOver = step.ends && isSessionCode(codeOf(again));
      if (!isRefusedOnce && !isOver) note(name, 'idempotency', differenceOfRepeat(answer, again));
    }
    if (isGrant && isSuccess(answer)) {
      const { token, needsVerifier } = grantOf(answer);
      session.token = needsVerifier && token !== null ? `${token}.${verifier}` : token;
    }
    if (name === 'saveFaceImage') await turnHead(answer);
    if (step.ends) await checkEnded(name, session);
  }

  /** A lender that compares two photos of the face asks for a second one. */
  async function turnHead(first: Response): Promise<void> {
    const { turn } = (first.body?.['data'] ?? {}) as { turn?: unknown };
    if (!isSuccess(first) || (turn !== 'left' && turn !== 'right')) return;
    const photo = await outside.photo(`face-${turn}`, known.orderNo);
    const second = await send('saveFaceImage', { orderNo: known.orderNo, turn }, sessions.borrower, {}, photo);
    note(
      'saveFaceImage',
      'code',
      differenceOfCode(second, [CODE.ok, CODE.photoUnreadable]).map((says) => `with the head turned: ${says}`),
    );
  }

  /** The session that a call ended opens nothing any more. */
  async function checkEnded(name: CallName, session: Session): Promise<void> {
    const { token } = session;
    if (token === null) return;
    const after = await send('getUserInfo', {}, session);
    if (!isSessionCode(codeOf(after)))
      note(name, 'session', [`afterwards the token still opens the account: answered ${named(codeOf(after))}`]);
    session.token = null;
  }

  /** Checks that another sign-in ends the session before it, and that the first device is told. */
  async function checkReplaced(): Promise<void> {
    const { borrower } = sessions;
    const earlier = borrower.token;
    if (earlier === null) return;
    await signIn('borrower');
    const answer = await send('latestOrder', {}, borrower, { token: earlier });
    await expectCode('login', 'session', CODE.loggedInElsewhere, 'after another sign-in, with the token of the earlier one', answer);
  }

  // Any answer has the clock of the back end, a refusal too.
  await send('productIndex', {}, sessions.visitor);
  await ensureAccount();
  if (skip['wire'] === undefined) await checkWire();
  else skipped.push({ call: 'wire', reason: skip['wire'] });
  for (const name of names) {
    const reason =
      skip[name] ?? (stepOf(name).needsNew && options.newMobile === null ? 'no number without an account was given' : undefined);
    if (reason !== undefined) {
      skipped.push({ call: name, reason });
      continue;
    }
    onCall?.(name);
    run.push(name);
    if (name === 'logOut' && skip['login.session'] === undefined) await checkReplaced();
    try {
      await runStep(name);
    } catch (error) {
      note(name, 'code', [`could not be run: ${error instanceof Error ? error.message : String(error)}`]);
    }
  }
  return { differences, run, skipped };
}

/** The grant in a successful answer. A wrong back end may have left out all of it. */
function grantOf({ body }: Response): Pick<SessionGrant, 'needsVerifier'> & { token: string | null } {
  const { token, needsVerifier } = (body?.['data'] ?? {}) as Partial<SessionGrant>;
  return { token: typeof token === 'string' ? token : null, ...(needsVerifier ? { needsVerifier } : {}) };
}

/** Such as a receipt: a plain JPEG. */
async function anyPicture(): Promise<Blob> {
  const { data } = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#dfe1ea' } })
    .jpeg()
    .toBuffer({ resolveWithObject: true });
  return new Blob([Uint8Array.from(data)], { type: 'image/jpeg' });
}
