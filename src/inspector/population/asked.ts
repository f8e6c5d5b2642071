/**
 * The question about a population: the shown page, the pressed box, the filter of the journeys, and the comparison. The
 * address contains the question, so that a link shows the same page.
 */
import { DAY, nairobiDate, startOfDate } from '#machines/model/calendar.ts';
import { CRITERIA, type Filter } from './compute/filter.ts';

export const PAGES = {
  chart: 'On the chart',
  questions: 'Questions',
  application: 'Application',
  changes: 'What changed',
  ways: 'Ways through',
} as const;
export type Page = keyof typeof PAGES;

/** Labels of the comparisons. */
export const AGAINST_WORDS = {
  nothing: 'Compare with nothing',
  weekBefore: 'Last 7 days with the 7 before',
  releaseBefore: 'This release with earlier ones',
  others: 'These with all others',
} as const;
export type Against = keyof typeof AGAINST_WORDS;

export interface Asked {
  page: Page;
  /** Id of the pressed box of the chart; null: none. */
  place: string | null;
  filter: Filter;
  against: Against;
}

export const ASKS_NOTHING: Asked = { page: 'chart', place: null, filter: {}, against: 'nothing' };

/** Whether the question is about all journeys. A comparison chooses journeys too, such as those of one release. */
export const asksEveryone = ({ filter, against }: Asked): boolean => Object.keys(filter).length === 0 && against === 'nothing';

/** The same page about all journeys, without a comparison. */
export const ofEveryone = (asked: Asked): Asked => ({ ...asked, filter: {}, against: 'nothing' });

const isPage = (name: string): name is Page => Object.keys(PAGES).includes(name);
const isAgainst = (name: string): name is Against => Object.keys(AGAINST_WORDS).includes(name);

/** The query of the address: `market=uganda&from=2026-03-01`. The name of the page precedes the query. */
export function queryOf({ place, filter, against }: Asked): string {
  const query = new URLSearchParams();
  if (place !== null) query.set('place', place);
  if (filter.since !== undefined) query.set('from', nairobiDate(filter.since));
  if (filter.until !== undefined) query.set('to', nairobiDate(filter.until - DAY));
  for (const criterion of CRITERIA) if (filter[criterion] !== undefined) query.set(criterion, filter[criterion]);
  if (against !== 'nothing') query.set('against', against);
  return query.toString();
}

/** Reads the question of an address. Invalid values are ignored; `fault` lists those among them that the page reports. */
export function askedIn(page: string, text: string): { asked: Asked; fault: string | null } {
  const query = new URLSearchParams(text);
  const faults: string[] = [];
  const dayIn = (key: 'from' | 'to'): number | null => {
    const day = query.get(key);
    if (day === null) return null;
    const at = /^\d{4}-\d\d-\d\d$/.test(day) ? startOfDate(day) : NaN;
    if (!Number.isNaN(at)) return at;
    faults.push(`"${day.slice(0, 40)}" is no day, such as 2026-03-01`);
    return null;
  };
  const [since, last] = [dayIn('from'), dayIn('to')];
  const against = query.get('against') ?? 'nothing';
  if (!isAgainst(against)) faults.push(`nothing can be compared with "${against.slice(0, 40)}"`);
  if (page !== '' && !isPage(page)) faults.push(`no page is called "${page.slice(0, 40)}"`);
  return {
    asked: {
      page: isPage(page) ? page : 'chart',
      place: query.get('place'),
      filter: {
        ...(since === null ? {} : { since }),
        ...(last === null ? {} : { until: last + DAY }),
        ...Object.fromEntries(CRITERIA.flatMap((criterion) => (query.has(criterion) ? [[criterion, query.get(criterion)]] : []))),
      },
      against: isAgainst(against) ? against : 'nothing',
    },
    fault: faults.length === 0 ? null : `The link asks for something that is not there: ${faults.join('; ')}.`,
  };
}
