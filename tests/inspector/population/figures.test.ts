/** Columns, figures, variants and moments of a population. */
import { beforeAll, describe, expect, it } from 'vitest';
import { everyRecording, joined, subset, withoutCopies, type Population } from '#src/inspector/population/compute/columns.ts';
import { selected, valuesOf, periodOf, byRelease } from '#src/inspector/population/compute/filter.ts';
import {
  figuresOf,
  placeFigures,
  recordingsAt,
  recordingsOnWay,
  type PlaceFigures,
} from '#src/inspector/population/compute/placeFigures.ts';
import { lostAt, lostStep } from '#src/inspector/population/compute/lostStep.ts';
import { followTracks, tracksOf } from '#src/inspector/population/compute/moment.ts';
import { chartGraph, checkPlaces, oneAgainstAll, placesOf } from '#src/inspector/population/compute/chartPlaces.ts';
import { variantsOf } from '#src/inspector/population/compute/variants.ts';
import { lossOf, shareLost, worstOf } from '#src/inspector/population/view/loss.ts';
import { visitsOf } from '#src/inspector/population/compute/visits.ts';
import { lostByPlace, offersOf, photosOf, problemsOf, sessionEnds, timeToMoney } from '#src/inspector/population/compute/countedAnswers.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import type { Recording } from '#src/recording/format.ts';
import { storedRecordings } from '#tests/recording/journeys/storedRecordings.ts';
import { populationOf, randomPopulation } from './samplePopulations.ts';

let random: Population;
let named: Population;
let ids: readonly string[];
beforeAll(async () => {
  const stored = await storedRecordings();
  ids = stored.map(({ id }) => id);
  named = populationOf(stored.map(({ recording }) => recording));
  random = await randomPopulation([1, 2, 3, 4, 5, 6, 7, 8], 150);
});

const figuresIn = (population: Population, selection = everyRecording(population)) =>
  figuresOf(population, selection, placesOf(population.names));
const namesOf = (recordings: Uint32Array): string[] => [...recordings].map((at) => ids[at] as string);

it('lists of pages: name pages of the chart', () => expect(checkPlaces).not.toThrow());

describe('time from the application to the money', () => {
  it('recording that shows an application and its money: counts from the start, and from the sending, until the money is shown', async () => {
    const { recordings, fromStart, fromSent } = timeToMoney(named, everyRecording(named));
    expect(namesOf(recordings)).toEqual(['first-loan']);
    const { recording } = (await storedRecordings()).find(({ id }) => id === 'first-loan') ?? {};
    const timeOf = (isIt: (step: Recording['steps'][number]) => boolean): number => recording?.steps.find(isIt)?.at ?? NaN;
    const began = timeOf(({ event }) => event.type === 'xstate.done.actor.startApplication');
    const sent = timeOf(({ event }) => event.type === 'xstate.done.actor.saveQuestionnaire');
    const paid = timeOf(({ event }) => (event['output'] as { order?: { status?: number } } | undefined)?.order?.status === STATUS.repaying);
    expect([...fromStart, ...fromSent]).toEqual([paid - began, paid - sent]);
  });

  it('recording that begins after the application: is not counted', () => {
    const paidOut = Uint32Array.of(ids.indexOf('payout-failed'), ids.indexOf('repaid'));
    expect(timeToMoney(named, paidOut)).toEqual({
      recordings: new Uint32Array(),
      fromStart: new Float64Array(),
      fromSent: new Float64Array(),
    });
  });
});

describe('figures of a population', () => {
  it('group of pages: its worst page lost the greatest share, not the greatest number', () => {
    const pages = figuresIn(named).byPlace.filter(({ came }) => came > 0);
    const worst = worstOf(pages) as PlaceFigures;
    expect(shareLost(worst)).toBe(Math.max(...pages.map(shareLost)));
    const [page] = pages as [PlaceFigures];
    const of = (came: number, gaveUp: number): PlaceFigures => ({
      ...page,
      came,
      outcomes: { ...page.outcomes, gaveUp, problem: 0 },
    });
    expect(worstOf([of(1000, 100), of(10, 3)])).toEqual(of(10, 3));
    expect([of(100, 4), of(100, 5), of(100, 20), of(0, 0)].map(lossOf)).toEqual([null, 'some', 'heavy', null]);
    expect(worstOf([of(100, 0), of(0, 0)])).toBeNull();
  });

  it('outcomes at a page: add up to its visitors, and each number has its recordings', () => {
    for (const population of [random, named]) {
      const figures = figuresIn(population);
      for (const { place, came, outcomes } of figures.byPlace) {
        expect(Object.values(outcomes).reduce((sum, one) => sum + one, 0)).toBe(came);
        expect(recordingsAt(figures, place.id)).toHaveLength(came);
        for (const outcome of Object.keys(outcomes) as (keyof typeof outcomes)[])
          expect(recordingsAt(figures, place.id, [outcome])).toHaveLength(outcomes[outcome]);
      }
    }
  });

  it('figures of a population, arrow: counts each journey once, and opens them', () => {
    const figures = figuresIn(random);
    for (const [way, journeys] of figures.arrows) expect(recordingsOnWay(random, figures, way)).toHaveLength(journeys);
    expect(figures.arrows.get('boot>loadingHome')).toBe(random.count);
  });

  it('figures of a population, all states one by one: equal those of their pages', () => {
    const figures = figuresIn(random);
    const alone = figuresOf(
      random,
      everyRecording(random),
      oneAgainstAll(
        random.names,
        'home',
        (state) => figures.places.all[figures.places.of[random.names.states.indexOf(state)] as number]?.id === 'home',
      ),
    );
    expect(alone.byPlace[1]?.came).toBe(placeFigures(figures, 'home')?.came);
    expect([...(alone.byPlace[1]?.stays ?? [])]).toEqual([...(placeFigures(figures, 'home')?.stays ?? [])]);
  });

  it('figures of a population, named journeys: have the outcomes of their names', () => {
    const figures = figuresIn(named);
    expect(namesOf(recordingsAt(figures, 'idPhotos', ['problem', 'gaveUp']))).toEqual(['photo-given-up']);
    expect(namesOf(recordingsAt(figures, 'cashier', ['wentOn']))).toEqual(expect.arrayContaining(['repaid', 'overdue-then-paid']));
    expect(namesOf(recordingsAt(figures, 'agreement', ['wentBack']))).toEqual(expect.arrayContaining(['first-loan', 'offer-declined']));
    expect(lostByPlace(figures).find(({ id }) => id === 'idPhotos')?.recordings).toHaveLength(1);
  });

  it('recording of a lost journey: opens at the last step at the page where the borrower was lost', () => {
    const figures = figuresIn(named);
    const { names, recordings, steps } = named;
    const at = (id: string): number => ids.indexOf(id);
    const lost = lostStep(named, figures, at('photo-given-up')) ?? NaN;
    const first = recordings.first[at('photo-given-up')] as number;
    const pageAt = (step: number) => chartGraph.boxOf[names.states[steps.state[first + step] as number] as string];
    expect([pageAt(lost), pageAt(lost + 1)]).toEqual(['idPhotos', 'home']);
    // A journey that was lost nowhere, and one outside the counted ones, opens at its first step.
    expect(lostAt(named, figures, at('photo-given-up'))).toMatchObject({ page: 'Photos of your ID' });
    expect(lostStep(named, figures, at('repaid'))).toBeNull();
    expect(lostAt(named, figures, at('repaid'))).toBeNull();
    expect(lostStep(named, figuresIn(named, Uint32Array.of(at('repaid'))), at('photo-given-up'))).toBeNull();
  });

  it('figures of a population, named journeys: problems, sessions, photos and offers are found', () => {
    const figures = figuresIn(named);
    const every = everyRecording(named);
    const unreadable = problemsOf(named, figures).find(({ code }) => code === 3005);
    expect([unreadable?.fields, namesOf(unreadable?.recordings ?? new Uint32Array())]).toEqual([
      ['front'],
      ['photo-given-up', 'photo-unreadable'],
    ]);
    expect(unreadable?.times).toBe(5);
    const { byCode, before } = sessionEnds(named, every);
    expect(namesOf(byCode.find(({ name }) => name === '10010304')?.recordings ?? new Uint32Array())).toEqual(['session-lost']);
    expect(before.length).toBeGreaterThan(0);
    expect(photosOf(named, every).map(({ side }) => side)).toEqual(expect.arrayContaining(['front', 'back', 'face']));
    const offers = offersOf(named, every);
    expect(namesOf(offers.declined)).toEqual(['offer-declined']);
    expect(namesOf(offers.accepted)).toEqual(expect.arrayContaining(['first-loan']));
  });
});

describe('ways through', () => {
  it.each([
    ['photo-given-up', 'ended in a problem at Photos of your ID'],
    ['offer-declined', 'offer declined'],
    ['offer-lapsed', 'offer lapsed'],
    ['repaid', 'paid back'],
  ])('journey %s: its way is described as "%s"', (id, end) => {
    const variants = variantsOf(named, figuresIn(named));
    expect(variants.find(({ recordings }) => namesOf(recordings).includes(id))?.end).toBe(end);
  });
});

describe('columns', () => {
  it('columns of several populations joined: every recording keeps its texts', () => {
    const both = joined([named, random], [0, 3]);
    expect(both.count).toBe(named.count + random.count);
    const texts = (population: Population, recording: number) =>
      visitsOf(population, placesOf(population.names), recording).map(({ from }) => [
        population.names.states[population.steps.state[from] as number],
        population.names.events[population.steps.event[from] as number],
        population.steps.at[from],
      ]);
    for (let at = 0; at < random.count; at++) expect(texts(both, named.count + at)).toEqual(texts(random, at));
    for (let at = 0; at < named.count; at++) expect(texts(both, at)).toEqual(texts(named, at));
    expect([...both.recordings.source.slice(named.count)]).toEqual(Array.from({ length: random.count }, () => 3));
    expect(variantsOf(both, figuresIn(both)).reduce((sum, { recordings }) => sum + recordings.length, 0)).toBe(both.count);
  });

  it('columns, opened twice: counts once, and keeps its steps', () => {
    const twice = withoutCopies(joined([named, random, named]));
    expect(twice.count).toBe(named.count + random.count);
    expect(withoutCopies(named)).toBe(named);
    const some = subset(twice, Uint32Array.from([twice.count - 1, 0]));
    const last = random.count - 1;
    expect([...some.recordings.first]).toEqual([
      0,
      (random.recordings.first[last + 1] as number) - (random.recordings.first[last] as number),
      some.steps.at.length,
    ]);
    expect([...some.steps.at.slice(0, some.recordings.first[1])]).toEqual([...random.steps.at.slice(random.recordings.first[last])]);
    expect(some.recordings.startedAt[1]).toBe(named.recordings.startedAt[0]);
  });

  it('columns, filter: keeps recordings with the value, and every value is listed with its number', () => {
    const languages = valuesOf(named, 'language');
    expect(languages.reduce((sum, { recordings }) => sum + recordings, 0)).toBe(named.count);
    for (const { value, recordings } of languages) expect(selected(named, { language: value })).toHaveLength(recordings);
    const { first = 0, last = 0 } = periodOf(named) ?? {};
    expect(selected(named, { since: first, until: last })).toHaveLength(named.count - 1);
    expect(selected(named, { release: 'no such release' })).toHaveLength(0);
    expect(['1.10.0', '1.9.0', '1.0.0'].sort(byRelease)).toEqual(['1.0.0', '1.9.0', '1.10.0']);
  });
});

describe('moment of all journeys', () => {
  it('moment of all journeys: each journey is at exactly one place, that of its latest visit', () => {
    const places = placesOf(random.names);
    const tracks = tracksOf(random, everyRecording(random), places);
    const whereaboutsAt = followTracks(tracks, places.all.length);
    const half = tracks.longest / 2;
    for (const ms of [0, 1_000, half, half + 1, half - 500, tracks.longest, 0, Infinity, 250, half]) {
      const { at } = whereaboutsAt(ms);
      const expected = new Uint32Array(places.all.length);
      for (let recording = 0; recording < random.count; recording++) {
        const visit = visitsOf(random, places, recording).findLast(({ enteredAt }) => enteredAt <= ms);
        if (visit) expected[visit.place] = (expected[visit.place] as number) + 1;
      }
      expect([...at]).toEqual([...expected]);
    }
  });
});
