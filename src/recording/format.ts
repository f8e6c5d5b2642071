/**
 * A recording: the events of one journey in one file. It holds the root events of the chart (the borrower's actions,
 * answers of ports, timers, navigation) with their time, and the changes after each event. Events are redacted before they
 * are recorded, so a file holds redacted texts only.
 */
import { DEVICE_CLASSES, type DeviceClass } from '#machines/model/sentRecording.ts';
import type { OrderTransition } from '#machines/model/orderTransition.ts';
import { canonical, fingerprint, isObject, withChanges, type Change, type Json, type JsonObject } from './canonical.ts';

export type { DeviceClass };

export const FORMAT = 'loan-journey.recording';
/** Raised when an older reader cannot read a newer file. 2: the context holds loaded data as `Loadable`. */
export const FORMAT_VERSION = 2;
/** Version 1 has the same events and another context: a journey recorded from its beginning can still be replayed. */
const FIRST_VERSION = 1;
/** Longest file that is read, in bytes. A journey of an hour is below one million. */
export const MOST_BYTES = 20_000_000;
/** Step limit of one recording: an hour with a countdown has 3,600. */
export const MOST_STEPS = 20_000;
/** Extension of a recording's file. */
export const FILE_ENDING = '.journey.json';

/** The result of a step as plain data: state value, context, and ids of running actors. */
export interface View {
  readonly value: Json;
  readonly context: JsonObject;
  /** Sorted. */
  readonly children: readonly string[];
}

/** A root event of the chart: `offer.accepted`, `xstate.done.actor.loadHome`, `xstate.after.POLL…`, `xstate.route`. */
export type RecordedEvent = { readonly type: string } & JsonObject;

export interface RecordedStep {
  /** Milliseconds since `startedAt`. */
  readonly at: number;
  readonly event: RecordedEvent;
  /** Changes from the previous view to the view after this event; paths begin with `value`, `context` or `children`. */
  readonly changes: readonly Change[];
}

/** The filters of a population of recordings. The lender's store adds them; a file saved by a person has none. */
export interface RecordingMeta {
  /** When the journey began, milliseconds since 1970, on the clock of the lender. */
  readonly time: number;
  /** Version of the app. */
  readonly release: string;
  /** The last language of the journey: `en`, `sw` or `es`. */
  readonly language: string;
  readonly deviceClass: DeviceClass;
  /** Id of the last product that was shown or borrowed; null: none was loaded. */
  readonly product: string | null;
}

export interface Recording {
  readonly format: typeof FORMAT;
  readonly version: typeof FIRST_VERSION | typeof FORMAT_VERSION;
  /** Id of the machine that was recorded; absent: the journey of the app. */
  readonly root?: 'desk';
  /** `chartHash` of the machine that was recorded. */
  readonly chart: string;
  readonly appVersion: string;
  /** Name of the market preset of the build. */
  readonly market: string;
  /** Milliseconds since 1970, on the clock of the recording device. */
  readonly startedAt: number;
  /** Title that a person gave; empty without one. */
  readonly title: string;
  readonly meta?: RecordingMeta;
  readonly start: {
    /** `beginning`: the chart was started; `middle`: recording began while the app was running. */
    readonly from: 'beginning' | 'middle';
    readonly view: View;
  };
  readonly steps: readonly RecordedStep[];
  /** The lender's transitions of the journey's order in the same time, oldest first, on the lender's clock; absent: unknown. */
  readonly order?: readonly OrderTransition[];
}

export type Refusal = 'tooLarge' | 'truncated' | 'notJson' | 'foreign' | 'oldVersion' | 'futureVersion' | 'damaged';

/** `reason` is for programs, `message` is a sentence for people. */
export type Parsed = { ok: true; recording: Recording } | { ok: false; reason: Refusal; message: string };

const refuse = (reason: Refusal, message: string): Parsed => ({ ok: false, reason, message });

/** The view after each step: index 0 is the start, index n the view after step n. Unchanged parts are shared. */
export function recordedViews({ start, steps }: Recording): View[] {
  const views: View[] = [start.view];
  for (const { changes } of steps) views.push(withChanges(views[views.length - 1] as unknown as Json, changes) as unknown as View);
  return views;
}

const sumOf = (recording: Recording): string => fingerprint(canonical(recording));

/** Whether the checksum is right. A value that is nested too deeply for the computation belongs to no recording. */
function isSum(sum: unknown, recording: Recording): boolean {
  try {
    return sum === sumOf(recording);
  } catch {
    return false;
  }
}

/** The file: valid JSON with one line per step, so that a diff of stored recordings is readable. */
export function writeRecording(recording: Recording): string {
  const { steps, ...head } = recording;
  const parts = Object.entries(head).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  const lines = steps.map((step) => JSON.stringify(step)).join(',\n');
  return `{\n${parts.join(',\n')},\n"steps": [\n${lines}\n],\n"sum": "${sumOf(recording)}"\n}\n`;
}

/** Several recordings are passed on as lines, because each line can be parsed alone. */
export const listRefusal =
  'This file holds a list (a JSON array). Several recordings stand in one file with one on each line, as JSON, or in a file each.';
const linesRefusal = 'This file holds several recordings, one on each line. Such a file is opened under Population.';

export const emptyRefusal = 'This file is empty.';
const packedRefusal =
  'This file is packed (gzip). A packed file of several recordings is opened under Population; unpack a single recording to import it.';

const megabytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1_000_000))} MB`;
export const sizeRefusal = (bytes: number): string =>
  `This file has ${megabytes(bytes)}. A recording has at most ${megabytes(MOST_BYTES)}.`;
export const lineRefusal = `This line is longer than any recording: a recording has at most ${megabytes(MOST_BYTES)}.`;
const isText = (value: unknown): value is string => typeof value === 'string';
const isMoment = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;
const isKey = (key: unknown): boolean => (typeof key === 'string' ? key !== '__proto__' : Number.isInteger(key));
const isPath = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(isKey);
const isChange = (value: unknown): boolean => Array.isArray(value) && (value.length === 1 || value.length === 2) && isPath(value[0]);
const isView = (value: unknown): boolean =>
  isObject(value) &&
  (isText(value['value']) || isObject(value['value'])) &&
  isObject(value['context']) &&
  Array.isArray(value['children']) &&
  value['children'].every(isText);
export const isStep = (value: unknown): value is RecordedStep =>
  isObject(value) &&
  isMoment(value['at']) &&
  isObject(value['event']) &&
  isText(value['event']['type']) &&
  Array.isArray(value['changes']) &&
  value['changes'].every(isChange);

const isMeta = (value: unknown): boolean =>
  isObject(value) &&
  isMoment(value['time']) &&
  isText(value['release']) &&
  isText(value['language']) &&
  DEVICE_CLASSES.some((one) => one === value['deviceClass']) &&
  (value['product'] === null || isText(value['product']));

const isStatusOrNone = (value: unknown): boolean => value === null || Number.isInteger(value);
const isTextOrNone = (value: unknown): boolean => value === null || isText(value);
const isTransition = (value: unknown): boolean =>
  isObject(value) &&
  isMoment(value['at']) &&
  isText(value['event']) &&
  isStatusOrNone(value['from']) &&
  Number.isInteger(value['to']) &&
  isTextOrNone(value['decidedBy']) &&
  isTextOrNone(value['reason']);

/** The fault of an invalid recording; null: the recording is valid. */
export function reasonInvalid(found: Readonly<Record<string, unknown>>): string | null {
  const { root, chart, appVersion, market, startedAt, title, meta, start, steps, order } = found;
  if (root !== undefined && root !== 'desk') return 'it names a chart that this page does not know';
  if (!isText(chart) || !isText(appVersion) || !isText(market) || !isText(title) || !isMoment(startedAt)) return 'its head is incomplete';
  if (meta !== undefined && !isMeta(meta)) return 'what it says of release, language, phone and product is unreadable';
  if (!isObject(start) || (start['from'] !== 'beginning' && start['from'] !== 'middle') || !isView(start['view']))
    return 'its start is unreadable';
  if (!Array.isArray(steps)) return 'its steps are missing';
  if (order !== undefined && !(Array.isArray(order) && order.every(isTransition))) return 'its log of the lender is unreadable';
  if (steps.length > MOST_STEPS) return `it has ${steps.length} steps, more than ${MOST_STEPS}`;
  const bad = steps.findIndex((step) => !isStep(step));
  return bad < 0 ? null : `step ${bad + 1} is unreadable`;
}

/** Whether the first of several lines is a complete recording. */
function isFirstLineRecording(text: string): boolean {
  const end = text.trimStart().search(/\r?\n\s*\S/);
  if (end < 0) return false;
  try {
    const found: unknown = JSON.parse(text.trimStart().slice(0, end));
    return isObject(found) && found['format'] === FORMAT;
  } catch {
    return false;
  }
}

/** A text that begins like a recording and is cut off. */
const looksCutOff = (text: string): boolean => /^\s*\{/.test(text) && !/\}\s*$/.test(text);

/** Whether a text is one line. `writeRecording` writes a line for each step, and the lender's store one line for a recording. */
const isOneLine = (text: string): boolean => !/[\r\n]/.test(text.trim());

/**
 * Parses the text of a file. Never throws; an invalid file is refused with a reason and a sentence. The file may be one line
 * of the lender's store, which is known by its `meta`.
 */
export const parseRecording = (text: string): Parsed =>
  parse(text, (sum, recording) => (sum === undefined ? recording.meta !== undefined && isOneLine(text) : isSum(sum, recording)));

/**
 * Parses one line of a download from the lender's store (`docs/inspector.md`). It has no `sum`: the lender checked every step
 * when it was received, and a line that was cut off is no JSON.
 */
export const parseRecordingLine = (line: string): Parsed => parse(line, (sum, recording) => sum === undefined || isSum(sum, recording));

function parse(text: string, isUnchanged: (sum: unknown, recording: Recording) => boolean): Parsed {
  if (text.length > MOST_BYTES) return refuse('tooLarge', sizeRefusal(text.length));
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    if (isFirstLineRecording(text)) return refuse('foreign', linesRefusal);
    return looksCutOff(text)
      ? refuse('truncated', 'This file ends in the middle: it was not saved or copied completely. Save it again from where it came.')
      : refuse('notJson', 'This file is not a recording: it holds no JSON, or it was damaged.');
  }
  if (Array.isArray(found)) return refuse('foreign', listRefusal);
  if (!isObject(found) || found['format'] !== FORMAT) return refuse('foreign', 'This file is not a recording of this app.');
  const { version } = found;
  if (typeof version === 'number' && version > FORMAT_VERSION)
    return refuse(
      'futureVersion',
      `This recording was saved by a newer version (format ${version}; this page reads up to ${FORMAT_VERSION}). Update this page to open it.`,
    );
  if (version !== FORMAT_VERSION && version !== FIRST_VERSION)
    return refuse('damaged', 'This recording is damaged: it does not say which format it has.');
  const fault = reasonInvalid(found);
  if (fault !== null) return refuse('damaged', `This recording is damaged: ${fault}.`);
  const { sum, ...rest } = found;
  const recording = rest as unknown as Recording;
  if (!isUnchanged(sum, recording))
    return refuse(
      'damaged',
      sum === undefined
        ? 'This recording is damaged: its checksum is missing.'
        : 'This recording is damaged: its content is not what was saved.',
    );
  if (version === FIRST_VERSION && recording.start.from === 'middle')
    return refuse(
      'oldVersion',
      `This recording was saved by an older version (format ${FIRST_VERSION}) and begins in the middle of a journey. ` +
        `This page reads format ${FORMAT_VERSION} and cannot restore that state. A recording of format ${FIRST_VERSION} is opened when it begins with the start of the app.`,
    );
  return { ok: true, recording };
}

/** Whether a file begins like a file that gzip packed. */
export async function isPacked(file: Pick<Blob, 'slice'>): Promise<boolean> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return first === 0x1f && second === 0x8b;
}

/** Reads a chosen file. A file that is empty, packed or too large is refused before it is read. */
export async function readRecordingFile(file: Pick<Blob, 'size' | 'slice' | 'text'>): Promise<Parsed> {
  if (file.size === 0) return refuse('notJson', emptyRefusal);
  if (file.size > MOST_BYTES) return refuse('tooLarge', sizeRefusal(file.size));
  try {
    if (await isPacked(file)) return refuse('foreign', packedRefusal);
    return parseRecording(await file.text());
  } catch {
    return refuse('notJson', 'This file could not be read.');
  }
}
