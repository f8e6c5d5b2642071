import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashOf, hasZeroBits, solveCaptcha } from '#src/api/captchaWork.ts';

/** The definition of the hash, with Node's own SHA-256. */
function expected(token: string, part: number, number: number): number {
  const block = Buffer.alloc(40);
  createHash('sha256').update(token).digest().copy(block);
  block.writeUInt32BE(part, 32);
  block.writeUInt32BE(number, 36);
  return createHash('sha256').update(block).digest().readUInt32BE(0);
}

const TASK = { token: 'task', parts: 3, bits: 9 };
const never = (): Promise<void> => Promise.reject(new Error('a short task takes one slice'));

describe('work of a captcha', () => {
  it.each([
    ['', 0, 0],
    ['task', 15, 4_294_967_295],
    ['1785542400000.15.Zm9vYmFyYmF6.ümlaut'.repeat(9), 3, 2_147_483_648],
  ])('hash of "%s", part %i, number %i: is that of Node', (token, part, number) => {
    expect(hashOf(token, part, number)).toBe(expected(token, part, number));
  });

  it('work of a captcha, task: each number hashes to the zero bits, and the solved parts are reported in order', async () => {
    const reported: number[] = [];
    const answer = await solveCaptcha(TASK, { clock: () => 0, yieldToPage: never, progressed: (solved) => reported.push(solved) > 0 });
    expect(answer).toHaveLength(3);
    answer?.forEach((number, part) => expect(hasZeroBits(expected('task', part, number), 9)).toBe(true));
    expect(reported).toEqual([1, 2, 3]);
  });

  it('work of a captcha, slow phone: the page gets its turn after each slice, and the answer is the same', async () => {
    let now = 0;
    let turns = 0;
    const slow = { clock: () => (now += 6), yieldToPage: async () => void (turns += 1), progressed: () => true };
    const answer = await solveCaptcha(TASK, slow);
    expect(turns).toBeGreaterThan(0);
    expect(answer).toEqual(await solveCaptcha(TASK, { clock: () => 0, yieldToPage: never, progressed: () => true }));
  });

  it('work of a captcha, page left: the work ends at the next slice', async () => {
    let now = 0;
    const looks: number[] = [];
    const endless = { token: 'task', parts: 1, bits: 32 };
    const left = { clock: () => (now += 6), yieldToPage: () => Promise.resolve(), progressed: (solved: number) => looks.push(solved) < 5 };
    expect(await solveCaptcha(endless, left)).toBeNull();
    expect(looks).toHaveLength(5);
  });
});
