import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { inBatches } from '#server/store/inBatches.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

afterEach(() => void vi.useRealTimers());

/** Statements that wait until they are answered here. */
function heldStatements() {
  const sent: { values: readonly number[]; answer: () => void; fail: (error: Error) => void }[] = [];
  const ask = inBatches(
    (values: readonly number[]) =>
      new Promise<number[]>((resolve, reject) => {
        sent.push({ values, answer: () => resolve(values.map((value) => 10 * value)), fail: reject });
      }),
  );
  return { sent, ask, values: () => sent.map(({ values }) => values) };
}

test('values that come while a statement is under way: are sent together when it is answered, each with its own result', async () => {
  const { sent, ask, values } = heldStatements();
  const first = ask(1);
  expect(values(), 'a caller without others waits for nothing').toEqual([[1]]);
  const others = [ask(2), ask(3), ask(4), ask(5)];
  expect(values()).toEqual([[1]]);
  sent[0]?.answer();
  expect(await first).toBe(10);
  await turn();
  expect(values()).toEqual([[1], [2, 3, 4, 5]]);
  sent[1]?.answer();
  expect(await Promise.all(others)).toEqual([20, 30, 40, 50]);
});

test('statement that fails: its callers get the error, and those that waited are sent', async () => {
  const { sent, ask, values } = heldStatements();
  const [one, two, three] = [ask(1), ask(2), ask(3)];
  sent[0]?.fail(new Error('no such table'));
  await expect(one).rejects.toThrow('no such table');
  await turn();
  sent[1]?.fail(new Error('deadlock'));
  await expect(two).rejects.toThrow('deadlock');
  await expect(three).rejects.toThrow('deadlock');
  await turn();
  const four = ask(4);
  expect(values()).toEqual([[1], [2, 3], [4]]);
  sent[2]?.answer();
  expect(await four).toBe(40);
});

test('statement without an answer: holds later values up for 25 ms, and its late answer is still given', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { sent, ask, values } = heldStatements();
  const hanging = ask(1);
  const next = ask(2);
  vi.advanceTimersByTime(24);
  expect(values()).toEqual([[1]]);
  vi.advanceTimersByTime(1);
  expect(values()).toEqual([[1], [2]]);
  // The values after it wait for the second statement only.
  const third = ask(3);
  sent[0]?.answer();
  expect(await hanging).toBe(10);
  await turn();
  expect(values()).toEqual([[1], [2]]);
  sent[1]?.answer();
  expect(await next).toBe(20);
  await turn();
  sent[2]?.answer();
  expect(await third).toBe(30);
  expect(values()).toEqual([[1], [2], [3]]);
});

test('a thousand values at once: none is lost, and each statement has a power of two of them, at most 64', async () => {
  const sizes: number[] = [];
  const ask = inBatches(async (values: readonly number[]) => {
    sizes.push(values.length);
    await sleep(1);
    return values;
  });
  const values = Array.from({ length: 1_000 }, (_, n) => n);
  expect(await Promise.all(values.map(ask))).toEqual(values);
  expect(sizes).toEqual([1, ...Array<number>(15).fill(64), 32, 4, 2, 1]);
});
