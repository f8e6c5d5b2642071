/** The online test with a small environment: impossible steps are not tried, and detours lead to steps that need others first. */
import { describe, expect, it } from 'vitest';
import { journeyMachine } from '#machines/journey.machine.ts';
import { explore, type Edge } from './explore.ts';
import { journeyModel } from './model.ts';
import { testOnline, type OnlineOptions } from './onlineTest.ts';
import { done, impossible, type PathDriver } from './pathDriver.ts';

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

/** @param refusedTimes so many times retry is refused although it should be possible, as on a slow machine. */
async function testWith(known: Pick<OnlineOptions, 'never' | 'strategies'>, refusedTimes = 0) {
  const tried: string[] = [];
  let refusals = 0;
  let begun = 0;
  const begin = (_: number, covered: (obligation: string) => void): Promise<PathDriver> => {
    begun += 1;
    let at = 'loading';
    let last = '';
    return Promise.resolve({
      key: () => at,
      perform(name) {
        tried.push(name);
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
  return { tried, begun, open: [...report.open.keys()] };
}

describe('online test', () => {
  it('step possible only after another: a detour covers it', async () => {
    expect((await testWith({ strategies: [{ to: /^retry$/, by: [/^failed$/] }] })).open).toEqual(['close']);
    expect((await testWith({ strategies: [{ to: /^retry$/, by: [/^loaded$/] }] })).open).toEqual(['retry', 'close']);
  });

  it('detour failed several times: is retried when no other obligation is left', async () => {
    expect((await testWith({ strategies: [{ to: /^retry$/, by: [/^failed$/] }] }, 3)).open).toEqual(['close']);
  });

  it('step known as impossible: is not tried', async () => {
    const { tried, open } = await testWith({ never: (from, { step }) => from === 'shown' && step.name === 'close' });
    expect(open).toContain('close');
    expect(tried).not.toContain('close');
    expect((await testWith({})).tried).toContain('close');
  });

  it('obligations that no plan reaches: no environment is started for them', async () => {
    expect(await testWith({ strategies: [{ to: /./, by: [/^unknown$/] }] })).toEqual({
      tried: [],
      begun: 0,
      open: ['loaded', 'failed', 'refresh', 'retry', 'close'],
    });
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
