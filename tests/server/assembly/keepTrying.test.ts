/** Registering the paybill with a rail that cannot be reached when the lender starts. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepTrying } from '#server/assembly/keepTrying.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('task that fails or throws: is retried after pauses that double up to ten minutes, until it succeeds', async () => {
  const outcomes = [false, new Error('the rail is away'), ...Array.from({ length: 6 }, () => false), true, true];
  const at: number[] = [];
  let seconds = 0;
  await keepTrying(() => {
    at.push(seconds);
    const outcome = outcomes[at.length - 1] ?? true;
    return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
  });
  for (; seconds < 7_200; await vi.advanceTimersByTimeAsync(1_000)) seconds++;
  expect(at).toEqual([0, 15, 45, 105, 225, 465, 945, 1_545, 2_145]);
});

test('task stopped, also during an attempt: is not retried', async () => {
  const attempt = vi.fn(() => Promise.resolve(false));
  const end = await keepTrying(attempt);
  end();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(attempt).toHaveBeenCalledTimes(1);

  let answer = (_isDone: boolean): void => undefined;
  const slow = vi
    .fn()
    .mockResolvedValueOnce(false)
    .mockImplementation(() => new Promise<boolean>((resolve) => (answer = resolve)));
  const endSlow = await keepTrying(slow);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(slow).toHaveBeenCalledTimes(2);
  endSlow();
  answer(false);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(slow).toHaveBeenCalledTimes(2);
});
