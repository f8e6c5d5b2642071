/** Runs the visits interleaved, so that what else the machine does falls on all pages alike. */
import { measureDeep, measureForm, measureLoad, measureReturning, type Figures } from './measure.ts';
import type { History, OpenedPlace } from './places.ts';
import { NETWORKS, type NetworkName } from './subjects.ts';

export const MEASURES = {
  load: { does: 'a first visit that looks, then the next page after rest', histories: ['new'], run: measureLoad },
  warm: { does: 'the same with a warm cache', histories: ['visitor'], run: measureLoad },
  form: { does: 'Apply is pressed a second after content; sign-in takes a digit', histories: ['new'], run: measureForm },
  returning: { does: 'signed in with a running loan, warm cache', histories: ['borrower'], run: measureReturning },
  deep: { does: 'the address of the personal form, with a session, cold cache', histories: ['applicantCold'], run: measureDeep },
  deepWarm: { does: 'the same with a warm cache', histories: ['applicant'], run: measureDeep },
} as const satisfies Record<
  string,
  { does: string; histories: readonly History[]; run: (place: Parameters<typeof measureLoad>[0], network: NetworkName) => Promise<Figures> }
>;
export type Measure = keyof typeof MEASURES;

/** By page, network, measure and figure: one value a run. */
export type Results = Map<string, number[]>;
export const keyOf = (...parts: readonly string[]): string => parts.join(' ');

const applies = ({ subject, hasForm }: OpenedPlace, measure: Measure): boolean =>
  measure === 'load' || measure === 'warm' || (measure === 'form' ? hasForm : ['ours', 'vant', 'antd-mobile'].includes(subject));

export async function runAll(
  places: readonly OpenedPlace[],
  { networks, measures, runs }: { networks: readonly NetworkName[]; measures: readonly Measure[]; runs: number },
  say: (line: string) => void,
): Promise<Results> {
  const results: Results = new Map();
  for (const network of networks) {
    for (const measure of measures) {
      const taking = places.filter((place) => applies(place, measure));
      const { histories, run } = MEASURES[measure];
      const began = performance.now();
      for (const place of taking) await place.profile(histories[0]);
      for (let n = 0; n < runs; n++) {
        // Each page is first, second and last in turn.
        for (const place of taking.map((_, i) => taking[(i + n) % taking.length] as OpenedPlace)) {
          try {
            const figures = await run({ ...place, profile: await place.profile(histories[0]) }, network);
            for (const [name, value] of Object.entries(figures)) {
              const key = keyOf(place.subject, network, measure, name);
              results.set(key, [...(results.get(key) ?? []), value]);
            }
          } catch (error) {
            say(`  ${place.subject}, ${measure}, run ${n + 1} failed: ${(error as Error).message}`);
          }
        }
      }
      say(
        `  ${NETWORKS[network].label}, ${measure}: ${runs} runs of ${taking.length} pages in ${((performance.now() - began) / 1_000).toFixed(0)} s`,
      );
    }
  }
  return results;
}
