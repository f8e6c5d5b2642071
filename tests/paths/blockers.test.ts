/** An obligation behind a failed step that no path avoids is reported with that step. */
import { describe, expect, it } from 'vitest';
import { blockersOf } from './blockers.ts';
import type { Edge } from './explore.ts';

const edge = (name: string, to: string): Edge => ({ step: { name, event: { type: name } }, to, covers: [name] });

/** Home leads to the form by a button, or by a longer way over the profile; the form alone leads to the page. */
const graph = {
  start: 'home',
  edges: new Map([
    ['home', [edge('button', 'form'), edge('link from the form', 'page'), edge('profile opened', 'profile')]],
    ['profile', [edge('form opened', 'form')]],
    ['form', [edge('link from the form', 'page')]],
    ['page', [edge('back', 'form')]],
  ]),
};
const never = (at: string, { step }: Edge): boolean => step.name === 'link from the form' && at !== 'form';
const blockers = (failed: Readonly<Record<string, string>>) =>
  Object.fromEntries(blockersOf(graph, new Set(['back']), { never, failure: (at, { step }) => failed[`${at} ${step.name}`] ?? null }));

describe('blockers of an uncovered obligation', () => {
  it('obligation behind two failed steps, one of them avoidable: names the step that every path needs, with its reason', () =>
    expect(blockers({ 'home button': 'no button', 'form link from the form': 'no such link' })).toEqual({
      back: 'blocked by "link from the form", which failed in form: no such link',
    }));

  it('obligation behind two failed steps on every path: names the first one', () =>
    expect(blockers({ 'home button': 'no button', 'profile form opened': 'no entry', 'form link from the form': 'no such link' })).toEqual({
      back: 'blocked by "button", which failed in home: no button',
    }));

  it('obligation behind a failed step that a path avoids: names no step', () =>
    expect(blockers({ 'home button': 'no button' })).toEqual({}));
});
