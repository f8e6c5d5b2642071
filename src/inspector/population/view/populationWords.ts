/** The figures and names of a population as text. */
import { nairobiDate } from '#machines/model/calendar.ts';
import { productNames } from '#src/market/products.ts';
import { LANGUAGE_NAMES } from '#src/desk/deskWords.ts';
import { nodeOf } from '../../chart/describeState.ts';
import { journeyChart } from '../../charts/journeyChart.ts';
import { fieldWords } from '../../journey/fieldWords.ts';
import { durationText } from '../../journey/journeyRun.ts';
import { plainName } from '../../names.ts';
import { chartGraph, placeName } from '../compute/chartPlaces.ts';
import type { Criterion } from '../compute/filter.ts';
import type { Group } from '../compute/comparePopulations.ts';

/** "ID number": the label that the borrower reads. @param name '': no field. */
export const fieldLabel = (name: string): string => (name === '' ? 'Nothing was touched' : fieldWords(name));

/** The label of a field. @param id The page and the field, such as `login.mobile`. */
export const fieldOfPage = (id: string): string => fieldLabel(id.slice(id.lastIndexOf('.') + 1));

export const CRITERION_WORDS: Readonly<Record<Criterion, string>> = {
  release: 'Release',
  language: 'Language',
  device: 'Phone',
  product: 'Product',
  market: 'Market',
};

const DEVICE_WORDS: Readonly<Record<string, string>> = {
  low: 'Up to 2 GB',
  middle: 'Up to 4 GB',
  high: 'More than 4 GB',
  unknown: 'Not known',
};

export function valueWords(criterion: Criterion, value: string): string {
  if (value === '') return 'Not said';
  if (criterion === 'device') return DEVICE_WORDS[value] ?? value;
  if (criterion === 'product') return productNames[value]?.en ?? plainName(value);
  if (criterion === 'language') return LANGUAGE_NAMES[value] ?? value;
  return criterion === 'market' ? plainName(value) : value;
}

/** "Market Kenya west, Release 1.2.0". */
export const groupWords = (group: Group): string =>
  (Object.entries(group) as [Criterion, string][])
    .map(([criterion, value]) => `${CRITERION_WORDS[criterion]} ${valueWords(criterion, value)}`)
    .join(', ');

/** Explains why nothing is compared. @param otherWords Label of the other side. */
export const nobodyBeside = (otherWords: string): string =>
  `${otherWords}: no journey is there to compare with. Choose another comparison, or another period.`;

export const count = (n: number): string => n.toLocaleString('en');

/** "34%", "0.4%"; "none" where the whole is 0. */
export function percent(part: number, of: number): string {
  if (of === 0) return 'none';
  const share = (100 * part) / of;
  return `${share > 0 && share < 10 ? share.toFixed(1) : Math.round(share)}%`;
}

const HOUR = 3_600_000;
/** "40 s", "6 min 12 s", "3.5 h". */
export const timeText = (ms: number | null): string =>
  ms === null
    ? 'nobody'
    : ms < HOUR
      ? durationText(ms)
      : ms < 48 * HOUR
        ? `${(ms / HOUR).toFixed(1)} h`
        : `${Math.round(ms / 24 / HOUR)} days`;

/** A day in Nairobi: `2026-03-05`. */
export const dayText = (at: number): string => nairobiDate(at);

/** "Photos of your ID: Uploading", for a state inside a page. */
export function stateWords(id: string): string {
  const node = nodeOf(journeyChart, id);
  if (!node) return id;
  const name = journeyChart.nameOf(node);
  let page = node.parent;
  while (page && page.config.route === undefined) page = page.parent;
  return page ? `${journeyChart.nameOf(page)}: ${name.toLowerCase()}` : name;
}

/** The name of the page that contains a state, as the chart of the population shows it. */
export function pageWords(id: string): string {
  const page = chartGraph.boxOf[id];
  return typeof page === 'string' ? placeName(page) : stateWords(id);
}

/** "q = 0.003", "q < 0.001". */
export const certainty = (q: number): string => (q < 0.001 ? 'q < 0.001' : `q = ${q.toFixed(3)}`);
