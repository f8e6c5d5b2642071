/** Faults planted into the chart, the model and the projection: each check must find its own. */
import { describe, expect, it } from 'vitest';
import { journeyMachine, type JourneyMachine } from '#machines/journey.machine.ts';
import { sampleOf } from '../support/effort.ts';
import { inTheCorner } from './corner.ts';
import { explore, type Graph } from './explore.ts';
import { INVARIANTS } from './invariants.ts';
import { planted } from './plant.ts';
import { PART_NAMES, projectWithout, type PartName } from './projection.ts';
import { nothingCompared, prove } from './prove.ts';
import { checkSoundness } from './soundness.ts';

describe('a dead transition', () => {
  it('is named', async () => {
    const chart = planted('places.userCenter.settings.shown', ({ on }) => ({
      on: {
        ...on,
        'offer.accepted': [
          { guard: 'hasSession', target: '#home' },
          { guard: 'hasOffer', target: '#confirmBorrow' },
        ],
      },
    }));
    const { definitions } = (await prove(chart, inTheCorner, nothingCompared)).report;
    expect(definitions.missing).toContain('journey.places.userCenter.settings.shown --offer.accepted[1]--> confirmBorrow');
    expect(definitions.missing).not.toContain('journey.places.userCenter.settings.shown --offer.accepted[0]--> home');
  });

  it('is named with the state that only it leads to', async () => {
    const chart = planted('places.tabs', (tabs) => ({
      states: { ...tabs.states, attic: { on: { 'back.requested': '#home' } } },
    }));
    const { nodes, definitions } = (await prove(chart, inTheCorner, nothingCompared)).report;
    expect(nodes.missing).toContain('state journey.places.tabs.attic');
    expect(nodes.missing).not.toContain('state home');
    expect(definitions.missing).toContain('journey.places.tabs.attic --back.requested--> home');
  });
});

describe('a projection that forgets', () => {
  it('nothing is sound', () => expect(checkSoundness(explore(journeyMachine, inTheCorner)).complaints).toEqual([]));

  it.each(sampleOf('parts of the projection', PART_NAMES, 4))('the %s is caught', (forgotten: PartName) => {
    const graph = explore(journeyMachine, { ...inTheCorner, projection: projectWithout(forgotten) });
    expect(checkSoundness(graph, 1).complaints).toHaveLength(1);
  });
});

describe('an invariant', () => {
  const complaintsAbout = (name: string, graph: Graph) => INVARIANTS.find((invariant) => invariant.name === name)?.check(graph) ?? [];

  const plants: Record<string, () => JourneyMachine> = {
    'busy exactly while a call runs': () => planted('places.userCenter.settings.shown', () => ({ tags: ['busy'] })),
    'a photo is on its way exactly while it is uploaded': () =>
      planted('places.apply.idPhotos.uploading', ({ invoke }) => ({ invoke: { ...(invoke as object), onError: 'waiting' } })),
    'home can be reached from every state': () =>
      planted('places.userCenter.settings.shown', () => ({
        on: Object.fromEntries(['xstate.route', 'back.requested', 'session.lost'].map((type) => [type, {}])),
      })),
    'no private place without a session': () =>
      planted('places.userCenter.settings', () => ({ on: { 'session.lost': { actions: 'forgetBorrower' } } })),
    'no loan place without an order': () => planted('places.borrow.lending', () => ({ route: { guard: 'hasSession' } })),
    'each session code from each call ends the session, once': () =>
      planted('places.repay.cashier.polling', ({ invoke }) => ({ invoke: { ...(invoke as object), onError: 'waiting' } })),
    'what is refused stays where it is': () =>
      planted('places.borrow.confirmBorrow', ({ states }) => ({
        on: { 'back.requested': {} },
        states: { ...states, deciding: { ...states?.['deciding'], on: { ...states?.['deciding']?.on, 'back.requested': '#home' } } },
      })),
    'every call has an answer that the order chart allows': () => planted('places.userCenter.settings.shown', () => asking),
    'the application is sent from the review, and the review is of all answers': () =>
      planted('places.apply.loanQuestion.reviewing', () => ({ always: [] })),
    'data of the phone is collected only with consent, and after the lender knows of it': () =>
      planted('places.apply.loanQuestion.consent.asking', () => ({ always: { target: 'collecting' } })),
    'refusing every permission still reaches a loan': () =>
      planted('places.apply.loanQuestion.consent.recording', ({ invoke }) => ({
        invoke: { ...(invoke as object), onDone: '#home', onError: '#home' },
      })),
    'every status of the specification leads to its screen': () =>
      planted('places.routingByStatus', ({ always }) => ({
        always: (always as { target: string }[]).filter(({ target }) => target !== '#repayDetail'),
      })),
    'every error code of the specification, and every other way to fail, has a transition from every call': () =>
      planted('places.repay.cashier.verifying', ({ invoke }) => ({
        invoke: {
          ...(invoke as object),
          onError: [
            {
              guard: { type: 'isOutcomeUnknown', params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }) },
              target: 'waiting',
            },
          ],
        },
      })),
    'no link and no Back starts a call that changes something': () =>
      planted('places.repay.cashier', () => ({ route: { guard: 'canRepay' } })),
    'money moves by one act of the borrower, and is drawn with consent': () =>
      planted('places.borrow.confirmBorrow.deciding', ({ on }) => ({ on: { ...on, 'offer.accepted': 'drawing' } })),
    'no call that moves money leaves without what makes its port idempotent': () =>
      planted('places.repay.cashier.requesting', ({ invoke }) => ({
        invoke: { ...(invoke as object), input: () => ({ orderNo: 'order-1', amount: 100_000, requestId: '' }) },
      })),
    'a lost answer about money is asked for': () =>
      planted('places.repay.cashier.requesting', ({ invoke }) => ({ invoke: { ...(invoke as object), onError: 'refused' } })),
  };
  const asking = {
    tags: ['busy'],
    invoke: { id: 'declineAgain', src: 'declineOffer', input: { orderNo: '' }, onDone: '#home', onError: '#home' },
  };

  it('of each kind is planted', () => expect(Object.keys(plants)).toEqual(INVARIANTS.map(({ name }) => name)));

  it('holds in the chart that ships', () => {
    const graph = explore(journeyMachine, inTheCorner);
    expect(INVARIANTS.flatMap(({ check }) => check(graph))).toEqual([]);
  });

  it.each(sampleOf('planted faults', Object.entries(plants), 5))('is found broken: %s', (name, plant) => {
    expect(complaintsAbout(name, explore(plant(), inTheCorner)).length).toBeGreaterThan(0);
  });
});
