/** Every visible state has an example, because storyboard, accessibility check and tests draw examples only. */
import { describe, expect, it } from 'vitest';
import { journeyMachine } from '#machines/journey.machine.ts';
import { ROUTES } from '#machines/routes.ts';
import { examples as loaders } from '#tests/gallery/allScreens.ts';
import { derivedExamples } from '#tests/support/derivedExamples.ts';
import { missingExamples, visibleStates } from '#tests/support/examples.ts';

const modules = await Promise.all(Object.values(loaders).map((load) => load()));
const examples = modules.flatMap((module) => Object.values(module.examples));

describe('examples of the screens', () => {
  it('examples of the screens: they cover every visible state', () => {
    expect(visibleStates(journeyMachine).size).toBeGreaterThan(Object.keys(ROUTES).length);
    expect(missingExamples(journeyMachine, examples)).toEqual([]);
  });

  it('example removed: its state is reported', () => {
    const without = examples.filter((snapshot) => !snapshot.matches({ places: { borrow: { confirmBorrow: 'drawing' } } }));
    expect(without.length).toBeLessThan(examples.length);
    expect(missingExamples(journeyMachine, without)).toEqual(['confirmBorrow.drawing']);
  });
});

describe('examples that the chart leads to', () => {
  it('page that loads: has an example while it loads, and one with the loaded content', () => {
    const { loading, shown, ...others } = derivedExamples('customerServices');
    expect(Object.keys(others)).toEqual([]);
    expect(loading?.hasTag('busy')).toBe(true);
    expect(shown?.context.support.is).toBe('loaded');
  });

  it('page with steps of its own: has an example of each step within a few presses', () => {
    const found = derivedExamples('devices');
    expect(Object.keys(found)).toEqual(expect.arrayContaining(['loading', 'listed', 'failed', 'removing', 'signingOut']));
  });

  it('page that no link opens without an order: has no example, so its states are reported as missing', () =>
    expect(derivedExamples('lending')).toEqual({}));
});
