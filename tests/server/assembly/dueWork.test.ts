/** Rounds of due work and of texts, and movements that were queued for the rail. */
import { afterEach, expect, test, vi } from 'vitest';
import { startDueWork, type DueWork } from '#server/assembly/dueWork.ts';

/** Work that lasts until the test ends it. */
function createWork() {
  let begun = 0;
  const open: (() => void)[] = [];
  return {
    begun: () => begun,
    work: () =>
      new Promise<void>((resolve) => {
        begun++;
        open.push(resolve);
      }),
    end: () => open.shift()?.(),
  };
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

let due: DueWork | undefined;
afterEach(() => due?.stop());

/** @param pulse ms. By default an hour, so no round begins by itself: the test begins each one. */
function start(pulse = 3_600_000) {
  const [round, queued, texts] = [createWork(), createWork(), createWork()];
  const errors: unknown[] = [];
  due = startDueWork(
    { all: () => round.work().then(() => false), queued: queued.work, texts: () => texts.work().then(() => false) },
    (error) => errors.push(error),
    pulse,
  );
  return { due, round, queued, texts };
}

test('round of due work that waits for the rail: queued movements are sent meanwhile', async () => {
  const { due: work, round, queued, texts } = start();
  const all = work.run();
  await turn();
  expect(round.begun()).toBe(1);
  const sent = work.runQueued();
  await turn();
  expect(queued.begun(), 'does not wait for the round').toBe(1);
  queued.end();
  await sent;
  round.end();
  await turn();
  texts.end();
  await all;
});

test('run: texts are sent after the round, which may queue some', async () => {
  const { due: work, round, texts } = start();
  let isDone = false;
  const all = work.run().then(() => (isDone = true));
  await turn();
  expect([round.begun(), texts.begun()]).toEqual([1, 0]);
  round.end();
  await turn();
  expect([texts.begun(), isDone]).toEqual([1, false]);
  texts.end();
  await all;
});

test('provider of texts that hangs: rounds go on meanwhile', async () => {
  const { due: work, round, queued, texts } = start(1);
  await vi.waitUntil(() => texts.begun() === 1 && round.begun() === 1);
  round.end();
  await vi.waitUntil(() => round.begun() === 2);
  round.end();
  await vi.waitUntil(() => round.begun() === 3);
  expect(texts.begun()).toBe(1);
  const stopped = work.stop();
  round.end();
  queued.end();
  texts.end();
  await stopped;
});

test('rail that hangs: the next requests are sent a second later, up to eight rounds beside each other', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { due: work, queued } = start();
    for (let rounds = 1; rounds <= 8; rounds++) {
      void work.runQueued();
      await turn();
      expect(queued.begun()).toBe(rounds);
      void work.runQueued();
      vi.advanceTimersByTime(999);
      await turn();
      expect(queued.begun(), 'the round may still end soon').toBe(rounds);
      vi.advanceTimersByTime(1);
      await turn();
    }
    expect(queued.begun(), 'all places are taken').toBe(8);
    queued.end();
    await turn();
    expect(queued.begun()).toBe(9);
    let isStopped = false;
    const stopped = work.stop().then(() => (isStopped = true));
    for (let left = 8; left > 0; left--) {
      expect(isStopped).toBe(false);
      queued.end();
      await turn();
    }
    await stopped;
  } finally {
    vi.useRealTimers();
  }
});

test('pulse: sends requests that have become due, also while a round of due work runs', async () => {
  const { due: work, round, queued, texts } = start(1);
  await vi.waitUntil(() => queued.begun() === 1 && round.begun() === 1);
  queued.end();
  await vi.waitUntil(() => queued.begun() === 2);
  expect(round.begun()).toBe(1);
  const stopped = work.stop();
  round.end();
  queued.end();
  texts.end();
  await stopped;
});

test('work queued repeatedly while the outbox sends: the outbox sends once more afterwards', async () => {
  const { due: work, queued } = start();
  void work.runQueued();
  await turn();
  const later = [work.runQueued(), work.runQueued()];
  await turn();
  expect(queued.begun()).toBe(1);
  queued.end();
  await turn();
  expect(queued.begun()).toBe(2);
  queued.end();
  await Promise.all(later);
  expect(queued.begun()).toBe(2);
});

test('run requested while the outbox sends: begins afterwards, and resolves when both are done', async () => {
  const { due: work, round, queued, texts } = start();
  void work.runQueued();
  let isDone = false;
  const all = work.run().then(() => (isDone = true));
  await turn();
  expect(round.begun()).toBe(0);
  queued.end();
  await turn();
  expect(round.begun()).toBe(1);
  void work.runQueued();
  round.end();
  await turn();
  expect(isDone, 'something is still sent').toBe(false);
  queued.end();
  await turn();
  texts.end();
  await all;
});

test('due work, stopped: the running round and the outbox end, and nothing else begins', async () => {
  const { due: work, round, queued } = start();
  void work.run();
  await turn();
  void work.runQueued();
  await turn();
  let isStopped = false;
  const stopped = work.stop().then(() => (isStopped = true));
  round.end();
  await turn();
  expect(isStopped).toBe(false);
  queued.end();
  await stopped;
  await work.runQueued();
  await work.run();
  expect([round.begun(), queued.begun()]).toEqual([1, 1]);
});

test('due work, stopped while the next round waits for the running one: the next does not begin', async () => {
  const { due: work, round } = start();
  void work.run();
  void work.run();
  await turn();
  void work.run();
  await turn();
  const stopped = work.stop();
  round.end();
  await stopped;
  await turn();
  expect(round.begun()).toBe(1);
});
