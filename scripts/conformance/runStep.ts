/** Runs one step of the loan: its preparation, the checks of refusals, the call, the repeated call, and its consequences. */
import { createHash, randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { CODE } from '#machines/model/codes.ts';
import { contract, GRANTS, type Call, type CallName } from '#src/api/contract.ts';
import { codeOf, differenceOfCode, differenceOfRepeat, isSessionCode, isSuccess, type DataCheck } from './answerChecks.ts';
import { askCode, grantOf, numberOf, signIn, type Run } from './callers.ts';
import type { Step } from './loanCalls.ts';
import { statusOf, type Prepared, type Response } from './rawRequests.ts';
import { checkEnded, checkRefusals } from './refusalChecks.ts';

export type AnyStep = Step<CallName>;

export async function runStep(run: Run, name: CallName, step: AnyStep, checkData: DataCheck): Promise<void> {
  const { memory, outside, callers } = run;
  const call: Call = contract[name];
  const caller = callers[step.as];
  const isGrant = name in GRANTS;
  if (step.once) await reach(run, step.once);
  if (call.signedIn && caller.token === null && step.as !== 'visitor') await signIn(run, step.as);
  // A code before signing in is valid only for the installation that requested it, so the same caller requests it.
  if (step.code && (isGrant || step.code === 'bindCard')) await askCode(run, numberOf(run, step.as), step.code, caller);
  const verifier = randomBytes(24).toString('hex');
  const challenge = createHash('sha256').update(verifier).digest('hex');
  const request = {
    ...step.request(memory.known),
    ...(isGrant ? { challenge } : {}),
    ...(name === 'logOut' ? { token: caller.token } : {}),
  };
  const file = await fileOf(run, step);

  await checkRefusals(run, name, request, caller, file);
  if (name === 'getVerifyCode') await outside.waitForCode();
  const sendBytes = run.prepare(name, request, caller, isGrant ? { token: null } : {}, file);
  const answer = await sendBytes();
  checkAnswer(run, name, step, answer, checkData);
  if (!call.retry) await checkRepeat(run, name, step, answer, sendBytes);
  if (isGrant && isSuccess(answer)) {
    const { token, needsVerifier } = grantOf(answer);
    caller.token = needsVerifier && token !== null ? `${token}.${verifier}` : token;
  }
  if (name === 'saveFaceImage') await turnHead(run, answer);
  if (step.ends) await checkEnded(run, name, caller);
}

/** Moves the order on, and waits until the back end reports its new status. */
async function reach({ send, callers, outside, memory }: Run, { to, status }: NonNullable<AnyStep['once']>): Promise<void> {
  const look = async () => statusOf(await send('latestOrder', {}, callers.borrower));
  let seen = await look();
  if (seen !== undefined && status.includes(seen)) return;
  const { orderNo } = memory.known;
  await outside.bring(orderNo, to);
  do seen = await look();
  while ((seen === undefined || !status.includes(seen)) && (await outside.isWorthWaiting(orderNo, seen)));
}

async function fileOf({ outside, memory }: Run, { file }: AnyStep): Promise<Blob | null> {
  if (file === undefined) return null;
  return file === 'picture' ? anyPicture() : outside.photo(file, memory.known.orderNo);
}

/** A plain JPEG, for example for a receipt. */
async function anyPicture(): Promise<Blob> {
  const { data } = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#dfe1ea' } })
    .jpeg()
    .toBuffer({ resolveWithObject: true });
  return new Blob([Uint8Array.from(data)], { type: 'image/jpeg' });
}

function checkAnswer({ findings, memory }: Run, name: CallName, step: AnyStep, answer: Response, checkData: DataCheck): void {
  findings.noteForm(name, answer);
  findings.note(name, 'code', differenceOfCode(answer, step.only ?? [CODE.ok, ...(step.may ?? [])]));
  if (!isSuccess(answer)) return;
  const { form, time } = checkData(name, answer);
  findings.note(name, 'form', form);
  findings.note(name, 'time', time);
  if (form.length === 0 && step.learn) memory.learn(step.learn(answer.body?.['data'] as never));
}

/** Checks that a repeated request gets the first answer. */
async function checkRepeat({ findings }: Run, name: CallName, step: AnyStep, first: Response, sendBytes: Prepared): Promise<void> {
  const again = await sendBytes();
  // A back end without challenges may refuse a repeated sign-in, because its code is used.
  const isRefusedOnce = name in GRANTS && codeOf(again) === CODE.invalidVerificationCode;
  const isOver = step.ends && isSessionCode(codeOf(again));
  if (!isRefusedOnce && !isOver) findings.note(name, 'idempotency', differenceOfRepeat(first, again));
}

/** Sends the second photo of the face if the back end asks for one. */
async function turnHead({ send, findings, callers, outside, memory }: Run, first: Response): Promise<void> {
  const { turn } = (first.body?.['data'] ?? {}) as { turn?: unknown };
  if (!isSuccess(first) || (turn !== 'left' && turn !== 'right')) return;
  const { orderNo } = memory.known;
  const photo = await outside.photo(`face-${turn}`, orderNo);
  const second = await send('saveFaceImage', { orderNo, turn }, callers.borrower, {}, photo);
  findings.noteCode('saveFaceImage', 'code', [CODE.ok, CODE.photoUnreadable], 'with the head turned', second);
}
