/** Faults planted into the chart, the model and the projection: each check must find its own. */
import { describe, expect, it } from 'vitest';
import { journeyMachine, type JourneyMachine, type JourneySnapshot } from '#machines/journey.machine.ts';
import { journeySetup } from '#machines/setup.ts';
import { explore, type Exploration, type Graph } from './explore.ts';
import { INVARIANTS } from './invariants.ts';
import { happeningsIn } from './model.ts';
import { PART_NAMES, projectWithout, type PartName } from './projection.ts';
import { prove } from './prove.ts';
import { checkSoundness } from './soundness.ts';

type Config = { readonly states?: Readonly<Record<string, Config>>; readonly on?: object; readonly [key: string]: unknown };

const changed = (config: Config, [key, ...path]: readonly string[], change: (found: Config) => object): Config => {
  if (key === undefined) return { ...config, ...change(config) };
  const below = config.states?.[key];
  if (!below) throw new Error(`no state "${key}" to change`);
  return { ...config, states: { ...config.states, [key]: changed(below, path, change) } };
};

/** The chart that ships with one state changed. */
const planted = (path: string, change: (found: Config) => object): JourneyMachine =>
  journeySetup.createMachine(changed(journeyMachine.config as Config, path.split('.'), change) as never) as unknown as JourneyMachine;

/** A corner of the journey that is quick to explore: some places, some statuses, some failures. */
const CORNER = [
  /^xstate\.route \(#(home|settings|cashier|confirmBorrow|idPhotos|lending|termsOfService( from the registration)?|yx1( of a channel)?)\)$/,
  /^(restoreDevice|askShellLogin|forgetSession|refreshHome|loadSaved|startApplication|pickContact|check|ask|close|logOut)/,
  /^loadHome answered \((visitor|no order|repaying|confirm|identityOcr|applying|payFail|reject.*)\)$/,
  /^(?!xstate\.route|restoreDevice|loadHome|refreshHome|askShellLogin)(?!.* failed)/,
  / failed \((no answer|tokenExpired|refused|order moved)\)$/,
];
const inTheCorner: Exploration = {
  happenings: (snapshot: JourneySnapshot) => happeningsIn(snapshot).filter(({ name }) => CORNER.some((pattern) => pattern.test(name))),
};

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
    const { definitions } = await prove(chart, inTheCorner);
    expect(definitions.missing).toContain('journey.places.userCenter.settings.shown --offer.accepted[1]--> confirmBorrow');
    expect(definitions.missing).not.toContain('journey.places.userCenter.settings.shown --offer.accepted[0]--> home');
  });

  it('is named with the state that only it leads to', async () => {
    const chart = planted('places.tabs', (tabs) => ({
      states: { ...tabs.states, attic: { on: { 'back.requested': '#home' } } },
    }));
    const { nodes, definitions } = await prove(chart, inTheCorner);
    expect(nodes.missing).toContain('state journey.places.tabs.attic');
    expect(nodes.missing).not.toContain('state home');
    expect(definitions.missing).toContain('journey.places.tabs.attic --back.requested--> home');
  });
});

describe('a projection that forgets', () => {
  it('nothing is sound', () => expect(checkSoundness(explore(journeyMachine, inTheCorner)).complaints).toEqual([]));

  it.each(PART_NAMES)('the %s is caught', (forgotten: PartName) => {
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
      planted('places.repay.cashier.checking', ({ invoke }) => ({ invoke: { ...(invoke as object), onError: 'waiting' } })),
    'what is refused stays where it is': () =>
      planted('places.borrow.confirmBorrow', ({ states }) => ({
        on: { 'back.requested': {} },
        states: { ...states, deciding: { ...states?.['deciding'], on: { ...states?.['deciding']?.on, 'back.requested': '#home' } } },
      })),
    'every call has an answer that the order chart allows': () => planted('places.userCenter.settings.shown', () => asking),
    'the application is sent from the review, and the review is of all answers': () =>
      planted('places.apply.loanQuestion.reviewing', () => ({ always: [] })),
    'nothing leaves the phone without consent: the lender asks for it and the borrower said yes to that kind': () =>
      planted('places.apply.loanQuestion.consent.asking', () => ({ always: { target: 'collecting' } })),
    'no link and no Back starts a call that changes something': () =>
      planted('places.repay.cashier', () => ({ route: { guard: 'canRepay' } })),
    'money moves by one act of the borrower, and is drawn with consent': () =>
      planted('places.borrow.confirmBorrow.deciding', ({ on }) => ({ on: { ...on, 'offer.accepted': 'drawing' } })),
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

  it.each(Object.entries(plants))('is found broken: %s', (name, plant) => {
    expect(complaintsAbout(name, explore(plant(), inTheCorner)).length).toBeGreaterThan(0);
  });
});
