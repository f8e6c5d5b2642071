/** The checks notice mutants of both charts that once survived, and not only by the stored recordings. */
import { beforeAll, describe, expect, it } from 'vitest';
import { initialTransition, setup } from 'xstate';
import { journeyMachine } from '#machines/journey.machine.ts';
import { orderMachine } from '#machines/order.machine.ts';
import { readTable } from '../expected/tableRows.ts';
import { smallModel } from '../smallModel.ts';
import { buildMutant } from './buildMutant.ts';
import { equivalenceOf, EQUIVALENT } from './equivalent.ts';
import { collectSamples, createEvaluation } from './evaluate.ts';
import { evaluateOrder } from './evaluateOrder.ts';
import { mutantsOf, type Mutant } from './operators.ts';

const ofJourney = mutantsOf(journeyMachine);
const ofOrder = mutantsOf(orderMachine);
const named = (all: readonly Mutant[], name: string): Mutant => {
  const mutant = all.find((one) => one.name === name);
  if (!mutant) throw new Error(`no mutant is called "${name}"`);
  return mutant;
};

describe('mutants of a chart', () => {
  const small = setup({
    types: { events: {} as { type: 'go' } | { type: 'stop' } },
    guards: { isReady: () => true },
    actions: { note: () => undefined },
    delays: { SOON: 10 },
  }).createMachine({
    id: 'small',
    initial: 'a',
    states: {
      a: { tags: ['calm'], entry: 'note', on: { go: { guard: 'isReady', target: 'b', actions: 'note', reenter: true } } },
      b: { after: { SOON: 'a' }, on: { stop: {} } },
      c: {},
    },
  });

  it('chart with several parts: every change of every part is one mutant', () =>
    expect(mutantsOf(small).map(({ name }) => name)).toEqual([
      'small.a --go--> removed',
      'small.a --go--> retargeted to small.a',
      'small.a --go--> retargeted to small.c',
      'small.a --go--> guard isReady dropped',
      'small.a --go--> guard isReady negated',
      'small.a --go--> action note dropped',
      'small.a --go--> reenter dropped',
      'small.a entry action note dropped',
      'small.a tag calm dropped',
      'small.b --stop--> removed',
      'small.b --after SOON--> removed',
      'small.b --after SOON--> retargeted to small.b',
      'small.b --after SOON--> retargeted to small.c',
      'small.b --after SOON--> delay changed',
    ]));

  it('mutant that loops for ever: fails', () => {
    const loops = buildMutant(small, { id: 'small', initial: 'a', states: { a: { always: 'b' }, b: { always: 'a' } } });
    const [snapshot] = initialTransition(loops);
    expect(snapshot).toMatchObject({ status: 'error' });
    expect(String((snapshot as { error?: unknown }).error)).toContain('Infinite loop');
  });

  it.each([
    ['journey', ofJourney],
    ['order', ofOrder],
  ])('mutants of the %s chart: no two have one name', (_, all) => expect(new Set(all.map(({ name }) => name)).size).toBe(all.length));

  it('reason of an equivalent mutant: names a mutant that exists', () => {
    const all = { journey: ofJourney, order: ofOrder };
    const unneeded = EQUIVALENT.filter(({ chart, names }) => !all[chart].some(({ name }) => names.test(name)));
    expect(unneeded.map(({ names }) => String(names))).toEqual([]);
    expect(equivalenceOf({ chart: 'order', mutant: named(ofOrder, 'confirm --offer.declined--> removed') })).toBeNull();
  });
});

describe('order chart, mutated', () => {
  it.each([
    'confirm --offer.declined--> retargeted to reject',
    'payFail --disbursement.confirmed--> removed',
    'question --account.bound[4]--> guard leadsTo dropped',
    'overdued --rollover.confirmed--> retargeted to overdued',
  ])('mutant of the order chart, %s: is noticed', (name) =>
    expect(evaluateOrder(named(ofOrder, name))).toMatchObject({ is: 'killed', by: 'expected' }),
  );
});

describe('journey chart, mutated', () => {
  let evaluate: ReturnType<typeof createEvaluation>['evaluate'];
  beforeAll(() => {
    ({ evaluate } = createEvaluation(collectSamples(smallModel).samples, readTable()));
  });

  it.each([
    'repay.proofs.listing tag stable dropped',
    'policies.termsOfService.loading --loadSupport.termsOfService answered--> action setSupport dropped',
    'repay.cashier.refused --payment.retried--> retargeted to proofs',
    'user.login.enteringCode --code.submitted[0]--> guard isCode negated',
    'repay.repayDetail.failed --retry.requested--> retargeted to repay.repayDetail.choosing',
  ])('mutant of the journey chart, %s: is noticed', (name) => expect(evaluate(named(ofJourney, name))).toMatchObject({ is: 'killed' }));

  it('journey chart without a change, evaluated as a mutant: no check complains', () => {
    const unchanged = ofJourney
      .filter((_, index) => index % 400 === 0)
      .map((mutant) => ({ ...mutant, config: () => journeyMachine.config }));
    expect(unchanged.map((mutant) => ({ name: mutant.name, ...evaluate(mutant) })).filter(({ is }) => is !== 'unseen')).toEqual([]);
  });
});
