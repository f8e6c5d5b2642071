/** The report of a run: medians, spread, ratios, and goals. */
import { keyOf, MEASURES, type Measure, type Results } from './runs.ts';
import { NETWORKS, type NetworkName, type Subject } from './subjects.ts';

const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);
const middle = (values: readonly number[]): number => {
  const all = sorted(values);
  const at = (all.length - 1) / 2;
  return ((all[Math.floor(at)] ?? NaN) + (all[Math.ceil(at)] ?? NaN)) / 2;
};

type Unit = 'ms' | 'kB' | 'MB' | '';
/** Name and unit of each figure. */
const FIGURES: Readonly<Record<string, readonly [what: string, unit: Unit]>> = {
  firstPaint: ['first paint', 'ms'],
  content: ['content', 'ms'],
  usable: ['usable', 'ms'],
  script: ['script until usable', 'ms'],
  longestTask: ['longest task', 'ms'],
  blocking: ['blocking after first paint', 'ms'],
  requestsUntilUsable: ['requests until usable', ''],
  bytesUntilUsable: ['bytes until usable', 'kB'],
  requests: ['requests', ''],
  bytes: ['bytes', 'kB'],
  heap: ['heap', 'MB'],
  nextPage: ['next page after rest', 'ms'],
  requestsOfNextPage: ['requests of next page', ''],
  firstForm: ['first form', 'ms'],
  oldContent: ['content in Chromium 80', 'ms'],
  oldFirstForm: ['first form in Chromium 80', 'ms'],
  owed: ['sum owed', 'ms'],
  pay: ['pay page takes a press', 'ms'],
  timers: ['timers and frames', ''],
  idleRequests: ['requests meanwhile', ''],
  deepField: ['first field', 'ms'],
  deepLetter: ['first field takes a letter', 'ms'],
};

const written = (value: number, unit: Unit): string => {
  if (Number.isNaN(value)) return '-';
  const number =
    unit === 'kB' ? (value / 1_000).toFixed(1) : unit === 'MB' ? (value / 1e6).toFixed(1) : Math.round(value).toLocaleString('en');
  return unit === '' ? number : `${number} ${unit}`;
};

export interface Reader {
  median: (subject: Subject, network: NetworkName, measure: Measure, figure: string) => number;
  /** Least and most. */
  spread: (subject: Subject, network: NetworkName, measure: Measure, figure: string) => readonly [number, number];
}

export function readerOf(results: Results): Reader {
  const of = (...key: readonly string[]): number[] => sorted(results.get(keyOf(...key)) ?? []);
  return {
    median: (...key) => middle(of(...key)),
    spread(...key) {
      const all = of(...key);
      return [all[0] ?? NaN, all[all.length - 1] ?? NaN];
    },
  };
}

/**
 * One table for each network and measure. It has a row for each figure and a column for each page, with median, spread, and the
 * ratios to floor and Vant.
 */
export function tables(
  results: Results,
  { subjects, networks, measures }: { subjects: readonly Subject[]; networks: readonly NetworkName[]; measures: readonly Measure[] },
): string[] {
  const { median, spread } = readerOf(results);
  const lines: string[] = [];
  for (const network of networks) {
    for (const measure of measures) {
      const figures = Object.keys(FIGURES).filter((figure) => subjects.some((one) => results.has(keyOf(one, network, measure, figure))));
      if (figures.length === 0) continue;
      const taking = subjects.filter((one) => figures.some((figure) => results.has(keyOf(one, network, measure, figure))));
      lines.push('', `**${NETWORKS[network].label}, ${measure}**: ${MEASURES[measure].does}`, '');
      lines.push(`| | ${taking.join(' | ')} | ours / floor | ours / vant |`, `|---|${taking.map(() => '---|').join('')}---|---|`);
      for (const figure of figures) {
        const [what, unit] = FIGURES[figure] ?? [figure, ''];
        const cells = taking.map((one) => {
          const value = median(one, network, measure, figure);
          const [least, most] = spread(one, network, measure, figure);
          const range =
            least === most || Number.isNaN(least)
              ? ''
              : ` (${written(least, unit).replace(/ .*/, '')} to ${written(most, unit).replace(/ .*/, '')})`;
          return written(value, unit) + range;
        });
        const ours = median('ours', network, measure, figure);
        const ratio = (to: Subject) => {
          const other = median(to, network, measure, figure);
          return Number.isFinite(ours / other) ? (ours / other).toFixed(2) : '-';
        };
        lines.push(`| ${what} | ${cells.join(' | ')} | ${ratio('floor')} | ${ratio('vant')} |`);
      }
    }
  }
  return lines;
}

interface Goal {
  what: string;
  /** The measured value; NaN: it was not measured in this run. */
  value: (read: Reader) => number;
  /** Greatest allowed value. */
  limit: number;
  unit?: Unit;
}

const ratio =
  (measure: Measure, figure: string, to: Subject, toMeasure: Measure = measure) =>
  ({ median }: Reader) =>
    median('ours', 'slow3g', measure, figure) / median(to, 'slow3g', toMeasure, figure);
const ours =
  (measure: Measure, figure: string) =>
  ({ median }: Reader) =>
    median('ours', 'slow3g', measure, figure);

/** The ratio of a figure in Chromium 80 to the same figure in the present engine. */
const aged =
  (figure: 'oldContent' | 'oldFirstForm', today: string) =>
  ({ median }: Reader) =>
    median('ours', 'slow3g', 'old', figure) / median('ours', 'slow3g', 'old', today);

/** Goals on slow 3G with a six times slower processor. */
const GOALS: readonly Goal[] = [
  { what: 'content, of the floor', value: ratio('load', 'content', 'floor'), limit: 0.45 },
  { what: 'first form, of Vant', value: ratio('form', 'firstForm', 'vant'), limit: 0.6 },
  { what: 'returning borrower, sum owed, of Vant warm', value: ratio('returning', 'owed', 'vant'), limit: 0.55 },
  { what: 'deep link, first field, of Vant', value: ratio('deep', 'deepLetter', 'vant'), limit: 0.65 },
  { what: 'longest task, of the floor', value: ratio('load', 'longestTask', 'floor'), limit: 1.3 },
  { what: 'blocking after first paint', value: ours('load', 'blocking'), limit: 100, unit: 'ms' },
  { what: 'script until usable, of the floor', value: ratio('load', 'script', 'floor'), limit: 1.5 },
  { what: 'next page after rest', value: ours('load', 'nextPage'), limit: 100, unit: 'ms' },
  { what: 'next page after rest: requests', value: ours('load', 'requestsOfNextPage'), limit: 0 },
  { what: 'bytes of a first visit in all', value: ours('load', 'bytes'), limit: 150_000, unit: 'kB' },
  { what: 'bytes of a first visit that saves data', value: ours('saveData', 'bytes'), limit: 115_000, unit: 'kB' },
  { what: 'bytes of a first visit on 2G', value: ours('2g', 'bytes'), limit: 115_000, unit: 'kB' },
  { what: 'content in Chromium 80, of this engine', value: aged('oldContent', 'content'), limit: 1.3 },
  { what: 'first form in Chromium 80, of this engine', value: aged('oldFirstForm', 'firstForm'), limit: 1.3 },
];

export const goalLines = (results: Results): string[] => {
  const read = readerOf(results);
  return GOALS.flatMap(({ what, value, limit, unit }) => {
    const found = value(read);
    if (Number.isNaN(found)) return [];
    const isReached = found <= limit;
    const show = (number: number) => (unit ? written(number, unit) : String(Math.round(number * 100) / 100));
    return [`${isReached ? 'reached    ' : 'NOT reached'}  ${what}: ${show(found)} (goal at most ${show(limit)})`];
  });
};
