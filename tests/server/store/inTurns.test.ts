import { expect, test } from 'vitest';
import { passOnInTurns } from '#server/store/inTurns.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('ten values at once, at most four in a turn: are passed on in order in three turns', async () => {
  const passed: number[] = [];
  const give = passOnInTurns((value: number) => void passed.push(value), 4);
  for (let n = 1; n <= 10; n++) give(n);
  expect(passed).toEqual([1, 2, 3, 4]);
  await turn();
  expect(passed).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  // It does not overtake those that wait.
  give(11);
  await turn();
  expect(passed).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});

test('value that leads to the next one, without end: other events are served in between', async () => {
  let count = 0;
  let isOver = false;
  const give = passOnInTurns(() => {
    count++;
    if (!isOver) give(undefined);
  }, 4);
  give(undefined);
  expect(count).toBe(4);
  await turn();
  expect(count).toBe(8);
  isOver = true;
  await turn();
  await turn();
  expect(count).toBe(9);
});

test('fewer values than the limit in each turn: are passed on at once', async () => {
  const passed: number[] = [];
  const give = passOnInTurns((value: number) => void passed.push(value), 4);
  for (let n = 0; n < 9; n += 3) {
    for (const value of [n, n + 1, n + 2]) give(value);
    expect(passed).toHaveLength(n + 3);
    await turn();
  }
});
