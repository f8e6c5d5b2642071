/** A new state without expectation, screen or clause: the message names each file to edit, and the line. */
import { describe, expect, it } from 'vitest';
import { journeyMachine } from '#machines/journey.machine.ts';
import { readTable } from './expected/tableRows.ts';
import { mutated } from './mutate.ts';
import { callsWithout, newStates, pagesWithout } from './newStates.ts';

const withStates = (added: object) => mutated('places.userCenter', ({ states }) => ({ states: { ...(states as object), ...added } }));

describe('chart that ships', () => {
  it('shipped chart: no page is without clause or screen', () => expect(pagesWithout(journeyMachine)).toEqual([]));
  it('shipped chart: every call of a port is in the contract', () => expect(callsWithout(journeyMachine)).toEqual([]));
  it('shipped chart: no state is new', () => expect(newStates(journeyMachine, readTable())).toEqual([]));
});

describe('new page', () => {
  const page = { id: 'branchList', meta: { route: '/user_center/branch_list', title: 'Branches' }, route: {} };
  const [clause = '', screen = '', ...others] = pagesWithout(withStates({ branchList: page }));
  it('new page without a clause: the table and the line are named', () => {
    expect(clause).toContain('Add to PLACES of machines/clauses.ts:');
    expect(clause).toContain("  branchList: ['…'],");
  });
  it('new page without a screen: its file and the line that registers it are named', () => {
    expect(screen).toContain('screens/userCenter/branchList/screen.tsx, and add to SCREENS of screens/index.ts:');
    expect(screen).toContain("  [ROUTES.branchList]: () => import('./userCenter/branchList/screen.tsx'),");
    expect(others).toEqual([]);
  });
});

describe('new state of a page', () => {
  const machine = mutated('places.userCenter.faq', ({ states }) => ({
    states: { ...(states as object), asking: {}, passing: { always: 'asking' } },
  }));
  const [asking = '', ...others] = newStates(machine, readTable());
  it('new state of a page: the table, the screen and the clause are named', () => {
    expect(asking).toContain('The state "userCenter.faq.asking" is new');
    expect(asking).toContain('docs/expected.md: a row for each thing');
    expect(asking).toContain('screens/userCenter/faq/screen.tsx: what the page shows in it');
    expect(asking).toContain("add to STEPS, 'journey.places.userCenter.faq.asking': ['…'],");
  });
  it('new passing state, which is never shown: has no message', () => expect(others).toEqual([]));
});

describe('port with a new call', () => {
  const machine = withStates({ branchList: { invoke: { id: 'loadBranches', src: 'loadBranches' } } });
  const [call = '', ...others] = callsWithout(machine, { loadBranches: { call: 'branches' }, unused: { call: 'notNamed' } });
  it('port with a new call: the contract and the folder of the handlers are named', () => {
    expect(call).toContain('The port "loadBranches" makes the call "branches", which the lender does not have.');
    expect(call).toContain("to `contract` of src/api/contract.ts:\n  branches: read<Request, Response>('/…', ours),");
    expect(call).toContain('to a file of server/calls:\n  branches: async (request, caller) => …,');
    expect(others).toEqual([]);
  });
});
