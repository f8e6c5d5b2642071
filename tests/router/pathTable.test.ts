import { describe, expect, it } from 'vitest';
import { journeyMachine } from '#machines/journey.machine.ts';
import { ALIASES, ROUTES } from '#machines/routes.ts';
import { hashOf, readHash, requestOf, ROUTE_TARGETS } from '#src/router/addresses.ts';

type Node = (typeof journeyMachine)['root'];

describe('table of paths', () => {
  it('table of paths: it has exactly the places of the chart that a link can open', () => {
    const targets: Record<string, string> = {};
    (function collect(node: Node): void {
      if (node.config.route && node.meta) targets[node.meta.route] = `#${node.id}`;
      for (const child of Object.values(node.states)) collect(child as Node);
    })(journeyMachine.root);
    expect(ROUTE_TARGETS).toEqual(targets);
    expect(Object.keys(ROUTE_TARGETS).sort()).toEqual([...Object.values(ROUTES)].sort());
  });

  it('table of paths: it contains every alias', () => {
    for (const path of Object.keys(ALIASES)) expect(requestOf(`#${path}`).to).toBe(`#${ALIASES[path]}`);
  });

  it.each(['#/nowhere', '#/constructor', '#/__proto__', '#field-lastName', '#', ''])('unknown hash %j: leads home', (hash) => {
    expect(requestOf(hash)).toEqual({ to: '#home', path: '/', query: {} });
  });
});

describe('hash of an address', () => {
  it.each([
    ['#/yx3?channelId=7', { path: '/yx3', query: { channelId: '7' } }],
    ['#/yx3?a=1&a=2&flag&=x', { path: '/yx3', query: { a: '2', flag: '' } }],
    ['#/yx3?name=J%C3%A9r%C3%B4me+O%26N', { path: '/yx3', query: { name: 'Jérôme O&N' } }],
    ['#/yx3?half=%E0%A4%A', { path: '/yx3', query: { half: '%E0%A4%A' } }],
    ['#/me/', { path: '/me', query: {} }],
    ['#//me', { path: '/me', query: {} }],
  ])('hash %s: is read', (hash, read) => {
    expect(readHash(hash)).toEqual(read);
  });

  it('hash of an address, written: is read back equal', () => {
    const query = { channelId: '7', from: 'a b&c=d/é' };
    expect(readHash(hashOf('/yx3', query))).toEqual({ path: '/yx3', query });
  });
});
