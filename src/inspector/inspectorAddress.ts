/**
 * Addresses of the inspector. `#photo-given-up/29` is event 29 of a stored recording, `#imported/3/29` of one that was imported into this
 * browser, `#population/questions?market=kenya` a page of
 * the population, `#population/journey/1503/12` event 12 of its journey 1503, `#live` a running app.
 */
import { STORED, type Stored } from './catalogue/stored.ts';
import { countText } from './journey/journeyRun.ts';
import { askedIn, ASKS_NOTHING, queryOf, type Asked } from './population/asked.ts';

export type Address =
  | { is: 'stored'; stored: Stored; step: number }
  /** @property number of the imported recording in this browser. */
  | { is: 'imported'; number: number; step: number }
  /** @property number counts from 1, in the order in which the journeys were opened. */
  | { is: 'journey'; number: number; step: number; asked: Asked }
  | { is: 'population'; asked: Asked }
  | { is: 'live' };

export interface ReadAddress {
  /** null: the address requests nothing, or something that does not exist. */
  address: Address | null;
  /** The error of the address as a sentence; null: none. */
  fault: string | null;
}

/** Longest part of an address that an error message repeats. */
const MOST_REPEATED = 60;

/** Decodes a part of the address, which may be any text. */
function repeated(part: string): string {
  let text = part;
  try {
    text = decodeURIComponent(part);
  } catch {
    // Not decodable: shown as it is in the address.
  }
  return text.length > MOST_REPEATED ? `${text.slice(0, MOST_REPEATED)}…` : text;
}

const noEvent = (step: string): string =>
  `The link asks for event "${repeated(step)}", which is no number of an event. This is the beginning.`;

function stepIn(text: string): { step: number; fault: string | null } {
  const isNumber = text === '' || /^\d+$/.test(text);
  return isNumber ? { step: Number(text), fault: null } : { step: 0, fault: noEvent(text) };
}

function readPopulation(path: string, query: string): ReadAddress {
  const [page = '', number = '', ...rest] = path.split('/');
  if (page !== 'journey') {
    const { asked, fault } = askedIn(page, query);
    return { address: { is: 'population', asked }, fault };
  }
  const { asked, fault } = askedIn('', query);
  if (!/^[1-9]\d{0,8}$/.test(number))
    return {
      address: { is: 'population', asked },
      fault: `The link asks for journey "${repeated(number)}", which is no number of a journey.`,
    };
  const { step, fault: wrong } = stepIn(rest.join('/'));
  return { address: { is: 'journey', number: Number(number), step, asked }, fault: wrong ?? fault };
}

export function readAddress(hash: string): ReadAddress {
  const text = hash.replace(/^#/, '');
  if (text === '') return { address: null, fault: null };
  const [, name = '', rest = ''] = /^([^/?]*)[/]?([^]*)$/.exec(text) ?? [];
  if (name === 'live' && rest === '') return { address: { is: 'live' }, fault: null };
  if (name === 'population') {
    const at = rest.indexOf('?');
    return at < 0 ? readPopulation(rest, '') : readPopulation(rest.slice(0, at), rest.slice(at + 1));
  }
  if (name === 'imported') {
    const [number = '', ...steps] = rest.split('/');
    if (!/^[1-9]\d{0,8}$/.test(number))
      return { address: null, fault: `The link asks for import "${repeated(number)}", which is no number of an imported recording.` };
    const { step, fault } = stepIn(steps.join('/'));
    return { address: { is: 'imported', number: Number(number), step }, fault };
  }
  const stored = STORED.find(({ id }) => id === name);
  if (!stored)
    return { address: null, fault: `The link names "${repeated(name)}", and no recording here is called so. Choose one from the list.` };
  const { step, fault } = stepIn(rest);
  return { address: { is: 'stored', stored, step }, fault };
}

const withQuery = (path: string, asked: Asked): string => {
  const query = queryOf(asked);
  return query === '' ? path : `${path}?${query}`;
};

/** The shown subject without step and query. A change of subject adds an entry to the browser's history. */
export function subjectOf(address: Address | null): string {
  switch (address?.is) {
    case undefined:
      return '';
    case 'live':
      return 'live';
    case 'stored':
      return address.stored.id;
    case 'imported':
      return `imported/${address.number}`;
    case 'journey':
      return `population/journey/${address.number}`;
    case 'population':
      return `population/${address.asked.page}`;
  }
}

/** The address after `#`; empty for null. */
export function addressText(address: Address | null): string {
  const subject = subjectOf(address);
  switch (address?.is) {
    case 'stored':
    case 'imported':
      return `${subject}/${address.step}`;
    case 'journey':
      return withQuery(`${subject}/${address.step}`, { ...address.asked, page: ASKS_NOTHING.page });
    case 'population':
      return withQuery(subject, address.asked);
    default:
      return subject;
  }
}

/** The error if the link requests an event after the last one; null: none. @param last index of the last event. */
export const errorBeyondEnd = (step: number, last: number): string | null =>
  step > last ? `The link asks for event ${step}; the recording has ${countText(last, 'event')}. This is the last one.` : null;
