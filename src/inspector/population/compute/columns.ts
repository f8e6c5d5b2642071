/**
 * A population: many recordings as columns of numbers. Ten thousand recordings of two hundred steps are two million
 * steps. As columns they take forty megabytes and pass between threads without a copy. A question is one loop over the
 * columns.
 */

/** A problem in a step. */
export interface ProblemName {
  /** "Personal information: the ID has an account already", without a full stop. */
  readonly words: string;
  /** A value of CODE or LOCAL; 0: a failure of the business, such as a rejection. */
  readonly code: number;
  /** Names of fields, or the side of a photo. */
  readonly fields: readonly string[];
}

/** The texts that the columns refer to by their index; 0 stands for none. */
export interface Names {
  /** Ids of state nodes. */
  readonly states: readonly string[];
  /** Types of events. */
  readonly events: readonly string[];
  readonly problems: readonly ProblemName[];
  /** The page and the touched field: `personalInfo.nationalId`. */
  readonly fields: readonly string[];
  /** Releases, languages, classes of devices, products, markets, titles. */
  readonly words: readonly string[];
}

/** One entry for each recording. */
export interface RecordingColumns {
  /** Index of the recording's first step, which is its start. A further entry at the end is the number of all steps. */
  readonly first: Uint32Array;
  /** The time of receipt, or the start where the time of receipt is not known; milliseconds since 1970. */
  readonly time: Float64Array;
  readonly startedAt: Float64Array;
  readonly release: Uint32Array;
  readonly language: Uint32Array;
  readonly device: Uint32Array;
  readonly product: Uint32Array;
  readonly market: Uint32Array;
  readonly title: Uint32Array;
  /** 1: the recording was made on the present chart. */
  readonly isSameChart: Uint8Array;
  /** Index of the source; the first byte of the recording in the source, and the number of bytes. */
  readonly source: Uint32Array;
  readonly from: Float64Array;
  readonly size: Float64Array;
}

/** One entry for each step. */
export interface StepColumns {
  /** Milliseconds since the start of the recording. */
  readonly at: Float64Array;
  /** The state after the step. */
  readonly state: Uint16Array;
  readonly event: Uint16Array;
  readonly problem: Uint16Array;
  readonly field: Uint16Array;
  /** Number of the order's status after the step; 0: there is no order. */
  readonly status: Uint8Array;
}

export interface Population {
  readonly count: number;
  readonly names: Names;
  readonly recordings: RecordingColumns;
  readonly steps: StepColumns;
}

type Column = Float64Array | Uint32Array | Uint16Array | Uint8Array;
type Columns<T> = { -readonly [K in keyof T]: T[K] };

/** Columns that contain indices of names, and the list of names for each. */
const NAMED = {
  release: 'words',
  language: 'words',
  device: 'words',
  product: 'words',
  market: 'words',
  title: 'words',
  state: 'states',
  event: 'events',
  problem: 'problems',
  field: 'fields',
} as const satisfies Readonly<Record<string, keyof Names>>;

const recordingColumns = (count: number): Columns<RecordingColumns> => ({
  first: new Uint32Array(count + 1),
  time: new Float64Array(count),
  startedAt: new Float64Array(count),
  release: new Uint32Array(count),
  language: new Uint32Array(count),
  device: new Uint32Array(count),
  product: new Uint32Array(count),
  market: new Uint32Array(count),
  title: new Uint32Array(count),
  isSameChart: new Uint8Array(count),
  source: new Uint32Array(count),
  from: new Float64Array(count),
  size: new Float64Array(count),
});

const stepColumns = (count: number): Columns<StepColumns> => ({
  at: new Float64Array(count),
  state: new Uint16Array(count),
  event: new Uint16Array(count),
  problem: new Uint16Array(count),
  field: new Uint16Array(count),
  status: new Uint8Array(count),
});

/** Assigns indices to texts. */
interface Index<T> {
  of: (value: T) => number;
  values: T[];
}

function indexOf<T>(none: T, keyOf: (value: T) => string): Index<T> {
  const values = [none];
  const known = new Map([[keyOf(none), 0]]);
  return {
    values,
    of(value) {
      const key = keyOf(value);
      const at = known.get(key);
      if (at !== undefined) return at;
      known.set(key, values.length);
      return values.push(value) - 1;
    },
  };
}

const NO_PROBLEM: ProblemName = { words: '', code: 0, fields: [] };
const problemKey = ({ words, code, fields }: ProblemName): string => `${code} ${words} ${fields.join()}`;

const newIndices = (): { [K in keyof Names]: Index<Names[K][number]> } => ({
  states: indexOf<string>('', String),
  events: indexOf<string>('', String),
  problems: indexOf(NO_PROBLEM, problemKey),
  fields: indexOf<string>('', String),
  words: indexOf<string>('', String),
});
type Indices = ReturnType<typeof newIndices>;

const namesOf = ({ states, events, problems, fields, words }: Indices): Names => ({
  states: states.values,
  events: events.values,
  problems: problems.values,
  fields: fields.values,
  words: words.values,
});

/** One recording before it is added to the columns: with texts instead of indices. */
export interface RecordingRow {
  time: number;
  startedAt: number;
  release: string;
  language: string;
  device: string;
  product: string;
  market: string;
  title: string;
  isSameChart: boolean;
  source: number;
  from: number;
  size: number;
}

export interface StepRow {
  at: number;
  state: string;
  event: string;
  problem: ProblemName | null;
  field: string;
  status: number;
}

export interface PopulationBuilder {
  add: (recording: RecordingRow, steps: readonly StepRow[]) => void;
  build: () => Population;
}

/** The largest index in a column of two bytes. A name with a larger index is counted as none (0). */
const MOST_NAMES = 65_535;
const within = (index: number): number => (index > MOST_NAMES ? 0 : index);

const grown = <T extends Column>(column: T, length: number): T => {
  const larger = new (column.constructor as new (length: number) => T)(length);
  larger.set(column as never);
  return larger;
};

function growAll<T extends object>(columns: T, length: number): void {
  const all = columns as Record<string, Column>;
  for (const key of Object.keys(all)) all[key] = grown(all[key] as Column, key === 'first' ? length + 1 : length);
}

function cutAll<T extends object>(columns: T, length: number): T {
  const all = columns as Record<string, Column>;
  return Object.fromEntries(
    Object.keys(all).map((key) => [key, (all[key] as Column).slice(0, key === 'first' ? length + 1 : length)]),
  ) as T;
}

export function buildPopulation(): PopulationBuilder {
  const indices = newIndices();
  let [room, stepRoom] = [64, 4_096];
  const recordings = recordingColumns(room);
  const steps = stepColumns(stepRoom);
  let count = 0;
  let stepCount = 0;
  return {
    add(row, rows) {
      if (count === room) growAll(recordings, (room *= 2));
      while (stepCount + rows.length > stepRoom) growAll(steps, (stepRoom *= 2));
      recordings.time[count] = row.time;
      recordings.startedAt[count] = row.startedAt;
      for (const key of ['release', 'language', 'device', 'product', 'market', 'title'] as const)
        recordings[key][count] = indices.words.of(row[key]);
      recordings.isSameChart[count] = row.isSameChart ? 1 : 0;
      recordings.source[count] = row.source;
      recordings.from[count] = row.from;
      recordings.size[count] = row.size;
      for (const { at, state, event, problem, field, status } of rows) {
        steps.at[stepCount] = at;
        steps.state[stepCount] = within(indices.states.of(state));
        steps.event[stepCount] = within(indices.events.of(event));
        steps.problem[stepCount] = problem ? within(indices.problems.of(problem)) : 0;
        steps.field[stepCount] = within(indices.fields.of(field));
        steps.status[stepCount] = status;
        stepCount += 1;
      }
      count += 1;
      recordings.first[count] = stepCount;
    },
    build: () => ({ count, names: namesOf(indices), recordings: cutAll(recordings, count), steps: cutAll(steps, stepCount) }),
  };
}

export const EMPTY: Population = buildPopulation().build();

/**
 * Several populations as one, in their order. Names get new indices.
 *
 * @param firstSource By population, the number that is added to its indices of sources; absent: 0.
 */
export function joined(parts: readonly Population[], firstSource: readonly number[] = []): Population {
  const filled = parts.filter((part) => part.count > 0);
  const [only] = filled;
  if (only && filled.length === 1 && !firstSource[parts.indexOf(only)]) return only;
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const stepCount = parts.reduce((sum, part) => sum + part.steps.at.length, 0);
  const indices = newIndices();
  const recordings = recordingColumns(count);
  const steps = stepColumns(stepCount);
  let [row, step] = [0, 0];
  parts.forEach((part, at) => {
    const moved: { [K in keyof Names]: Uint32Array } = {
      states: Uint32Array.from(part.names.states, indices.states.of),
      events: Uint32Array.from(part.names.events, indices.events.of),
      problems: Uint32Array.from(part.names.problems, indices.problems.of),
      fields: Uint32Array.from(part.names.fields, indices.fields.of),
      words: Uint32Array.from(part.names.words, indices.words.of),
    };
    const put = (into: Record<string, Column>, from: Record<string, Column>, start: number): void => {
      for (const key of Object.keys(from)) {
        const [target, source] = [into[key] as Column, from[key] as Column];
        if (key === 'first') {
          for (let i = 1; i < source.length; i++) target[start + i] = (source[i] as number) + step;
        } else if (key in NAMED) {
          const map = moved[NAMED[key as keyof typeof NAMED]];
          const isShort = target instanceof Uint16Array;
          for (let i = 0; i < source.length; i++) {
            const index = map[source[i] as number] as number;
            target[start + i] = isShort ? within(index) : index;
          }
        } else target.set(source as never, start);
      }
    };
    put(recordings as unknown as Record<string, Column>, part.recordings as unknown as Record<string, Column>, row);
    put(steps as unknown as Record<string, Column>, part.steps as unknown as Record<string, Column>, step);
    const raised = firstSource[at] ?? 0;
    if (raised > 0) for (let i = row; i < row + part.count; i++) recordings.source[i] = (recordings.source[i] as number) + raised;
    row += part.count;
    step += part.steps.at.length;
  });
  return { count, names: namesOf(indices), recordings, steps };
}

/** The chosen recordings of a population, in the order of `chosen`, with the same names. */
export function subset({ names, recordings, steps }: Population, chosen: Uint32Array): Population {
  const length = (at: number): number => (recordings.first[at + 1] as number) - (recordings.first[at] as number);
  const found = recordingColumns(chosen.length);
  const foundSteps = stepColumns(chosen.reduce((sum, at) => sum + length(at), 0));
  for (const [key, column] of Object.entries(recordings) as [string, Column][])
    if (key !== 'first')
      chosen.forEach((from, to) => ((found as unknown as Record<string, Column>)[key] as Column).set([column[from] as number], to));
  chosen.forEach((from, to) => {
    const start = found.first[to] as number;
    found.first[to + 1] = start + length(from);
    const [first, end] = [recordings.first[from] as number, recordings.first[from + 1] as number];
    for (const [key, column] of Object.entries(steps) as [string, Column][])
      ((foundSteps as unknown as Record<string, Column>)[key] as Column).set(column.subarray(first, end) as never, start);
  });
  return { count: chosen.length, names, recordings: found, steps: foundSteps };
}

/** Keeps the first of several copies of a recording. A copy has the same start and the same steps at the same times. */
export function withoutCopies(population: Population): Population {
  const { recordings, steps } = population;
  const seen = new Set<string>();
  const first = everyRecording(population).filter((at) => {
    const [start, end] = [recordings.first[at] as number, recordings.first[at + 1] as number];
    let hash = 0;
    for (let step = start; step < end; step++)
      hash = (Math.imul(hash, 31) + (steps.event[step] as number) * 257 + (steps.state[step] as number) + (steps.at[step] as number)) | 0;
    const key = `${recordings.startedAt[at]} ${end - start} ${hash}`;
    return !seen.has(key) && seen.add(key);
  });
  return first.length === population.count ? population : subset(population, first);
}

/** The buffers of a population, to be passed to another thread. */
export const buffersOf = ({ recordings, steps }: Population): ArrayBuffer[] =>
  [...Object.values(recordings), ...Object.values(steps)].map((column: Column) => column.buffer as ArrayBuffer);

/** A selection of all recordings. */
export const everyRecording = ({ count }: Pick<Population, 'count'>): Uint32Array => Uint32Array.from({ length: count }, (_, at) => at);
