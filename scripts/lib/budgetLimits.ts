/** The limits of the application's size, and the comparison with them. Sizes are brotli bytes, 1 kB = 1,000 bytes. */
import type { Chunk } from './bundle.ts';

export type FirstPaint = {
  /** The requests from the navigation to a usable home, in order. */
  requests: readonly { url: string; type: string }[];
  /** The requests after a usable home until the page is idle, which fetch files for the next press. */
  ahead: readonly { url: string; type: string }[];
  origin: string;
  /** Bytes of the page as the lender sends it, brotli. */
  htmlBytes: number;
  /**
   * Number of function calls in the files of the start, until the page is idle: the least of several starts. It is the same for
   * every start, except for a few calls that depend on the order in which files arrive.
   */
  calls: number;
  /** Number of times that the app changed the DOM. */
  draws: number;
  /** The first visit of a phone that saves data, until the first touch. */
  saving: { bytes: number; requests: number };
};

/** One line of the table. For a limit of zero, `found` lists the findings. */
export type Line = {
  what: string;
  actual: number;
  limit: number;
  unit: 'bytes' | 'requests' | 'found' | 'calls' | 'draws';
  found?: readonly string[];
};

export const LIMITS = {
  // The four files of the start (decision 163). They include 58 kB of React, 1.2 kB for reading a borrower's secrets (decision
  // 190), 0.1 kB for the first line of each file and the order of the start (decision 194), and 0.15 kB for the rule of
  // problems (decision 196). They are measured with steady hashes in the names of files.
  script: 124_650,
  // Includes a visitor's home in three languages with its styles, the settings of the operator (decision 162), the script for
  // phones that save data (decision 185), the order in which files are read and compiled (decision 194), and the reading of a
  // borrower's key (decision 199). The names of files in it compress differently in each build: 8,736 to 8,787 were seen.
  html: 8_820,
  // The page, its styles, the four files of the start, the bundler's helpers, and the call for home.
  requests: 8,
  // Measured 37,142 to 37,147; 1,100 of them put the rule of problems into the chart (decision 196).
  calls: 37_300,
  draws: 1,
  // The forms for signing in and registering, with formik and yup. The ports are fetched when signing in is shown.
  ahead: 32_600,
  aheadRequests: 2,
  // The page, its styles, the first two files of the start, the bundler's helpers, and the call for home (decision 185), with
  // their headers.
  savingBytes: 76_350,
  savingRequests: 6,
  // The largest screen is the payment page, with two forms whose fields are checked on leaving them. 30 bytes of each screen
  // are its first line (decision 194).
  screen: 6_530,
  formVendor: 21_900,
} as const;

/** Modules that must not be in the first paint: forms and tools. */
const NOT_AT_FIRST: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['formik', /^node_modules\/formik\//],
  ['yup', /^node_modules\/yup\//],
  ['form data', /^src\/forms\//],
  ['reference lists', /^src\/market\/lists\//],
  ['server code', /^server\//],
  ['tools', /^(src\/(inspector|sandbox|recording)|scripts|tests)\/|^node_modules\/(elkjs|@statelyai)\//],
];

/** Modules of pages that are built separately. They must be in no chunk of the borrower's application. */
const NOWHERE: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['inspector', /^src\/inspector\//],
  ['sandbox', /^src\/sandbox\//],
  ['desk of the staff', /^(src|machines)\/desk[./]/],
  ['publishing to an inspector', /^src\/(recording\/publish|api\/sandbox)\.ts$/],
  ['packages of the tools', /^node_modules\/(elkjs|@statelyai)\//],
  ['tests, scripts or server', /^(tests|scripts|server)\//],
];

const FORM_VENDOR = /^node_modules\/(formik|yup)\//;

const pathOf = (url: string, origin: string) => new URL(url, origin).pathname.replace(/^\//, '');
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const none = (what: string, found: readonly string[]): Line => ({ what, actual: found.length, limit: 0, unit: 'found', found });

/** The fetched chunks, and in `strange` the fetched scripts that are no chunk of this build, whose content is unknown. */
function fetchedChunks(
  chunks: readonly Chunk[],
  { requests, origin }: Pick<FirstPaint, 'requests' | 'origin'>,
): { fetched: Chunk[]; strange: string[] } {
  const paths = new Set(requests.filter(({ url }) => url.startsWith(`${origin}/`)).map(({ url }) => pathOf(url, origin)));
  const scripts = requests.filter(({ type }) => type === 'script').map(({ url }) => url);
  return {
    fetched: chunks.filter(({ file }) => paths.has(file)),
    strange: scripts.filter((url) => !chunks.some(({ file }) => file === pathOf(url, origin))),
  };
}

export function firstPaintLines(chunks: readonly Chunk[], firstPaint: FirstPaint): Line[] {
  const { requests, ahead, origin, htmlBytes, calls, draws, saving } = firstPaint;
  const { fetched, strange } = fetchedChunks(chunks, firstPaint);
  const forLater = fetchedChunks(chunks, { requests: ahead, origin }).fetched;
  const modules = fetched.flatMap((chunk) => chunk.modules);
  return [
    { what: 'first paint: JavaScript', actual: sum(fetched.map(({ bytes }) => bytes)), limit: LIMITS.script, unit: 'bytes' },
    { what: 'first paint: page', actual: htmlBytes, limit: LIMITS.html, unit: 'bytes' },
    { what: 'first paint: requests', actual: requests.length, limit: LIMITS.requests, unit: 'requests' },
    { what: 'start: calls of functions', actual: calls, limit: LIMITS.calls, unit: 'calls' },
    { what: 'start: times the app drew', actual: draws, limit: LIMITS.draws, unit: 'draws' },
    { what: 'fetched ahead: JavaScript', actual: sum(forLater.map(({ bytes }) => bytes)), limit: LIMITS.ahead, unit: 'bytes' },
    { what: 'fetched ahead: requests', actual: ahead.length, limit: LIMITS.aheadRequests, unit: 'requests' },
    { what: 'saving data: all bytes', actual: saving.bytes, limit: LIMITS.savingBytes, unit: 'bytes' },
    { what: 'saving data: requests', actual: saving.requests, limit: LIMITS.savingRequests, unit: 'requests' },
    none('first paint: scripts not of this build', strange),
    none(
      'first paint: fonts',
      requests.filter(({ type }) => type === 'font').map(({ url }) => url),
    ),
    none(
      'first paint: other origins',
      requests.filter(({ url }) => !url.startsWith(`${origin}/`) && !url.startsWith('data:')).map(({ url }) => url),
    ),
    ...NOT_AT_FIRST.map(([what, pattern]) =>
      none(
        `first paint: ${what}`,
        modules.filter((module) => pattern.test(module)),
      ),
    ),
  ];
}

/** Checks that no chunk of the borrower's build contains tools, fetched or not. */
export const toolLines = (chunks: readonly Chunk[]): Line[] =>
  NOWHERE.map(([what, pattern]) =>
    none(
      `whole build: ${what}`,
      chunks.flatMap(({ modules }) => modules.filter((module) => pattern.test(module))),
    ),
  );

/** Finds files that import each other. One of them would run before its dependency, and its page would not load. */
export function circleLine(chunks: readonly Chunk[]): Line {
  const importsOf = new Map(chunks.map(({ file, imports }) => [file, imports]));
  const reaches = (file: string, seen = new Set<string>()): Set<string> => {
    for (const next of importsOf.get(file) ?? []) if (!seen.has(next)) reaches(next, seen.add(next));
    return seen;
  };
  return none(
    'whole build: files that import each other',
    chunks.flatMap(({ file }) => (reaches(file).has(file) ? [file] : [])),
  );
}

/** Finds files without the first line that makes the engine compile them ahead. */
export const compiledLateLine = (chunks: readonly Chunk[]): Line =>
  none(
    'whole build: files compiled at first call',
    chunks.flatMap(({ file, compiledAhead }) => (compiledAhead ? [] : [file])),
  );

/** The size of each screen: the chunk of its dynamic import. */
export function screenLines(chunks: readonly Chunk[]): Line[] {
  return chunks
    .filter(({ facade }) => facade !== null && /^screens\/.+\/screen\.tsx$/.test(facade))
    .map(({ facade, bytes }) => ({
      what: `screen ${(facade ?? '').split('/').slice(1, -1).join('/')}`,
      actual: bytes,
      limit: LIMITS.screen,
      unit: 'bytes' as const,
    }))
    .sort((a, b) => b.actual - a.actual);
}

/** The size of the chunks with formik and yup. */
export function formVendorLine(chunks: readonly Chunk[]): Line {
  const vendor = chunks.filter(({ modules }) => modules.some((module) => FORM_VENDOR.test(module)));
  return { what: 'form vendor (formik, yup)', actual: sum(vendor.map(({ bytes }) => bytes)), limit: LIMITS.formVendor, unit: 'bytes' };
}

export const isExceeded = ({ actual, limit }: Line): boolean => actual > limit;

/** A readable table. A line above its limit is marked and lists its findings. */
export function asTable(lines: readonly Line[]): string {
  const number = (value: number, unit: Line['unit']) => (unit === 'bytes' ? `${(value / 1000).toFixed(3)} kB` : String(value));
  return lines
    .flatMap((line) => [
      `${isExceeded(line) ? 'EXCEEDED' : 'ok      '} ${line.what.padEnd(40)} ${number(line.actual, line.unit).padStart(9)} of ${number(line.limit, line.unit)}`,
      ...(line.found ?? []).map((found) => `           ${found}`),
    ])
    .join('\n');
}
