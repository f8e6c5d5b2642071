/** A walk that knows its world: what is never offered is not tried, and what needs something before it is led up to. */
import { describe, expect, it } from 'vitest';
import { journeyMachine } from '#machines/journey.machine.ts';
import { explore, type Edge } from './explore.ts';
import { walkAll, type WalkOptions } from './onlineTest.ts';
import { done, impossible, type Walker } from './driver.ts';

const edge = (name: string, to: string): Edge => ({ happening: { name, event: { type: name } }, to, proves: [name] });

/** A page that is loaded, well or not; trying again is offered after a failure only, and closing never. */
const edges = new Map([
  ['loading', [edge('loaded', 'shown'), edge('failed', 'shown')]],
  ['shown', [edge('refresh', 'loading'), edge('retry', 'loading'), edge('close', 'loading')]],
]);
const graph = {
  ...explore(journeyMachine, { happenings: () => [] }),
  start: 'loading',
  edges,
  states: new Map([...edges.keys()].map((key) => [key, undefined as never])),
};

/** @param stubborn so often trying again is not offered although it should be, as on a machine that is too slow. */
async function walk(known: Pick<WalkOptions, 'never' | 'ways'>, stubborn = 0) {
  const tried: string[] = [];
  let refusals = 0;
  const begin = (_: number, proved: (obligation: string) => void): Promise<Walker> => {
    let at = 'loading';
    let last = '';
    return Promise.resolve({
      key: () => at,
      perform(name) {
        tried.push(name);
        const isStubborn = name === 'retry' && last === 'failed' && ++refusals <= stubborn;
        if (name === 'close' || isStubborn || (name === 'retry' && last !== 'failed'))
          return Promise.resolve(impossible('it is not offered'));
        at = edges.get(at)?.find(({ happening }) => happening.name === name)?.to ?? at;
        last = name;
        proved(name);
        return Promise.resolve(done);
      },
      disagreements: () => Promise.resolve([]),
      stop: () => Promise.resolve(),
    });
  };
  const report = await walkAll(graph, { begin, longest: 2, ...known });
  return { tried, open: [...report.open.keys()] };
}

describe('a walk in a world with a will of its own', () => {
  it('leads up to what is offered only after something else', async () => {
    expect((await walk({ ways: [{ to: /^retry$/, by: [/^failed$/] }] })).open).toEqual(['close']);
    expect((await walk({ ways: [{ to: /^retry$/, by: [/^loaded$/] }] })).open).toEqual(['retry', 'close']);
  });

  it('leads up to it again when nothing else is left to do', async () => {
    expect((await walk({ ways: [{ to: /^retry$/, by: [/^failed$/] }] }, 3)).open).toEqual(['close']);
  });

  it('does not try what is never offered', async () => {
    const { tried, open } = await walk({ never: (from, { happening }) => from === 'shown' && happening.name === 'close' });
    expect(open).toContain('close');
    expect(tried).not.toContain('close');
    expect((await walk({})).tried).toContain('close');
  });
});
