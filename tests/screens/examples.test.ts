/** Every state a borrower can see has an example: storyboard, accessibility check and tests draw nothing else. */
import { describe, expect, it } from 'vitest';
import { journeyMachine, type JourneySnapshot } from '#machines/journey.machine.ts';
import { ROUTES } from '#machines/routes.ts';
import { missingExamples, visibleStates } from '#tests/support/examples.ts';

const loaders = import.meta.glob<{ examples: Record<string, JourneySnapshot> }>('../../screens/*/*/examples.ts', { eager: true });
const examples = Object.values(loaders).flatMap((module) => Object.values(module.examples));

describe('examples of the screens', () => {
  it('cover every visible state', () => {
    expect(visibleStates(journeyMachine).size).toBeGreaterThan(Object.keys(ROUTES).length);
    expect(missingExamples(journeyMachine, examples)).toEqual([]);
  });

  it('example removed: its state is reported', () => {
    const without = examples.filter((snapshot) => !snapshot.matches({ places: { borrow: { confirmBorrow: 'drawing' } } }));
    expect(without.length).toBeLessThan(examples.length);
    expect(missingExamples(journeyMachine, without)).toEqual(['confirmBorrow.drawing']);
  });
});
