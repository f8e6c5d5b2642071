/** An event or a port of the chart without cases in the model: the message has the missing line and its file. */
import { describe, expect, it } from 'vitest';
import { journeyMachine } from '#machines/journey.machine.ts';
import { explore } from './explore.ts';
import { journeyModel, missingIn } from './model.ts';
import { mutated } from './mutate.ts';
import { MissingCase } from './steps.ts';

describe('chart with an event or a port without cases', () => {
  const failureOf = (...mutate: Parameters<typeof mutated>): unknown => {
    try {
      explore(mutated(...mutate), journeyModel);
      return null;
    } catch (error) {
      return error;
    }
  };

  it('chart with an event without cases: the message has the file and the line to add', () => {
    const error = failureOf('boot', ({ on }) => ({ on: { ...on, 'office.called': '#loadingHome' } }));
    expect(error).toBeInstanceOf(MissingCase);
    expect(String(error)).toContain('The event "office.called" has no cases. Add to `events` of tests/paths/cases/events.ts:');
    expect(String(error)).toContain("  'office.called': noPayload,");
  });

  it('chart with a port without cases: the message has the file and the line to add', () => {
    const error = failureOf('boot', ({ invoke }) => ({ invoke: [invoke as object, { id: 'loadBranches', src: 'loadBranches' }] }));
    expect(error).toBeInstanceOf(MissingCase);
    expect(String(error)).toContain(
      'The port "loadBranches", which "loadBranches" calls, has no cases. Add to `answers` of tests/paths/cases/answers.ts:',
    );
    expect(String(error)).toContain('  loadBranches: only(…),');
  });
});

describe('chart with undefined names', () => {
  it('chart with an undefined event, guard and port: one message names all of them before the exploration', () => {
    const machine = mutated('boot', ({ on, invoke }) => ({
      on: { ...on, 'office.called': { guard: 'isOfficeOpen', target: '#loadingHome' } },
      invoke: [invoke as object, { id: 'loadBranches', src: 'loadBranches' }],
    }));
    const [event = '', guard = '', port = '', ...others] = missingIn(machine);
    expect(others).toEqual([]);
    expect(event).toContain('A new event needs its type in machines/events.ts first');
    expect(guard).toContain('The guard "isOfficeOpen" is not defined. Add to `guards` of a file in machines/setup');
    expect(port).toContain('The port "loadBranches", which "loadBranches" calls, is not defined. Add to a file in machines/ports');
    expect(port).toContain("  loadBranches: port<Answer, Input>().reads({ call: '…', clauses: ['…'], doing: '…', words: '…' }),");
    expect(port).toContain('A new call of the lender is added to src/api/contract.ts, and its handler to a file of server/calls.');
    expect(port).toContain('  loadBranches: only(…),');
  });

  it('chart that ships: no case is missing', () => expect(missingIn(journeyMachine)).toEqual([]));
});
