/**
 * Reads from one recording what a population needs: states, events, problems, fields. It reads the recorded changes and
 * replays nothing, because a replay takes a hundred times as long.
 */
import { journeyMachine } from '#machines/journey.machine.ts';
import { toProblem } from '#machines/model/codes.ts';
import { upperFirst } from '#machines/words.ts';
import { isObject, withChanges, type Change, type Json, type JsonObject } from '#src/recording/canonical.ts';
import { chartHash } from '#src/recording/chartHash.ts';
import type { RecordedEvent, Recording, View } from '#src/recording/format.ts';
import { nodesOfValue } from '../../catalogue/recordingSummary.ts';
import type { Moment } from '../../charts/inspectedChart.ts';
import { failureIn, refusalOf } from '../../journey/describeEvent.ts';
import { kindOf, portAnswerOf } from '../../journey/eventKinds.ts';
import { callName, faultWords } from '../../journey/problemWords.ts';
import { sentenceOf, wayWords } from '../../journey/sentences.ts';
import type { PopulationBuilder, ProblemName, StepRow } from './columns.ts';

/** The parts of the context that contain a problem or an outcome. */
export const DIGESTED_CONTEXT = ['problem', 'order', 'paying'] as const;
const isDigested = ([[first, second]]: Change): boolean =>
  first === 'value' || (first === 'context' && DIGESTED_CONTEXT.some((part) => part === second));

/** The fields of an event that are read beside its type. If the recording has no `meta`, `output` is read too. */
export const DIGESTED_EVENT = ['error', 'problem', 'section', 'values', 'side', 'field'] as const;

/**
 * The parts of a recording that are read. If the recording has `meta`, its context, events and changes may lack all parts
 * that are not digested.
 */
export type Digestible = Pick<Recording, 'meta' | 'startedAt' | 'market' | 'title' | 'appVersion' | 'chart' | 'steps'> & {
  readonly start: { readonly view: Pick<View, 'value' | 'context'> };
};

/** A state value of the chart. Equal values are one object. */
interface ChartState {
  readonly value: unknown;
  /** Id of the innermost state. */
  readonly state: string;
  /** Id of the page that contains the state: the deepest state with a route; else the innermost state. */
  readonly page: string;
  /** A cache of the next state by change, because recordings share most changes of the state. */
  readonly after: WeakMap<Change, ChartState>;
}

/** The states by their value as JSON. */
const chartStates = new Map<string, ChartState>();

function chartStateOf(value: unknown): ChartState {
  const key = JSON.stringify(value);
  const known = chartStates.get(key);
  if (known) return known;
  const nodes = nodesOfValue(value, journeyMachine.root);
  const leaf = nodes.reduce((deepest, node) => (node.path.length > deepest.path.length ? node : deepest));
  const pages = nodes.filter((node) => node.config.route !== undefined);
  const page = pages[pages.length - 1] ?? leaf;
  // A state of another chart keeps the name that it had there.
  const state = leaf.type === 'atomic' || leaf.type === 'final' ? leaf.id : `unknown: ${key}`;
  const found: ChartState = { value, state, page: page.id, after: new WeakMap() };
  chartStates.set(key, found);
  return found;
}

function chartStateAfter(before: ChartState, change: Change): ChartState {
  const known = before.after.get(change);
  if (known) return known;
  const { value } = withChanges({ value: before.value as Json }, [change]) as { readonly value?: Json };
  const after = chartStateOf(value);
  before.after.set(change, after);
  return after;
}

interface Seen extends Moment {
  readonly at: ChartState;
  readonly value: unknown;
  readonly context: { readonly problem?: unknown; readonly order?: unknown; readonly paying?: unknown };
}

const startOf = ({ start: { view } }: Digestible): Seen => {
  const { problem = null, order = null, paying = null } = view.context;
  return { at: chartStateOf(view.value), value: view.value, context: { problem, order, paying } };
};

const fieldsOf = (problem: unknown): string[] => (isObject(problem) && isObject(problem['fields']) ? Object.keys(problem['fields']) : []);

/** The problem of a step; null: none. Equal problems have equal words, because typed values are not in the words. */
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

/** @returns a function of the events in their order, which returns the field that the borrower touched; '': none. */
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

/** Applies the changes. The first branches are for speed: most changes are not digested, and most others replace a whole part. */
function moved(seen: Seen, changes: readonly Change[]): Seen {
  let next = seen;
  for (const change of changes) {
    if (!isDigested(change)) continue;
    const [path] = change;
    if (path[0] === 'value') {
      const at = chartStateAfter(next.at, change);
      next = { at, value: at.value, context: next.context };
    } else if (path.length === 2 && change.length === 2) next = { ...next, context: { ...next.context, [path[1] as string]: change[1] } };
    else next = { ...next, ...(withChanges({ context: next.context as JsonObject }, [change]) as Pick<Seen, 'context'>) };
  }
  return next;
}

/** The steps of a recording, the start first. */
export function stepsOf(recording: Digestible): StepRow[] {
  let seen = startOf(recording);
  const rows: StepRow[] = [{ at: 0, state: seen.at.state, event: '', problem: null, field: '', status: statusIn(seen) }];
  const touch = createTouch();
  let photo = '';
  for (const { at, event, changes } of recording.steps) {
    const before = seen;
    const { page } = before.at;
    seen = moved(seen, changes);
    const touched = touch(event);
    if (page === 'idPhotos' && touched !== '') photo = touched;
    const problem = problemIn(event, before, seen, photo);
    const field = problem?.fields[0] ?? touched;
    rows.push({
      at,
      state: seen.at.state,
      event: event.type,
      problem,
      field: field === '' ? '' : `${page}.${field}`,
      status: statusIn(seen),
    });
  }
  return rows;
}

/** The code of the last product that was borrowed, else of the last one shown; '': unknown, or redacted in an old recording. */
function productOf({ meta, start, steps }: Digestible): string {
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

const languageOf = ({ meta, start }: Digestible): string => meta?.language ?? textOf(start.view.context['language']);

/** Adds a recording of the app. @param place The source, and the byte range of the recording in it. */
export function addRecording(into: PopulationBuilder, recording: Digestible, place: { source: number; from: number; size: number }): void {
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
