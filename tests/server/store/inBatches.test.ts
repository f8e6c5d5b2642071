import { expect, test, vi } from 'vitest';
import { DatabaseUnavailable, Unreplicated } from '#server/store/availability.ts';
import { inBatches, type BatchOptions } from '#server/store/inBatches.ts';
import type { Db } from '#server/store/store.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A database whose connections and answers wait until they are given here. Each value's result is ten times the value. */
function heldDatabase(options?: BatchOptions) {
  const connecting: { give: () => void; refuse: (error: Error) => void }[] = [];
  const sent: { values: readonly number[]; answer: () => void; fail: (error: Error) => void }[] = [];
  const db = {
    connection: () => ({
      execute: async (run: (connection: unknown) => Promise<unknown>) => {
        await new Promise<void>((give, refuse) => connecting.push({ give, refuse }));
        return run(db);
      },
    }),
  } as unknown as Db;
  const ask = inBatches(
    db,
    (_db, values: readonly number[]) =>
      new Promise<number[]>((resolve, reject) => {
        sent.push({ values, answer: () => resolve(values.map((value) => 10 * value)), fail: reject });
      }),
    options,
  );
  return { connecting, sent, ask, values: () => sent.map(({ values }) => values) };
}

test('values that come while a connection is waited for: go with one statement, each gets its own result', async () => {
  const { connecting, sent, ask, values } = heldDatabase();
  const asked = [ask(1), ask(2), ask(3)];
  expect(connecting).toHaveLength(1);
  connecting[0]?.give();
  await turn();
  expect(values()).toEqual([[1, 2, 3]]);
  sent[0]?.answer();
  expect(await Promise.all(asked)).toEqual([10, 20, 30]);
  expect(connecting).toHaveLength(1);
});

test('value that comes while a statement is under way: does not wait for its answer', async () => {
  const { connecting, sent, ask, values } = heldDatabase();
  const hanging = ask(1);
  connecting[0]?.give();
  await turn();
  const next = ask(2);
  connecting[1]?.give();
  await turn();
  expect(values()).toEqual([[1], [2]]);
  sent[1]?.answer();
  expect(await next).toBe(20);
  sent[0]?.answer();
  expect(await hanging).toBe(10);
});

test('statement that fails: all its callers get the error, and no others', async () => {
  const { connecting, sent, ask } = heldDatabase();
  const asked = [ask(1), ask(2)];
  connecting[0]?.give();
  await turn();
  const other = ask(3);
  connecting[1]?.give();
  await turn();
  sent[0]?.fail(new Error('deadlock'));
  for (const one of asked) await expect(one).rejects.toThrow('deadlock');
  sent[1]?.answer();
  expect(await other).toBe(30);
});

test('connection that cannot be had: fails those that waited from its begin, and those that came later wait for another', async () => {
  const { connecting, sent, ask, values } = heldDatabase();
  const early = ask(1);
  const late = ask(2);
  connecting[0]?.refuse(new Error('no connection'));
  await expect(early).rejects.toThrow('no connection');
  connecting[1]?.give();
  await turn();
  expect(values()).toEqual([[2]]);
  sent[0]?.answer();
  expect(await late).toBe(20);
});

test('a thousand values at once: none is lost, and no statement has more than 64', async () => {
  const { connecting, sent, ask, values } = heldDatabase();
  const all = Array.from({ length: 1_000 }, (_, n) => n);
  const asked = all.map(ask);
  for (let given = 0; given < connecting.length; given++) {
    connecting[given]?.give();
    await turn();
  }
  for (const { answer } of sent) answer();
  expect(await Promise.all(asked)).toEqual(all.map((value) => 10 * value));
  expect(values().map(({ length }) => length)).toEqual([...Array<number>(15).fill(64), 40]);
});

test('repeatable statement, connection lost: is sent again with the same values, on another connection', async () => {
  const { connecting, sent, ask, values } = heldDatabase({ isRepeatable: true });
  const asked = [ask(1), ask(2)];
  connecting[0]?.give();
  await turn();
  sent[0]?.fail(new DatabaseUnavailable('terminated'));
  await vi.waitFor(() => expect(connecting).toHaveLength(2));
  connecting[1]?.give();
  await turn();
  expect(values()).toEqual([
    [1, 2],
    [1, 2],
  ]);
  sent[1]?.answer();
  expect(await Promise.all(asked)).toEqual([10, 20]);
});

test('repeatable statement, every connection lost: all its callers get the error in the end', async () => {
  const { connecting, sent, ask } = heldDatabase({ isRepeatable: true });
  const asked = Promise.allSettled([ask(1), ask(2)]);
  let isOver = false;
  void asked.then(() => (isOver = true));
  for (let attempt = 0; !isOver; attempt++) {
    await vi.waitFor(() => expect(isOver || connecting.length > attempt).toBe(true));
    connecting[attempt]?.give();
    await turn();
    sent[attempt]?.fail(new DatabaseUnavailable('terminated'));
  }
  const reason = expect.objectContaining({ message: 'terminated' }) as Error;
  expect(await asked).toEqual([
    { status: 'rejected', reason },
    { status: 'rejected', reason },
  ]);
  expect(sent.length).toBeGreaterThan(2);
});

test.each([
  ['any statement, connection lost', {}, new DatabaseUnavailable('terminated')],
  ['repeatable statement, refused by the database', { isRepeatable: true }, new Error('deadlock')],
  ['repeatable statement, committed without the standby', { isRepeatable: true }, new DatabaseUnavailable(new Unreplicated())],
])('%s: is not sent again', async (_case, options, error) => {
  const { connecting, sent, ask } = heldDatabase(options);
  const asked = ask(1);
  connecting[0]?.give();
  await turn();
  sent[0]?.fail(error);
  await expect(asked).rejects.toBe(error);
  expect(sent).toHaveLength(1);
});
