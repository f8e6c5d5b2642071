/**
 * What a population needs of one recording: states, events, problems, fields. It is read from the recorded changes and
 * not replayed: a replay of a recording takes a hundred times as long.
 */
import { journeyMachine } from '#machines/journey.machine.ts';
import { toProblem } from '#machines/model/codes.ts';
import { upperFirst } from '#machines/words.ts';
import { isObject, withChanges, type Change, type Json } from '#src/recording/canonical.ts';
import { chartHash } from '#src/recording/chartHash.ts';
import type { RecordedEvent, Recording } from '#src/recording/format.ts';
import { nodesOfValue } from '../../catalogue/recordingSummary.ts';
import type { Moment } from '../../charts/inspectedChart.ts';
import { failureIn, refusalOf } from '../../journey/describeEvent.ts';
import { kindOf, portAnswerOf } from '../../journey/eventKinds.ts';
import { callName, faultWords } from '../../journey/problemWords.ts';
import { sentenceOf, wayWords } from '../../journey/sentences.ts';
import type { PopulationBuilder, ProblemName, StepRow } from './columns.ts';

/** Parts of the context that tell a problem or an outcome. */
const WATCHED: readonly unknown[] = ['problem', 'order', 'paying'];
const isWatched = ([[first, second]]: Change): boolean => first === 'value' || (first === 'context' && WATCHED.includes(second));

interface Seen extends Moment {
  readonly value: unknown;
  readonly context: { readonly problem?: unknown; readonly order?: unknown; readonly paying?: unknown };
}

const startOf = ({ start: { view } }: Recording): Seen => {
  const { problem = null, order = null, paying = null } = view.context;
  return { value: view.value, context: { problem, order, paying } };
};

const leaves = new Map<string, { state: string; page: string }>();

/** The innermost state, and the id of the page around it: the deepest state with a title. */
function placeOf(value: unknown): { state: string; page: string } {
  const key = JSON.stringify(value);
  const known = leaves.get(key);
  if (known) return known;
  const nodes = nodesOfValue(value, journeyMachine.root);
  const leaf = nodes.reduce((deepest, node) => (node.path.length > deepest.path.length ? node : deepest));
  const pages = nodes.filter((node) => node.config.route !== undefined);
  const page = pages[pages.length - 1] ?? leaf;
  // A state of another chart keeps the name that it had there.
  const state = leaf.type === 'atomic' || leaf.type === 'final' ? leaf.id : `unknown: ${key}`;
  const place = { state, page: page.id };
  leaves.set(key, place);
  return place;
}

const fieldsOf = (problem: unknown): string[] => (isObject(problem) && isObject(problem['fields']) ? Object.keys(problem['fields']) : []);

/** What went wrong in a step; null: nothing. Equal problems have equal words, whatever was typed. */
function problemIn(event: RecordedEvent, before: Seen, after: Seen, photo: string): ProblemName | null {
  const { type } = event;
  const refusal = refusalOf(event, before, after);
  if (refusal) return { words: `${wayWords(type)}: ${faultWords(refusal)}`, code: refusal.code, fields: fieldsOf(refusal) };
  const failure = failureIn(event, before, after);
  if (failure !== null) return { words: upperFirst(failure), code: 0, fields: [] };
  if (kindOf(event) !== 'problem') return null;
  const error = event['error'] ?? event['problem'];
  if (error === undefined) return { words: sentenceOf({ type }), code: 0, fields: [] };
  const answer = portAnswerOf(type);
  const what = answer ? callName(answer.id, answer.port) : wayWords(type);
  const isOfPhoto = answer?.id === 'uploadPhoto' || type === 'photo.refused';
  return {
    words: `${what}: ${faultWords(error)}`,
    code: toProblem(error).code,
    fields: isOfPhoto && photo !== '' ? [photo] : fieldsOf(error),
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Follows what a borrower touches. */
function createTouch(): (event: RecordedEvent) => string {
  const drafts = new Map<string, Readonly<Record<string, unknown>>>();
  return (event) => {
    switch (event.type) {
      case 'draft.saved': {
        const section = textOf(event['section']);
        const values = isObject(event['values']) ? event['values'] : {};
        const before = drafts.get(section) ?? {};
        drafts.set(section, values);
        const changed = Object.keys(values).filter((name) => values[name] !== '' && values[name] !== before[name]);
        return changed[changed.length - 1] ?? '';
      }
      case 'photo.taken':
      case 'photo.refused':
      case 'camera.opened':
        return textOf(event['side']);
      case 'turnedPhoto.taken':
        return 'face';
      case 'mobile.submitted':
      case 'registration.submitted':
        return 'mobile';
      case 'code.submitted':
        return 'code';
      case 'contact.pickRequested':
        return 'contacts';
      default:
        return textOf(event['field']);
    }
  };
}

const statusIn = ({ context: { order } }: Seen): number =>
  isObject(order) && typeof order['status'] === 'number' && order['status'] > 0 && order['status'] < 256 ? order['status'] : 0;

/** Most changes are of other parts, and most others replace a whole part. */
function moved(seen: Seen, changes: readonly Change[]): Seen {
  let next = seen;
  for (const change of changes) {
    if (!isWatched(change)) continue;
    const [path] = change;
    if (path.length === 1 && change.length === 2) next = { ...next, value: change[1] };
    else if (path[0] === 'context' && path.length === 2 && change.length === 2)
      next = { ...next, context: { ...next.context, [path[1] as string]: change[1] } };
    else next = withChanges(next as unknown as Json, [change]) as unknown as Seen;
  }
  return next;
}

/** The steps of a recording, the start first. */
export function stepsOf(recording: Recording): StepRow[] {
  let seen = startOf(recording);
  let place = placeOf(seen.value);
  const rows: StepRow[] = [{ at: 0, state: place.state, event: '', problem: null, field: '', status: statusIn(seen) }];
  const touch = createTouch();
  let photo = '';
  for (const { at, event, changes } of recording.steps) {
    const before = seen;
    const { page } = place;
    seen = moved(seen, changes);
    if (seen.value !== before.value) place = placeOf(seen.value);
    const touched = touch(event);
    if (page === 'idPhotos' && touched !== '') photo = touched;
    const problem = problemIn(event, before, seen, photo);
    const field = problem?.fields[0] ?? touched;
    rows.push({
      at,
      state: place.state,
      event: event.type,
      problem,
      field: field === '' ? '' : `${page}.${field}`,
      status: statusIn(seen),
    });
  }
  return rows;
}

/** The code of the last product that was borrowed or shown; a recording of before may hide it. */
function productOf({ meta, start, steps }: Recording): string {
  if (meta) return meta.product ?? '';
  let [borrowed, offered] = ['', ''];
  const see = (order: unknown, product: unknown): void => {
    if (isObject(order)) borrowed = textOf(order['productId']) || borrowed;
    if (isObject(product)) offered = textOf(product['id']) || offered;
  };
  const { order, home } = start.view.context;
  see(order, isObject(home) && isObject(home['value']) ? home['value']['product'] : null);
  for (const { event } of steps) {
    const output = event['output'];
    if (isObject(output)) see(output['order'], output['product']);
  }
  const product = borrowed || offered;
  return product.startsWith('[') ? '' : product;
}

const languageOf = ({ meta, start }: Recording): string => meta?.language ?? textOf(start.view.context['language']);

/** Adds a recording of the app. @param place The bytes of the source that hold it. */
export function addRecording(into: PopulationBuilder, recording: Recording, place: { source: number; from: number; size: number }): void {
  const { meta, startedAt, market, title, appVersion, chart } = recording;
  into.add(
    {
      time: meta?.time ?? startedAt,
      startedAt,
      release: meta?.release ?? appVersion,
      language: languageOf(recording),
      device: meta?.deviceClass ?? '',
      product: productOf(recording),
      market,
      title,
      isSameChart: chart === chartHash(journeyMachine),
      ...place,
    },
    stepsOf(recording),
  );
}
