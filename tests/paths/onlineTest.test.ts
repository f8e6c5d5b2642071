/** The online test with a small environment: impossible steps are not tried; detours lead to steps that need earlier steps. */
import { describe, expect, it } from 'vitest';
import { journeyMachine } from '#machines/journey.machine.ts';
import { progressText } from './environments.ts';
import { explore, type Edge } from './explore.ts';
import { journeyModel } from './model.ts';
import { testOnline, type OnlineOptions } from './onlineTest.ts';
import { done, EnvironmentGone, impossible, type PathDriver } from './pathDriver.ts';

const edge = (name: string, to: string): Edge => ({ step: { name, event: { type: name } }, to, covers: [name] });

/** A page that is loaded or fails; retry is possible after a failure only, close never. */
const edges = new Map([
  ['loading', [edge('loaded', 'shown'), edge('failed', 'shown')]],
  ['shown', [edge('refresh', 'loading'), edge('retry', 'loading'), edge('close', 'loading')]],
]);
const graph = {
  ...explore(journeyMachine, { ...journeyModel, enabled: () => [] }),
  start: 'loading',
  edges,
  states: new Map([...edges.keys()].map((key) => [key, undefined as never])),
};

interface Slowness {
  /** How often the environment refuses a possible retry. */
  refusedTimes?: number;
  /** How often the environment refuses close for a temporary reason, before the reason that proves close impossible. */
  busyTimes?: number;
}

/** @param slowness of the environment, as on a busy machine. */
async function testWith(
  known: Pick<OnlineOptions, 'never' | 'strategies' | 'impossible' | 'obligations'>,
  { refusedTimes = 0, busyTimes = 0 }: Slowness = {},
) {
  const tried: string[] = [];
  let refusals = 0;
  let busy = 0;
  let begun = 0;
  const begin = (_: number, covered: (obligation: string) => void): Promise<PathDriver> => {
    begun += 1;
    let at = 'loading';
    let last = '';
    return Promise.resolve({
      key: () => at,
      perform(name) {
        tried.push(name);
        if (name === 'close' && ++busy <= busyTimes) return Promise.resolve(impossible('the page is busy'));
        const isRefused = name === 'retry' && last === 'failed' && ++refusals <= refusedTimes;
        if (name === 'close' || isRefused || (name === 'retry' && last !== 'failed'))
          return Promise.resolve(impossible('it is not offered'));
        at = edges.get(at)?.find(({ step }) => step.name === name)?.to ?? at;
        last = name;
        covered(name);
        return Promise.resolve(done);
      },
      disagreements: () => Promise.resolve([]),
      stop: () => Promise.resolve(),
    });
  };
  const report = await testOnline(graph, { begin, longest: 2, ...known });
  return { tried, begun, open: [...report.open.keys()], reasons: Object.fromEntries(report.open) };
}

describe('online test', () => {
  it('step possible only after another: a detour covers it', async () => {
    expect((await testWith({ strategies: [{ to: /^retry$/, by: [/^failed$/] }] })).open).toEqual(['close']);
    expect((await testWith({ strategies: [{ to: /^retry$/, by: [/^loaded$/] }] })).open).toEqual(['retry', 'close']);
  });

  it('detour failed several times: is retried when no other obligation is left', async () => {
    expect((await testWith({ strategies: [{ to: /^retry$/, by: [/^failed$/] }] }, { refusedTimes: 6 })).open).toEqual(['close']);
  });

  it('step known as impossible: is not tried', async () => {
    const { tried, open } = await testWith({ never: (from, { step }) => from === 'shown' && step.name === 'close' });
    expect(open).toContain('close');
    expect(tried).not.toContain('close');
    expect((await testWith({})).tried).toContain('close');
  });

  it('obligations that no plan reaches: no environment is started for them', async () => {
    expect(await testWith({ strategies: [{ to: /./, by: [/^unknown$/] }] })).toMatchObject({
      tried: [],
      begun: 0,
      open: ['loaded', 'failed', 'refresh', 'retry', 'close'],
    });
  });

  it('obligation that is refused after any other attempt: is covered by a path of its own', async () => {
    const page = new Map([['shown', [edge('never', 'shown'), edge('first', 'shown')]]]);
    const alone: string[] = [];
    const begin = (_: number, covered: (obligation: string) => void): Promise<PathDriver> => {
      let attempts = 0;
      return Promise.resolve({
        key: () => 'shown',
        perform(name) {
          attempts += 1;
          if (name === 'never' || attempts > 1) return Promise.resolve(impossible('it is not offered'));
          covered(name);
          return Promise.resolve(done);
        },
        disagreements: () => Promise.resolve([]),
        stop: () => Promise.resolve(),
      });
    };
    const states = new Map([['shown', undefined as never]]);
    const { covered, open } = await testOnline(
      { ...graph, start: 'shown', edges: page, states },
      { begin, longest: 5, onAlone: (obligation) => alone.push(obligation) },
    );
    expect(new Set(alone)).toEqual(new Set(['never', 'first']));
    expect([...covered]).toEqual(['first']);
    expect([...open]).toEqual([['never', ['it is not offered']]]);
  });

  it('obligation listed as impossible, refused for another reason: is tried until the listed reason proves it', async () => {
    const impossible = new Map([['close', /^it is not offered$/]]);
    const obligations = new Set(['loaded', 'failed', 'refresh']);
    const late = await testWith({ impossible, obligations, strategies: [] }, { busyTimes: 6 });
    expect(late.reasons).toEqual({ close: ['it is not offered'] });
    const never = await testWith({ impossible, obligations, strategies: [] }, { busyTimes: Infinity });
    expect(never.reasons).toEqual({ close: ['the page is busy'] });
    // An obligation whose first attempt proves it impossible is not tried again.
    expect((await testWith({ impossible, obligations }, {})).tried.filter((name) => name === 'close')).toHaveLength(1);
  });

  describe('state left between two steps', () => {
    const call = (name: string, to: string): Edge => ({ ...edge(name, to), step: { name, event: { type: `xstate.done.actor.${name}` } } });
    const page = new Map([
      ['form', [edge('send', 'sending')]],
      ['sending', [edge('cancel', 'form'), call('sent', 'receipt'), edge('refresh', 'checking')]],
      ['checking', [call('checked', 'receipt')]],
      ['receipt', [edge('close', 'form')]],
    ]);
    const states = new Map([...page.keys()].map((key) => [key, undefined as never]));

    /** @param next the page after it has sent the form and its state was read. */
    async function testSending(next: string, ownEvents: readonly string[] = []) {
      let at = 'form';
      let passed: string[] = [];
      const go = (to: string): void => {
        at = to;
        passed.push(to);
      };
      const begin = (_: number, covered: (obligation: string) => void): Promise<PathDriver> => {
        at = 'form';
        return Promise.resolve({
          key: () => at,
          passed: () => passed,
          perform(name) {
            passed = [];
            const found = page.get(at)?.find(({ step }) => step.name === name);
            if (!found) throw new Error(`${name} cannot happen in ${at}`);
            go(found.to);
            covered(name);
            return Promise.resolve(done);
          },
          disagreements() {
            if (at === 'sending') go(next);
            return Promise.resolve([]);
          },
          stop: () => Promise.resolve(),
        });
      };
      const online = { ...graph, start: 'form', edges: page, states };
      return testOnline(online, { begin, longest: 6, ownEvents, obligations: new Set(['cancel', 'close']) });
    }

    it('state left between two steps, by the end of a call: the path goes on from the new state', async () => {
      const { covered, open, mismatches } = await testSending('receipt');
      expect(mismatches).toEqual([]);
      expect(covered).toContain('close');
      expect([...open]).toEqual([['cancel', ['the phone goes on before anything else can happen']]]);
    });

    it('state left between two steps, by an event of the environment itself: the path goes on from the new state', async () => {
      expect((await testSending('checking', ['refresh'])).mismatches).toEqual([]);
      expect((await testSending('checking')).mismatches[0]?.message).toBe('goes on from sending to checking, and no call has ended');
    });

    it('state left between two steps, no call ended: is reported', async () => {
      const { mismatches } = await testSending('form');
      expect(mismatches[0]?.message).toBe('goes on from sending to form, and no call has ended');
    });
  });

  it('online test, environment gone: is reported, and the next path has another environment', async () => {
    let begun = 0;
    const begin = (_: number, covered: (obligation: string) => void): Promise<PathDriver> => {
      const isFirst = begun++ === 0;
      let at = 'loading';
      return Promise.resolve({
        key: () => at,
        perform(name) {
          if (isFirst && at === 'shown') return Promise.reject(new EnvironmentGone('the page crashed'));
          at = edges.get(at)?.find(({ step }) => step.name === name)?.to ?? at;
          covered(name);
          return Promise.resolve(done);
        },
        disagreements: () => Promise.resolve([]),
        stop: () => Promise.resolve(),
      });
    };
    const { mismatches, open } = await testOnline(graph, { begin, longest: 9 });
    expect(mismatches).toEqual([{ path: 0, steps: ['loaded'], message: 'after this step the environment was gone: the page crashed' }]);
    expect([...open]).toEqual([]);
  });

  it('online test, step leads elsewhere: is reported before the environment stops', async () => {
    const said: string[] = [];
    let at = 'loading';
    await testOnline(graph, {
      begin: () =>
        Promise.resolve({
          key: () => at,
          perform() {
            at = 'elsewhere';
            return Promise.resolve(done);
          },
          disagreements: () => Promise.resolve([]),
          stop: () => Promise.resolve(void said.push('stopped')),
        }),
      longest: 2,
      mostMismatches: 1,
      onMismatch: ({ message }) => said.push(message),
    });
    expect(said).toEqual(['leads from loading to elsewhere, not to shown', 'stopped']);
  });
});

describe('progress of an online test', () => {
  it('online test, no path planned yet: the progress says that the environment is starting', () =>
    expect(progressText({ paths: 0, left: 1, obligation: null })).toBe('0 paths, 1 left to cover, the environment is starting'));

  it('online test, path planned: the progress names the obligation that the path heads for', () =>
    expect(progressText({ paths: 2, left: 1, obligation: 'close' })).toBe('2 paths, 1 left to cover, on the way to close'));
});
