/** The port that does the work before another code. */
import { describe, expect, it } from 'vitest';
import type { JourneyEvent } from '#machines/events.ts';
import { LOCAL } from '#machines/model/codes.ts';
import { hashOf, hasZeroBits } from '#src/api/captchaWork.ts';
import { userPorts, type UserDeps } from '#src/app/ports/user.ts';

const TASK = { token: 'task', parts: 4, bits: 8, waitUntil: 0 };

function portWith(sent: JourneyEvent[]) {
  const deps = { now: () => 0, journey: () => ({ send: (event: JourneyEvent) => void sent.push(event) }) } as unknown as UserDeps;
  return userPorts(deps).solveCaptcha;
}

describe('work before another code', () => {
  it('work before another code, task: is solved, and each part is reported to the journey once', async () => {
    const sent: JourneyEvent[] = [];
    const { answer } = await portWith(sent)({ input: TASK, signal: new AbortController().signal });
    expect(answer.map((number, part) => hasZeroBits(hashOf('task', part, number), 8))).toEqual([true, true, true, true]);
    expect(sent).toEqual([1, 2, 3, 4].map((solved) => ({ type: 'captcha.progressed', solved })));
  });

  it('work before another code, page left: the endless task ends, and no further part is reported', async () => {
    const sent: JourneyEvent[] = [];
    const left = new AbortController();
    const work = portWith(sent)({ input: { ...TASK, bits: 32 }, signal: left.signal });
    left.abort();
    await expect(work).rejects.toEqual({ code: LOCAL.captchaFailed, message: '' });
    expect(sent).toEqual([]);
  });
});
