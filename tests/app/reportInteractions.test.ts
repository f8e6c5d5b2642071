/** Reports that wait for the file with the names of events. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { reportInteractions } from '#src/app/analytics/reportInteractions.ts';

const openLog = vi.hoisted(() => vi.fn<(actor: unknown, bridge: unknown, earlier: readonly { event: { type: string } }[]) => unknown>());
vi.mock('#src/app/analytics/interactions.ts', () => ({ openLog }));

/** Idle as soon as the tasks of the page have run. */
beforeAll(() => void vi.stubGlobal('requestIdleCallback', (work: () => void) => setImmediate(work)));
afterAll(() => void vi.unstubAllGlobals());

function page() {
  let observe: (inspection: unknown) => void = () => undefined;
  const actor = { system: { inspect: (observer: typeof observe) => (observe = observer) }, getSnapshot: () => ({}) };
  reportInteractions(actor as unknown as Parameters<typeof reportInteractions>[0], { notify: () => undefined });
  return async (type: string) => {
    observe({ type: '@xstate.event', actorRef: actor, event: { type } });
    await new Promise((done) => setImmediate(done));
  };
}
const waited = () => openLog.mock.lastCall?.[2].map(({ event }) => event.type) ?? [];

describe('events before the first interaction', () => {
  it('events of the start, no interaction yet: wait, and all are reported with the first press', async () => {
    openLog.mockReset().mockReturnValue(() => undefined);
    const happens = page();
    for (let n = 0; n < 10; n++) await happens(`xstate.${n}`);
    expect(openLog).not.toHaveBeenCalled();
    await happens('application.opened');
    await vi.waitFor(() => expect(waited()).toEqual([...Array.from({ length: 10 }, (_, n) => `xstate.${n}`), 'application.opened']));
  });

  it('events before the first interaction, three hundred: the file of names is fetched, and the oldest ones are dropped', async () => {
    openLog.mockReset().mockReturnValue(() => undefined);
    const happens = page();
    for (let n = 0; n < 300; n++) await happens(`xstate.${n}`);
    expect(openLog).not.toHaveBeenCalled();
    await happens('xstate.300');
    await vi.waitFor(() => expect(openLog).toHaveBeenCalledTimes(1));
    expect(waited()).toHaveLength(300);
    expect(waited().at(-1)).toBe('xstate.300');
  });
});
