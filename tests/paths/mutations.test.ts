/** Mutants of the chart, the model and the projection: each must be killed by the check that is responsible for it. */
import { describe, expect, it } from 'vitest';
import { journeyMachine, type JourneyMachine } from '#machines/journey.machine.ts';
import { sampleOf } from '../support/effort.ts';
import { smallModel } from './smallModel.ts';
import { explore, type Graph } from './explore.ts';
import { INVARIANTS } from './invariants.ts';
import { mutated } from './mutate.ts';
import { PART_NAMES, projectWithout, type PartName } from './projection.ts';
import { nothingCompared, verify } from './verify.ts';
import { checkSoundness } from './soundness.ts';

describe('dead transition', () => {
  it('dead transition, guard always false: the transition is reported as never taken', async () => {
    const chart = mutated('places.userCenter.settings.shown', ({ on }) => ({
      on: {
        ...on,
        'offer.accepted': [
          { guard: 'hasSession', target: '#home' },
          { guard: 'hasOffer', target: '#confirmBorrow' },
        ],
      },
    }));
    const { definitions } = (await verify(chart, smallModel, nothingCompared)).report;
    expect(definitions.missing).toContain('journey.places.userCenter.settings.shown --offer.accepted[1]--> confirmBorrow');
    expect(definitions.missing).not.toContain('journey.places.userCenter.settings.shown --offer.accepted[0]--> home');
  });

  it('dead transition, to a state without other transitions: both are reported', async () => {
    const chart = mutated('places.tabs', (tabs) => ({
      states: { ...tabs.states, unused: { on: { 'back.requested': '#home' } } },
    }));
    const { nodes, definitions } = (await verify(chart, smallModel, nothingCompared)).report;
    expect(nodes.missing).toContain('state journey.places.tabs.unused');
    expect(nodes.missing).not.toContain('state home');
    expect(definitions.missing).toContain('journey.places.tabs.unused --back.requested--> home');
  });
});

describe('state that requires missing data', () => {
  const mutants: Record<string, [error: RegExp, on: object]> = {
    'the input of a call': [/requires: order/, { 'decline.confirmed': '#confirmBorrow.declining' }],
    'a guard': [
      /requires: offer, which is loading/,
      { 'offer.choiceMade': { guard: { type: 'isChoiceOffered', params: { amount: 100_000, termDays: 91 } }, target: '#home' } },
    ],
    'an action': [/requires: paying/, { 'payment.otherWayRequested': { actions: 'payByPaybill' } }],
    'the event of another state': [/requires: the event card\.submitted, not card\.opened/, { 'card.opened': '#card.authorising' }],
  };

  it.each(Object.entries(mutants))(
    'state that requires missing data, %s that throws: the exploration fails and names what is missing',
    (_, [error, on]) => {
      const chart = mutated('places.userCenter.settings.shown', (shown) => ({ on: { ...shown.on, ...on } }));
      expect(() => explore(chart, smallModel)).toThrow(error);
    },
  );
});

describe('projection', () => {
  it('projection, complete: is sound', () => expect(checkSoundness(explore(journeyMachine, smallModel)).complaints).toEqual([]));

  const reached = ({ edges }: Graph): number => new Set([...edges.values()].flat().flatMap(({ covers }) => covers)).size;

  // Soundness compares one step. A part that decides only two steps later hides a transition instead.
  it.each(sampleOf('parts of the projection', PART_NAMES, 2))(
    'projection, without %s: is unsound, or misses a transition',
    (omitted: PartName) => {
      const graph = explore(journeyMachine, { ...smallModel, projection: projectWithout(omitted) });
      const isUnsound = checkSoundness(graph, 1).complaints.length > 0;
      expect(isUnsound || reached(graph) < reached(explore(journeyMachine, smallModel))).toBe(true);
    },
  );
});

describe('invariants', () => {
  const complaintsAbout = (name: string, graph: Graph) => INVARIANTS.find((invariant) => invariant.name === name)?.check(graph) ?? [];

  const mutants: Record<string, () => JourneyMachine> = {
    'busy exactly while a call runs': () => mutated('places.userCenter.settings.shown', () => ({ tags: ['busy'] })),
    'a photo is on its way exactly while it is uploaded': () =>
      mutated('places.apply.idPhotos.uploading', ({ invoke }) => ({ invoke: { ...(invoke as object), onError: 'waiting' } })),
    'home can be reached from every state': () =>
      mutated('places.userCenter.settings.shown', () => ({
        on: Object.fromEntries(['xstate.route', 'back.requested', 'session.lost', 'shellSession.found'].map((type) => [type, {}])),
      })),
    'no private place without a session': () =>
      mutated('places.userCenter.settings', () => ({ on: { 'session.lost': { actions: 'forgetBorrower' } } })),
    'no loan place without an order': () => mutated('places.borrow.lending', () => ({ route: { guard: 'hasSession' } })),
    'each session code from each call ends the session, once': () =>
      mutated('places.repay.cashier.polling', ({ invoke }) => ({ invoke: { ...(invoke as object), onError: 'waiting' } })),
    'what is refused stays where it is': () =>
      mutated('places.borrow.confirmBorrow', ({ states }) => ({
        on: { 'back.requested': {} },
        states: { ...states, deciding: { ...states?.['deciding'], on: { ...states?.['deciding']?.on, 'back.requested': '#home' } } },
      })),
    'every call has an answer that the order chart allows': () => mutated('places.userCenter.settings.shown', () => asking),
    'the application is sent from the review, and the review is of all answers': () =>
      mutated('places.apply.loanQuestion.editing', ({ on }) => ({
        on: {
          ...on,
          'questionnaire.submitted': {
            target: 'sending',
            actions: {
              type: 'keepDraft',
              params: ({ event }: { event: { values: object } }) => ({ section: 'loanQuestion', values: event.values }),
            },
          },
        },
      })),
    'data of the phone is collected only with consent, and after the lender knows of it': () =>
      mutated('places.apply.loanQuestion.consent.asking', () => ({ always: { target: 'collecting' } })),
    'refusing every permission still reaches a loan': () =>
      mutated('places.apply.loanQuestion.consent.recording', ({ invoke }) => ({
        invoke: { ...(invoke as object), onDone: '#home', onError: '#home' },
      })),
    'every status of the specification leads to its screen': () =>
      mutated('places.routingByStatus', ({ always }) => ({
        always: (always as { target: string }[]).filter(({ target }) => target !== '#repayDetail'),
      })),
    'every error code of the specification, and every other way to fail, has a transition from every call': () =>
      mutated('places.repay.cashier.verifying', ({ invoke }) => ({
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
    'no link and no Back starts a call that changes something': () => mutated('places.apply.idPhotos', () => ({ initial: 'finishing' })),
    'money moves by one act of the borrower, and is drawn with consent': () =>
      mutated('places.borrow.confirmBorrow.deciding', ({ on }) => ({ on: { ...on, 'offer.accepted': 'drawing' } })),
    'no call that moves money leaves without what makes its port idempotent': () =>
      mutated('places.repay.cashier.requesting', ({ invoke }) => ({
        invoke: { ...(invoke as object), input: () => ({ orderNo: 'order-1', amount: 100_000, requestId: '' }) },
      })),
    'a lost answer about money is asked for': () =>
      mutated('places.repay.cashier.requesting', ({ invoke }) => ({ invoke: { ...(invoke as object), onError: 'refused' } })),
  };
  const asking = {
    tags: ['busy'],
    invoke: { id: 'declineAgain', src: 'declineOffer', input: { orderNo: '' }, onDone: '#home', onError: '#home' },
  };

  it('invariants: each has a mutant', () => expect(Object.keys(mutants)).toEqual(INVARIANTS.map(({ name }) => name)));

  it('invariants, chart that ships: no invariant is broken', () => {
    const graph = explore(journeyMachine, smallModel);
    expect(INVARIANTS.flatMap(({ check }) => check(graph))).toEqual([]);
  });

  it.each(sampleOf('mutants', Object.entries(mutants), 3))('mutant breaks the invariant: %s', (name, mutate) => {
    expect(complaintsAbout(name, explore(mutate(), smallModel)).length).toBeGreaterThan(0);
  });
});
