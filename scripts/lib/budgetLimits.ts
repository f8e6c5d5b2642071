/** The limits of the application's size, and the comparison with them. Sizes are brotli bytes. */
import type { Chunk, SizedFile } from './bundle.ts';

export type FirstPaint = {
  /** The requests from the navigation to a usable home, in order. */
  requests: readonly { url: string; type: string }[];
  /** The requests after a usable home until the page is idle, which fetch files for the next press. */
  ahead: readonly { url: string; type: string }[];
  origin: string;
  /** Bytes of the page as the lender sends it, brotli. */
  htmlBytes: number;
  /**
   * Number of function calls in the files of the start until the page is idle, by module: of several starts the one with the fewest
   * calls. It is the same for every start, except for a few calls that depend on the order in which files arrive.
   */
  calls: ReadonlyMap<string, number>;
  /** Number of times that the app changed the DOM. */
  draws: number;
  /** The requests of the first visit of a phone that saves data until the first touch. Bytes include the headers of the answer. */
  saving: readonly { url: string; bytes: number }[];
};

/** Starts of which all files are held: the scripts that the page requests until it is at rest. */
export const STARTS = {
  signedIn: 'signed in, running loan: all files',
  deepLink: 'signed in, personal form: all files',
  swahili: 'visitor in Swahili: all files',
  spanish: 'visitor in Spanish: all files',
} as const;
export type StartName = keyof typeof STARTS;

/** One line of the table. */
export interface Line {
  what: string;
  actual: number;
  limit: number;
  unit: 'bytes' | 'requests' | 'found' | 'calls' | 'draws';
  /** Name of the limit in {@link LIMITS}; left out: nothing may be found. */
  name?: LimitName;
  /** Findings, for lines without a name. */
  found?: readonly string[];
  /** Files with bytes, or modules with calls, which together are `actual`; the largest first. */
  parts?: readonly Part[];
}
export interface Part {
  of: string;
  amount: number;
}

/**
 * `npm run budget` prints these lines with the measured figures. A limit of bytes or calls is at most about 0.5 % above what was
 * built when it was set.
 */
export const LIMITS = {
  // The four files of the start (decision 163). They include 58 kB of React, 1.2 kB for reading a borrower's secrets (decision
  // 190), 0.1 kB for the first line of each file and the order of the start (decision 194), 0.15 kB for the rule of problems
  // (decision 196), 0.15 kB that tell the number at login from what follows it (decision 200), 0.1 kB that add styles (decision
  // 204), 1 kB that shows the last screen of a borrower and takes over what was typed in it (decision 205), and 0.13 kB for the
  // sign-in before a closing (decision 208). They are measured with steady hashes in the names of files.
  script: 125_250,
  // Includes a visitor's home in three languages, the styles of the first files (decision 204), the settings of the operator (decision 162), the script for
  // phones that save data (decision 185), the order in which files are read and compiled (decision 194), and the reading of a
  // borrower's key and last screen (decisions 199 and 205). The names of files in it compress differently in each build.
  html: 10_680,
  // The page, the four files of the start, the bundler's helpers, and the call for home.
  requests: 7,
  // Measured 44,230; 1,100 of them put the rule of problems into the chart (decision 196), and 7,060 draw the next page while the
  // phone is idle (decision 206).
  calls: 44_460,
  draws: 1,
  // The number at login (decision 200), with 0.35 kB that draw it before the press (decision 206), in this start and in those below.
  // The file of the code and the ports are fetched when it is shown.
  ahead: 7_530,
  aheadRequests: 1,
  // The page, the first two files of the start, the bundler's helpers, and the call for home (decision 185), with their headers.
  savingBytes: 68_850,
  savingRequests: 5,
  // All files until the page is at rest. Beside the start: home with an order, the safe, the ports, and the payment page, which is
  // fetched ahead with what short forms share.
  signedIn: 189_900,
  // Beside the start: the forms with their packages, i18next, the safe, the ports, and the next form, which is fetched ahead.
  deepLink: 221_900,
  // A visitor's start with what is fetched ahead, and the first texts of the language.
  swahili: 137_000,
  spanish: 137_040,
  // The largest screens are the photos of the ID with their styles (decision 204), and the payment page with two forms whose
  // fields are checked on leaving them. 30 bytes of each screen are its first line (decision 194). The limit has room, because it is for every screen.
  screen: 6_420,
  formVendor: 19_320,
} as const;
export type LimitName = keyof typeof LIMITS;

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
const none = (what: string, found: readonly string[]): Line => ({ what, actual: found.length, limit: 0, unit: 'found', found });
const held = (name: LimitName, what: string, unit: Line['unit'], actual: number): Line => ({
  what,
  actual,
  limit: LIMITS[name],
  unit,
  name,
});

function heldParts(name: LimitName, what: string, unit: 'bytes' | 'calls', parts: readonly Part[]): Line {
  const actual = parts.reduce((sum, { amount }) => sum + amount, 0);
  return { ...held(name, what, unit, actual), parts: [...parts].sort((a, b) => b.amount - a.amount) };
}
/** `home.js` of `assets/home-1a2b3c4d.js`. */
const shortName = (file: string): string => file.replace(/^.*\//, '').replace(/-[\w-]{8}(\.\w+)$/, '$1');
const savedName = (path: string): string => (path === '' ? 'page' : path.startsWith('assets/') ? shortName(path) : 'call');
const heldFiles = (name: LimitName, what: string, files: readonly SizedFile[]): Line =>
  heldParts(
    name,
    what,
    'bytes',
    files.map(({ file, bytes }) => ({ of: shortName(file), amount: bytes })),
  );

/** The fetched files, and in `strange` the addresses of this kind whose files are not of this build, so that their size is unknown. */
function fetchedFiles<F extends SizedFile>(
  files: readonly F[],
  urls: readonly string[],
  origin: string,
  kind = /\.js$/,
): { fetched: F[]; strange: string[] } {
  const paths = new Set(urls.filter((url) => url.startsWith(`${origin}/`)).map((url) => pathOf(url, origin)));
  return {
    fetched: files.filter(({ file }) => paths.has(file)),
    strange: urls.filter((url) => kind.test(pathOf(url, origin)) && !files.some(({ file }) => file === pathOf(url, origin))),
  };
}

export function firstPaintLines(chunks: readonly Chunk[], firstPaint: FirstPaint): Line[] {
  const { requests, ahead, origin, htmlBytes, calls, draws, saving } = firstPaint;
  const urlsOf = (asked: readonly { url: string }[]) => asked.map(({ url }) => url);
  const { fetched } = fetchedFiles(chunks, urlsOf(requests), origin);
  const { strange } = fetchedFiles(chunks, urlsOf(requests.filter(({ type }) => type === 'script')), origin, /^/);
  const forLater = fetchedFiles(chunks, urlsOf(ahead), origin).fetched;
  const modules = fetched.flatMap((chunk) => chunk.modules);
  const called = [...calls].map(([module, amount]) => ({ of: module, amount }));
  const saved = saving.map(({ url, bytes }) => ({ of: savedName(pathOf(url, origin)), amount: bytes }));
  return [
    heldFiles('script', 'first paint: JavaScript', fetched),
    held('html', 'first paint: page', 'bytes', htmlBytes),
    held('requests', 'first paint: requests', 'requests', requests.length),
    heldParts('calls', 'start: calls of functions', 'calls', called),
    held('draws', 'start: times the app drew', 'draws', draws),
    heldFiles('ahead', 'fetched ahead: JavaScript', forLater),
    held('aheadRequests', 'fetched ahead: requests', 'requests', ahead.length),
    heldParts('savingBytes', 'saving data: all bytes', 'bytes', saved),
    held('savingRequests', 'saving data: requests', 'requests', saving.length),
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

/**
 * @param files scripts of the build.
 * @param starts the addresses that each start requests.
 */
export function startLines(files: readonly SizedFile[], starts: Readonly<Record<StartName, readonly string[]>>, origin: string): Line[] {
  const names = Object.keys(STARTS) as StartName[];
  const ofStart = (name: StartName) => fetchedFiles(files, starts[name], origin);
  return [
    ...names.map((name) => heldFiles(name, STARTS[name], ofStart(name).fetched)),
    none('other starts: files not of this build', [...new Set(names.flatMap((name) => ofStart(name).strange))]),
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
export const screenLines = (chunks: readonly Chunk[]): Line[] =>
  chunks
    .filter(({ facade }) => facade !== null && /^screens\/.+\/screen\.tsx$/.test(facade))
    .map((chunk) => heldFiles('screen', `screen ${(chunk.facade ?? '').split('/').slice(1, -1).join('/')}`, [chunk]))
    .sort((a, b) => b.actual - a.actual);

/** The size of the chunks with formik and yup. */
export const formVendorLine = (chunks: readonly Chunk[]): Line =>
  heldFiles(
    'formVendor',
    'form vendor (formik, yup)',
    chunks.filter(({ modules }) => modules.some((module) => FORM_VENDOR.test(module))),
  );

export const isExceeded = ({ actual, limit }: Line): boolean => actual > limit;
