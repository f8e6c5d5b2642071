/** The recordings of the repository, on the present chart. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { journeyMachine } from '#machines/journey.machine.ts';
import { STATUS, STATUS_NAMES } from '#machines/model/orderStatus.ts';
import { journeySetup } from '#machines/setup.ts';
import { statusWords } from '#machines/words.ts';
import { catalogueEntry, type CatalogueEntry } from '#src/recording/catalogue.ts';
import { described, JOURNEYS } from './journeys/namedJourneys.ts';
import { complaintAbout, FOLDER, storedRecordings } from './journeys/storedRecordings.ts';

const stored = await storedRecordings();

describe('stored recordings', () => {
  it('stored recordings: there is one per named journey', () => {
    expect(stored.map(({ id }) => id)).toEqual(JOURNEYS.map(({ id }) => id).sort());
  });

  it('stored recordings, replayed: each has its recorded outcome', () => {
    expect(stored.flatMap((one) => complaintAbout(one, journeyMachine) ?? [])).toEqual([]);
  });

  it('stored recordings, chart changed: the difference is listed by event, page and order status', () => {
    const { places } = journeyMachine.config.states as unknown as Record<
      string,
      { states: Record<string, { states: Record<string, object> }> }
    >;
    const tabs = places?.states['tabs'];
    const config = {
      ...journeyMachine.config,
      states: {
        ...journeyMachine.config.states,
        places: {
          ...places,
          states: { ...places?.states, tabs: { ...tabs, states: { ...tabs?.states, home: { ...tabs?.states['home'], on: {} } } } },
        },
      },
    } as unknown as Parameters<typeof journeySetup.createMachine>[0];
    const changed = journeySetup.createMachine(config) as unknown as typeof journeyMachine;
    const complaints = stored.flatMap((one) => complaintAbout(one, changed) ?? []);
    expect(complaints.length, 'recordings that press something on home').toBeGreaterThan(5);
    expect(complaints.find((complaint) => complaint.startsWith('first-loan:'))).toMatch(
      /^first-loan: step \d+, "Opened the application", led to page "Sign in".*, no order, and now leads to page "Home" \(shown\), no order$/,
    );
  });
});

describe('catalogue of recordings', () => {
  it('catalogue of recordings: it lists the contents of each', async () => {
    const entries = JSON.parse(await readFile(join(FOLDER, 'catalogue.json'), 'utf8')) as CatalogueEntry[];
    const byId = new Map(stored.map(({ id, recording }) => [id, recording]));
    expect(entries.map(({ id }) => id)).toEqual(JOURNEYS.map(({ id }) => id));
    for (const journey of JOURNEYS) {
      const { id, title } = journey;
      const entry = entries.find((one) => one.id === id);
      const recording = byId.get(id);
      if (!recording) throw new Error(`no recording of ${id}`);
      expect(entry, 'stale; run: npm run recordings').toEqual(catalogueEntry(described(journey), recording, journeyMachine));
      expect(entry?.title).toBe(title);
    }
  });

  it('query by state, status, clause or event: finds journeys, and every status has one', async () => {
    const entries = JSON.parse(await readFile(join(FOLDER, 'catalogue.json'), 'utf8')) as CatalogueEntry[];
    const through = (state: string) => entries.filter(({ states }) => states.includes(state)).map(({ id }) => id);
    expect(through('idPhotos')).toEqual(expect.arrayContaining(['first-loan', 'photo-unreadable', 'photo-given-up', 'face-missing']));
    expect(new Set(entries.flatMap(({ statuses }) => statuses))).toEqual(
      new Set(STATUS_NAMES.flatMap((name) => [name, statusWords(STATUS[name])])),
    );
    expect(entries.filter(({ clauses }) => clauses.includes('2.rollover')).map(({ id }) => id)).toEqual(['rollover']);
    expect(entries.filter(({ events }) => events.includes('offer.declined')).map(({ id }) => id)).toEqual(['offer-declined']);
  });
});
