import { afterEach, expect, it, vi } from 'vitest';
import { whenIdle } from '#src/app/whenIdle.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('web view without idle callbacks: works after two seconds, and not when cancelled', () => {
  vi.stubGlobal('requestIdleCallback', undefined);
  vi.useFakeTimers();
  const done: string[] = [];
  whenIdle(() => done.push('kept'));
  const cancel = whenIdle(() => done.push('cancelled'));
  vi.advanceTimersByTime(1_999);
  expect(done).toEqual([]);
  cancel();
  vi.advanceTimersByTime(1);
  expect(done).toEqual(['kept']);
});

it('browser with idle callbacks: hands over the patience, and cancels there', () => {
  const asked: unknown[] = [];
  const cancelled: number[] = [];
  vi.stubGlobal('requestIdleCallback', (_work: () => void, options: unknown) => (asked.push(options), 7));
  vi.stubGlobal('cancelIdleCallback', (handle: number) => void cancelled.push(handle));
  const cancel = whenIdle(() => undefined, 10_000);
  expect(asked).toEqual([{ timeout: 10_000 }]);
  cancel();
  expect(cancelled).toEqual([7]);
});
