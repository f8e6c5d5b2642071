/** Runs the visits of all pages in turn, so that other load on the machine affects all pages. */
import {
  measure2g,
  measureDeep,
  measureForm,
  measureIdle,
  measureLoad,
  measureReturning,
  measureSaving,
  type Figures,
  type Place,
} from './measure.ts';
import type { History, OpenedPlace } from './servedPages.ts';
import { measureOld } from './oldEngine.ts';
import { NETWORKS, type NetworkName } from './subjects.ts';

interface Measuring {
  does: string;
  history: History;
  run: (place: Place, network: NetworkName) => Promise<Figures>;
  /** The measured pages: `form`: pages with a form; `session`: pages with a session; left out: all pages. */
  only?: 'form' | 'session' | 'ours';
  /** For counts, which are the same in every run: one run, of all pages at the same time, on the first network. */
  once?: true;
}

export const MEASURES = {
  load: { does: 'a first visit that looks, then the next page after rest', history: 'new', run: measureLoad },
  warm: { does: 'the same with a warm cache', history: 'visitor', run: measureLoad },
  form: { does: 'Apply is pressed a second after content; sign-in takes a digit', history: 'new', run: measureForm, only: 'form' },
  returning: { does: 'signed in with a running loan, warm cache', history: 'borrower', run: measureReturning, only: 'session' },
  deep: { does: 'the address of the personal form, signed in, cold cache', history: 'applicantCold', run: measureDeep, only: 'session' },
  deepWarm: { does: 'the same with a warm cache', history: 'applicant', run: measureDeep, only: 'session' },
  saveData: { does: 'a first visit of a phone that saves data', history: 'new', run: measureSaving, once: true },
  '2g': { does: 'a first visit of a phone that says its link is 2G', history: 'new', run: measure2g, once: true },
  old: { does: 'the form of a first visit in this engine, and in Chromium 80', history: 'new', run: measureOld, only: 'ours' },
  idle: { does: 'home left open for a minute', history: 'new', run: measureIdle, once: true },
} as const satisfies Record<string, Measuring>;
export type Measure = keyof typeof MEASURES;

/** Values by page, network, measure and figure, one for each run. */
export type Results = Map<string, number[]>;
export const keyOf = (...parts: readonly string[]): string => parts.join(' ');

const takesPart = ({ subject, hasForm, hasSession }: OpenedPlace, { only }: Measuring): boolean =>
  only === undefined || { form: hasForm, session: hasSession, ours: subject === 'ours' }[only];

export async function runAll(
  places: readonly OpenedPlace[],
  { networks, measures, runs }: { networks: readonly NetworkName[]; measures: readonly Measure[]; runs: number },
  say: (line: string) => void,
): Promise<Results> {
  const results: Results = new Map();
  for (const network of networks) {
    for (const measure of measures) {
      const measuring: Measuring = MEASURES[measure];
      if (measuring.once && network !== networks[0]) continue;
      const taking = places.filter((place) => takesPart(place, measuring));
      const began = performance.now();
      const one = async (place: OpenedPlace): Promise<void> => {
        try {
          const figures = await measuring.run({ ...place, profile: await place.profile(measuring.history) }, network);
          for (const [name, value] of Object.entries(figures)) {
            const key = keyOf(place.subject, network, measure, name);
            results.set(key, [...(results.get(key) ?? []), value]);
          }
        } catch (error) {
          say(`  ${place.subject}, ${measure}: a run failed: ${(error as Error).message}`);
        }
      };
      for (const place of taking) await place.profile(measuring.history);
      if (measuring.once) await Promise.all(taking.map(one));
      else
        for (let n = 0; n < runs; n++)
          // The order of the pages changes from run to run.
          for (const place of taking.map((_, i) => taking[(i + n) % taking.length] as OpenedPlace)) await one(place);
      say(`  ${NETWORKS[network].label}, ${measure}: ${taking.length} pages in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
    }
  }
  return results;
}
