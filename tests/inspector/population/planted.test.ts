/** A generated population with a planted problem: the inspector's answers name it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { journeyMachine } from '#machines/journey.machine.ts';
import { parseRecordingLine, type Recording } from '#src/recording/format.ts';
import { replay } from '#src/recording/replay.ts';
import { lastAt, problemsOf } from '#src/inspector/population/compute/countedAnswers.ts';
import { everyRecording, type Population } from '#src/inspector/population/compute/columns.ts';
import { changesOf, hitGroups } from '#src/inspector/population/compute/comparePopulations.ts';
import { figuresOf, recordingsAt, type Figures } from '#src/inspector/population/compute/placeFigures.ts';
import { selected, valuesOf } from '#src/inspector/population/compute/filter.ts';
import { variantsOf } from '#src/inspector/population/compute/variants.ts';
import { placesOf } from '#src/inspector/population/compute/chartPlaces.ts';
import { storedRecordings } from '#tests/recording/journeys/storedRecordings.ts';
import { generatePopulation, PLANTED } from './generatePopulation.ts';
import { populationOf } from './samplePopulations.ts';

const UNTIL = Date.UTC(2026, 2, 31);
let first: Recording;
let made: Recording[];
let population: Population;
let figures: Figures;
beforeAll(async () => {
  const found = (await storedRecordings()).find(({ id }) => id === 'first-loan');
  if (!found) throw new Error('no first loan is stored');
  first = found.recording;
  made = [...generatePopulation(first, { count: 800, seed: 1, until: UNTIL })];
  population = populationOf(made);
  figures = figuresOf(population, everyRecording(population), placesOf(population.names));
});

describe('generated population', () => {
  it('generated population, same seed: the same journeys; another seed: others', () => {
    const few = (seed: number) => [...generatePopulation(first, { count: 5, seed, until: UNTIL })];
    expect(few(3)).toEqual(few(3));
    expect(few(3)).not.toEqual(few(4));
  });

  it('generated population, product: is a code that a filter finds, and an order of another product replays', () => {
    expect(valuesOf(population, 'product').map(({ value }) => value)).toEqual(['first-loan', 'longer-loan']);
    const longer = selected(population, { product: 'longer-loan' });
    expect(longer.length).toBeGreaterThan(50);
    const recording = made[longer[0] as number] as Recording;
    expect(replay(recording, journeyMachine)).toMatchObject({ parted: null });
    // A file that a person saved names the product only in its events.
    const { meta: _meta, ...saved } = recording;
    expect(valuesOf(populationOf([saved]), 'product')).toEqual([{ value: 'longer-loan', recordings: 1 }]);
  });

  it('generated population, every journey: is a valid recording that replays on this chart', () => {
    for (const recording of made.slice(0, 12)) {
      expect(parseRecordingLine(JSON.stringify(recording))).toMatchObject({ ok: true });
      expect(replay(recording, journeyMachine)).toMatchObject({ isSameChart: true, parted: null });
    }
  });
});

describe('ways through', () => {
  it('journeys over the same pages, different ends: count as different ways', () => {
    const variants = variantsOf(population, figures);
    const endsAfter = (page: string): string[] => [
      ...new Set(variants.filter(({ pages }) => pages.slice(-2).join() === `${page},Home`).map(({ end }) => end)),
    ];
    expect(endsAfter('Your loan offer')).toEqual(expect.arrayContaining(['being paid back', 'offer lapsed', 'offer declined']));
    expect(endsAfter('Personal information')).toEqual(
      expect.arrayContaining(['gave up at Personal information', 'session ended at Personal information']),
    );
    expect(variants.reduce((sum, { recordings }) => sum + recordings.length, 0)).toBe(population.count);
  });
});

describe('planted problem', () => {
  it('groups that are lost more often: the market with the release comes first', () => {
    const [hit] = hitGroups(population, figures);
    expect(hit).toMatchObject({ group: { market: PLANTED.market, release: PLANTED.release }, place: PLANTED.page, isBeyondChance: true });
  });

  it('planted problem: the field and the refusal are named', () => {
    const hit = figuresOf(population, selected(population, { market: PLANTED.market, release: PLANTED.release }), figures.places);
    const { fields, problems } = lastAt(population, hit, PLANTED.page);
    expect(fields[0]?.name).toBe(PLANTED.field);
    expect(problems[0]?.name).toBe('Saving personal information: a field was not accepted');
    const refused = problemsOf(population, hit).find(({ fields: of }) => of.includes(PLANTED.field));
    expect(refused?.ended.length).toBeGreaterThan(5);
  });

  it('journeys that ended in a problem: are counted once each, and are those that the chart counts', () => {
    const ended = problemsOf(population, figures).flatMap((line) => [...line.ended]);
    expect(new Set(ended).size).toBe(ended.length);
    expect(new Set(ended)).toEqual(new Set(figures.byPlace.flatMap(({ place }) => [...recordingsAt(figures, place.id, ['problem'])])));
  });

  it('problem that a journey survived, lost at a later page: is not counted as its end', () => {
    for (const { name, ended } of problemsOf(population, figures).filter(({ name: one }) => one.endsWith('no answer came')))
      expect([name, ended.length]).toEqual([name, 0]);
  });

  it('planted problem, before and after the release: the loss at the page changed beyond chance in that market, and in no other', () => {
    const lossIn = (market: string) => {
      const [here, there] = [PLANTED.release, '1.1.0'].map((release) =>
        figuresOf(population, selected(population, { market, release }), figures.places),
      );
      return changesOf(population, here as Figures, there as Figures, (field) => field).find(
        ({ what }) => what === 'Lost at Personal information',
      );
    };
    expect(lossIn(PLANTED.market)).toMatchObject({ isBeyondChance: true });
    expect(lossIn('kenya')).toMatchObject({ isBeyondChance: false });
  });
});
