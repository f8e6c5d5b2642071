/** Errors of a chart that cannot be built or run: the message names the file, the line, and what to add. */
import { describe, expect, it } from 'vitest';
import { initialTransition } from 'xstate';
import { chartFault } from './chartFault.ts';
import { explore } from './explore.ts';
import { mutated } from './mutate.ts';
import { smallModel } from './smallModel.ts';

const errorOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

describe('chart with a name that is not defined', () => {
  it('chart with a name that is not defined, guard: the message has the line to add', () => {
    const chart = mutated('boot', ({ on }) => ({ on: { ...on, 'clock.ticked': { guard: 'isOfficeOpen', target: '#loadingHome' } } }));
    const said = chartFault(errorOf(() => explore(chart, smallModel)));
    expect(said).toContain('The guard "isOfficeOpen" is not defined. Add to `guards` of a file in machines/setup');
    expect(said).toContain('  isOfficeOpen: ({ context }) => …,');
    expect(said).toContain("to WORDS of src/inspector/journey/guardWords.ts:\n  isOfficeOpen: '…',");
  });

  it('chart with a name that is not defined, target: the message names the state', () => {
    const error = errorOf(() => initialTransition(mutated('boot', () => ({ on: { 'clock.ticked': '#office' } }))));
    expect(chartFault(error)).toContain('The chart has no state "#office".');
  });

  it('guard that the chart names: the message lists its files and lines', () =>
    expect(chartFault(new Error("Guard 'hasOpenPayment' is not implemented."))).toMatch(/machines\/states\/repay\/cashier\.ts:\d+/));

  it('error without relation to the chart: is not reported as a fault of the chart', () =>
    expect(chartFault(new Error('The disk is full'))).toBeNull());
});
