/**
 * A population as XES, the format of event logs of IEEE 1849-2016, for process mining tools such as Disco, Apromore,
 * ProM and pm4py. A trace is a journey. An event is a step with the name of the recorded event, the page and the problem.
 */
import type { Population } from './columns.ts';
import { CRITERIA, type Criterion } from './filter.ts';

/** The extensions of the standard that the file uses. */
const EXTENSIONS = [
  { name: 'Concept', prefix: 'concept', uri: 'http://www.xes-standard.org/concept.xesext' },
  { name: 'Time', prefix: 'time', uri: 'http://www.xes-standard.org/time.xesext' },
  { name: 'Lifecycle', prefix: 'lifecycle', uri: 'http://www.xes-standard.org/lifecycle.xesext' },
] as const;

/** Characters that XML does not allow, even as character references. */
// eslint-disable-next-line no-control-regex
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const escaped = (text: string): string =>
  text
    .replace(NOT_XML, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/[\t\n\r]/g, ' ');

const string = (key: string, value: string): string => `<string key="${key}" value="${escaped(value)}"/>`;
const date = (key: string, at: number): string => `<date key="${key}" value="${new Date(at).toISOString()}"/>`;

const HEAD = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<log xes.version="1849.2016" xes.features="" xmlns="http://www.xes-standard.org/">',
  ...EXTENSIONS.map(({ name, prefix, uri }) => `<extension name="${name}" prefix="${prefix}" uri="${uri}"/>`),
  `<global scope="trace">${string('concept:name', '')}</global>`,
  `<global scope="event">${string('concept:name', '')}${date('time:timestamp', 0)}${string('lifecycle:transition', 'complete')}${string('page', '')}</global>`,
  '<classifier name="Event" scope="event" keys="concept:name"/>',
  '<classifier name="Page" scope="event" keys="page"/>',
  string('concept:name', 'Journeys of borrowers'),
].join('\n');

/** Names for the file. */
export interface XesWords {
  event: (type: string) => string;
  page: (state: string) => string;
  /** A field by its page and name: `login.mobile`. */
  field: (id: string) => string;
  /** The value of a criterion of the filter, such as the class of the phone. */
  value: (criterion: Criterion, value: string) => string;
}

/** The parts of the file in their order: one for the head, one for each journey, one for the end. */
export function* xesOf({ names, recordings, steps }: Population, selection: Uint32Array, words: XesWords): Generator<string, void, void> {
  const events = names.events.map((type) => (type === '' ? 'Start of the recording' : words.event(type)));
  const pages = names.states.map((state) => (state === '' ? '' : words.page(state)));
  yield `${HEAD}\n`;
  for (const recording of selection) {
    const title = names.words[recordings.title[recording] as number] as string;
    const trace = [string('concept:name', title === '' ? `Journey ${recording + 1}` : `${title} (${recording + 1})`)];
    for (const criterion of CRITERIA) {
      const value = names.words[recordings[criterion][recording] as number] as string;
      if (value !== '') trace.push(string(criterion, words.value(criterion, value)));
    }
    for (let step = recordings.first[recording] as number; step < (recordings.first[recording + 1] as number); step++) {
      const problem = names.problems[steps.problem[step] as number]?.words ?? '';
      const field = names.fields[steps.field[step] as number] as string;
      trace.push(
        [
          '<event>',
          string('concept:name', events[steps.event[step] as number] as string),
          date('time:timestamp', (recordings.startedAt[recording] as number) + (steps.at[step] as number)),
          string('lifecycle:transition', 'complete'),
          string('page', pages[steps.state[step] as number] as string),
          problem === '' ? '' : string('problem', problem),
          field === '' ? '' : string('field', words.field(field)),
          '</event>',
        ].join(''),
      );
    }
    yield `<trace>\n${trace.join('\n')}\n</trace>\n`;
  }
  yield '</log>\n';
}
