/** The export for process mining tools, against the structure that the schema of IEEE 1849-2016 prescribes. */
import { beforeAll, expect, it } from 'vitest';
import { everyRecording, type Population } from '#src/inspector/population/compute/columns.ts';
import { fieldOfPage, pageWords, valueWords } from '#src/inspector/population/view/populationWords.ts';
import { chartGraph } from '#src/inspector/population/compute/chartPlaces.ts';
import { xesOf } from '#src/inspector/population/compute/xes.ts';
import { storedRecordings } from '#tests/recording/journeys/storedRecordings.ts';
import { populationOf } from './samplePopulations.ts';

interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: Element[];
}

/** A strict parser of XML without text. It refuses everything that it does not support. */
function readXml(text: string): Element {
  const root: Element = { name: '', attributes: {}, children: [] };
  const open = [root];
  let at = 0;
  const declared = /^<\?xml version="1\.0" encoding="UTF-8"\?>\n/.exec(text);
  if (!declared) throw new Error('the file has no declaration');
  at = declared[0].length;
  const tag = /<(\/?)([A-Za-z]+)((?: [A-Za-z.:]+="[^"<]*")*)(\/?)>\s*/y;
  while (at < text.length) {
    tag.lastIndex = at;
    const found = tag.exec(text);
    if (!found) throw new Error(`no element at ${at}: ${text.slice(at, at + 60)}`);
    at = tag.lastIndex;
    const [, isEnd, name = '', listed = '', isEmpty] = found;
    if (isEnd) {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes nothing`);
      continue;
    }
    const attributes = Object.fromEntries(
      [...listed.matchAll(/ ([A-Za-z.:]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
    );
    if (/&(?!(amp|lt|gt|quot);)/.test(listed)) throw new Error(`a reference is broken in ${listed}`);
    const element = { name, attributes, children: [] };
    open[open.length - 1]?.children.push(element);
    if (!isEmpty) open.push(element);
  }
  if (open.length !== 1) throw new Error('an element is not closed');
  return root.children[0] as Element;
}

const ATTRIBUTES = ['string', 'date', 'int', 'float', 'boolean', 'id', 'list'];

/** Violations of the schema by one element and its content. */
function complaints({ name, attributes, children }: Element, within: string): string[] {
  const order: Readonly<Record<string, readonly string[]>> = {
    log: ['extension', 'global', 'classifier', ...ATTRIBUTES, 'trace', 'event'],
    trace: [...ATTRIBUTES, 'event'],
    event: ATTRIBUTES,
    global: ATTRIBUTES,
  };
  const needed: Readonly<Record<string, readonly string[]>> = {
    log: ['xes.version'],
    extension: ['name', 'prefix', 'uri'],
    global: ['scope'],
    classifier: ['name', 'keys'],
    string: ['key', 'value'],
    date: ['key', 'value'],
  };
  const found: string[] = [];
  for (const key of needed[name] ?? []) if (!(key in attributes)) found.push(`${name} in ${within} has no ${key}`);
  const allowed = order[name] ?? [];
  const rank = ({ name: child }: Element): number => (ATTRIBUTES.includes(child) ? allowed.indexOf('string') : allowed.indexOf(child));
  children.forEach((child, at) => {
    if (rank(child) < 0) found.push(`${child.name} may not stand in ${name}`);
    const before = children[at - 1];
    if (before && rank(before) > rank(child)) found.push(`${child.name} stands after ${before.name} in ${name}`);
  });
  if (name === 'date' && Number.isNaN(Date.parse(attributes['value'] ?? ''))) found.push(`${attributes['value']} is no moment`);
  const keys = children.filter((child) => ATTRIBUTES.includes(child.name)).map((child) => child.attributes['key']);
  if (new Set(keys).size !== keys.length) found.push(`a key stands twice in ${name}`);
  return [...found, ...children.flatMap((child) => complaints(child, name))];
}

let population: Population;
let log: Element;
beforeAll(async () => {
  const stored = (await storedRecordings()).map(({ recording }) => recording);
  const [first] = stored;
  if (!first) throw new Error('no recording is stored');
  population = populationOf([...stored, { ...first, title: 'A "title" <with> & all\u0007\nthat XML dislikes' }]);
  log = readXml(
    [
      ...xesOf(population, everyRecording(population), {
        event: (type) => type,
        page: pageWords,
        field: fieldOfPage,
        value: valueWords,
      }),
    ].join(''),
  );
});

it('file: has the elements and attributes of the schema, in its order', () => {
  expect(log.name).toBe('log');
  expect(log.attributes['xes.version']).toMatch(/^\d+\.\d+$/);
  expect(complaints(log, 'the file')).toEqual([]);
});

const valuesOf = (key: string, at: readonly Element[]): string[] =>
  at.flatMap(({ children }) =>
    children.filter(({ attributes }) => attributes['key'] === key).map(({ attributes }) => attributes['value'] ?? ''),
  );

it('page of an event: is a page of the chart, and not a state within one', () => {
  const events = log.children.flatMap(({ children }) => children.filter(({ name }) => name === 'event'));
  const pages = new Set(valuesOf('page', events));
  expect([...pages]).toEqual(expect.arrayContaining(['Register', 'Personal information', 'Photos of your ID', 'Home']));
  const names = chartGraph.boxes
    .filter(({ parent }) => parent === null || chartGraph.boxes.some(({ id, kind }) => id === parent && kind === 'group'))
    .map(({ plain }) => plain);
  expect([...pages].filter((page) => !names.includes(page))).toEqual([]);
});

it('XES file, fields and classes of phones: are in words', () => {
  const traces = log.children.filter(({ name }) => name === 'trace');
  const fields = valuesOf(
    'field',
    traces.flatMap(({ children }) => children),
  );
  expect(fields.length).toBeGreaterThan(0);
  for (const field of fields) expect(field).toMatch(/^[A-Z][^.]*$/);
  expect(valueWords('device', 'low')).toBe('Up to 2 GB');
});

it('classifiers: use keys that every event has, and globals name them', () => {
  const events = log.children
    .filter(({ name }) => name === 'trace')
    .flatMap(({ children }) => children.filter(({ name }) => name === 'event'));
  const used = log.children.filter(({ name }) => name === 'classifier').map(({ attributes }) => attributes['keys'] as string);
  const named = log.children
    .filter(({ name, attributes }) => name === 'global' && attributes['scope'] === 'event')
    .flatMap(({ children }) => children.map((child) => child.attributes['key'] as string));
  expect(used).toHaveLength(2);
  expect(named).toEqual(expect.arrayContaining(used));
  for (const key of named) expect(events.filter(({ children }) => !children.some((child) => child.attributes['key'] === key))).toEqual([]);
});

it('traces: one for each journey, with all its events in order of time', () => {
  const traces = log.children.filter(({ name }) => name === 'trace');
  expect(traces).toHaveLength(population.count);
  const { first } = population.recordings;
  traces.forEach(({ children }, at) => {
    const times = children
      .filter(({ name }) => name === 'event')
      .map((event) => Date.parse(event.children.find(({ name }) => name === 'date')?.attributes['value'] ?? ''));
    expect(times).toHaveLength((first[at + 1] as number) - (first[at] as number));
    expect([...times].sort((a, b) => a - b)).toEqual(times);
  });
});
