import { describe, expect, it } from 'vitest';
import {
  circleLine,
  compiledLateLine,
  firstPaintLines,
  formVendorLine,
  isExceeded,
  LIMITS,
  screenLines,
  startLines,
  STARTS,
  toolLines,
  type FirstPaint,
  type StartName,
} from '../../scripts/lib/budgetLimits.ts';
import { asLimits, asTable, explainExceeded } from '../../scripts/lib/budgetTable.ts';
import type { Chunk, SizedFile } from '../../scripts/lib/bundle.ts';
import { steadyNames } from '../../scripts/lib/steadyNames.ts';

const origin = 'http://127.0.0.1:808';
const chunk = (file: string, bytes: number, modules: string[] = [], facade: string | null = null): Chunk => ({
  file,
  bytes,
  modules,
  facade,
  imports: [],
  compiledAhead: true,
});

const entry = chunk('assets/index.js', 60_000, ['node_modules/react/index.js', 'src/app/main.ts'], 'index.html');
const home = chunk('assets/home.js', 4_000, ['screens/tabs/home/screen.tsx'], 'screens/tabs/home/screen.tsx');
const forms = chunk('assets/forms.js', 5_000, ['node_modules/formik/dist/formik.esm.js', 'node_modules/yup/index.esm.js']);
const chunks = [entry, home, forms];

const lean: FirstPaint = {
  origin,
  htmlBytes: 3_200,
  calls: new Map([
    ['machines/setup.ts', 5_000],
    ['node_modules/xstate/dist/raise.js', 15_000],
  ]),
  draws: 1,
  requests: [
    { url: `${origin}/`, type: 'document' },
    { url: `${origin}/assets/index.js`, type: 'script' },
    { url: `${origin}/assets/home.js`, type: 'script' },
    { url: `${origin}/api/6a6b/e?x=1`, type: 'fetch' },
  ],
  ahead: [{ url: `${origin}/assets/forms.js`, type: 'fetch' }],
  saving: [
    { url: `${origin}/`, bytes: 9_000 },
    { url: `${origin}/assets/index.js`, bytes: 31_000 },
  ],
};
const fetchingAlso = (url: string, type: string): FirstPaint => ({ ...lean, requests: [...lean.requests, { url, type }] });
const exceeded = (built: readonly Chunk[], firstPaint: FirstPaint) =>
  firstPaintLines(built, firstPaint)
    .filter(isExceeded)
    .map(({ what }) => what);

describe('budget, first paint within its limits', () => {
  it('first paint within its limits: nothing is exceeded', () => expect(exceeded(chunks, lean)).toEqual([]));
  it('chunk of the drawing in the first paint of a phone that saves data: exceeds the budget', () => {
    expect(
      exceeded(chunks, { ...lean, saving: Array.from({ length: 8 }, (_, n) => ({ url: `${origin}/assets/${n}.js`, bytes: 18_000 })) }),
    ).toEqual(['saving data: all bytes', 'saving data: requests']);
  });
  it('first paint within its limits: the fetched files are measured, not the built ones', () => {
    expect(firstPaintLines(chunks, lean)[0]).toMatchObject({ what: 'first paint: JavaScript', actual: 64_000 });
  });
});

describe('hashes in the names of files', () => {
  const entryThatLoads = (home: string, texts: string): string =>
    steadyNames(`import"./home-${home}.js";later(\`_first-texts_es-${texts}\`);let a=1`, [
      `home-${home}.js`,
      `_first-texts_es-${texts}.js`,
      'app.js',
    ]);

  it('file names with hashes, another file changed: the measured text stays the same', () => {
    const before = entryThatLoads('Ch_AzwbW', 'ab-cdefg');
    expect(entryThatLoads('Cc-ZfF4S', '_8kPq1-Z')).toBe(before);
    expect(before).toMatch(/^import"\.\/home-[\w-]{8}\.js";later\(`_first-texts_es-[\w-]{8}`\);let a=1$/);
  });
});

describe('file that the engine compiles at the first call of each function', () => {
  it('file that the engine compiles at the first call of each function: is reported', () => {
    expect(compiledLateLine(chunks).actual).toBe(0);
    expect(compiledLateLine([entry, { ...home, compiledAhead: false }])).toMatchObject({ actual: 1, found: ['assets/home.js'] });
  });
});

describe('tool in the build for borrowers', () => {
  it('tool in the build for borrowers: it is found in any chunk', () => {
    const exceeded = (modules: string[]) =>
      toolLines([...chunks, chunk('assets/later.js', 10, modules)])
        .filter(isExceeded)
        .map(({ what }) => what);
    expect(exceeded(['src/app/publishing.ts'])).toEqual([]);
    expect(exceeded(['src/inspector/page.tsx'])).toEqual(['whole build: inspector']);
    expect(exceeded(['node_modules/elkjs/lib/elk-api.js', 'src/sandbox/main.tsx'])).toEqual([
      'whole build: sandbox',
      'whole build: packages of the tools',
    ]);
  });
});

describe('files of the build that import each other', () => {
  const built = (links: Record<string, string[]>) => Object.entries(links).map(([file, imports]) => ({ ...chunk(file, 1), imports }));

  it('build in which later files import earlier ones: no circle is found', () => {
    expect(isExceeded(circleLine(built({ a: [], b: ['a'], c: ['a', 'b'] })))).toBe(false);
  });

  it('files of the build that import each other over a third file: the circle is found', () => {
    expect(asTable([circleLine(built({ a: ['b'], b: ['c'], c: ['a'], d: ['a'] }))])).toMatch(/^EXCEEDED .*3 of 0/);
  });
});

describe('budget, first paint over its limits', () => {
  it.each<[string, readonly Chunk[], FirstPaint, string]>([
    ['too much script', [{ ...entry, bytes: LIMITS.script + 1 }, home], lean, 'first paint: JavaScript'],
    ['page too heavy', chunks, { ...lean, htmlBytes: LIMITS.html + 1 }, 'first paint: page'],
    [
      'more work at the start',
      chunks,
      { ...lean, calls: new Map([...lean.calls, ['src/app/new.ts', LIMITS.calls]]) },
      'start: calls of functions',
    ],
    [
      'one more file fetched ahead',
      chunks,
      { ...lean, ahead: Array.from({ length: LIMITS.aheadRequests + 1 }, () => lean.ahead[0] ?? { url: '', type: '' }) },
      'fetched ahead: requests',
    ],
    ['much fetched ahead', [entry, home, { ...forms, bytes: LIMITS.ahead + 1 }], lean, 'fetched ahead: JavaScript'],
    ['drawn again and again', chunks, { ...lean, draws: LIMITS.draws + 1 }, 'start: times the app drew'],
    [
      'one request too many',
      chunks,
      { ...lean, requests: Array.from({ length: LIMITS.requests + 1 }, (_, n) => ({ url: `${origin}/${n}`, type: 'fetch' })) },
      'first paint: requests',
    ],
    ['font', chunks, fetchingAlso(`${origin}/inter.woff2`, 'font'), 'first paint: fonts'],
    [
      'script of another build',
      chunks,
      fetchingAlso(`${origin}/assets/index-other.js`, 'script'),
      'first paint: scripts not of this build',
    ],
    ['another origin', chunks, fetchingAlso('https://statistics.example/hit', 'fetch'), 'first paint: other origins'],
    ['origin with the same beginning', chunks, fetchingAlso(`${origin}1/hit`, 'fetch'), 'first paint: other origins'],
    ['formik', chunks, fetchingAlso(`${origin}/assets/forms.js`, 'script'), 'first paint: formik'],
    ['yup', chunks, fetchingAlso(`${origin}/assets/forms.js`, 'script'), 'first paint: yup'],
    ['form data', [{ ...entry, modules: ['src/forms/sections/personalInfo.ts'] }], lean, 'first paint: form data'],
    ['server code', [{ ...entry, modules: ['server/wire/envelope.ts'] }], lean, 'first paint: server code'],
    ['inspector', [{ ...entry, modules: ['src/inspector/page.ts'] }], lean, 'first paint: tools'],
  ])('budget, %s: is reported', (_, built, firstPaint, what) => expect(exceeded(built, firstPaint)).toContain(what));

  it('first paint over its limits: the table names the limit and the measured value', () => {
    const table = asTable(firstPaintLines(chunks, fetchingAlso(`${origin}/inter.woff2`, 'font')));
    expect(table).toMatch(/EXCEEDED first paint: fonts +1 of 0\n +http.+inter\.woff2/);
  });
});

describe('budget of a screen', () => {
  it('budget of a screen: it is measured by the chunk of its lazy import', () => {
    expect(screenLines(chunks)).toMatchObject([{ what: 'screen tabs/home', actual: 4_000, limit: LIMITS.screen, unit: 'bytes' }]);
  });
  it('budget of a screen, exceeded: fails', () => {
    expect(screenLines([{ ...home, bytes: LIMITS.screen + 1 }]).filter(isExceeded)).toHaveLength(1);
  });
});

describe('budget of the form vendor chunk', () => {
  it('budget of the form vendor chunk: it counts every chunk with formik or yup', () =>
    expect(formVendorLine([...chunks, { ...forms, bytes: 3_000 }]).actual).toBe(8_000));
  it('budget of the form vendor chunk, exceeded: fails', () =>
    expect(isExceeded(formVendorLine([{ ...forms, bytes: LIMITS.formVendor + 1 }]))).toBe(true));
});

describe('starts of which all files are held', () => {
  const file = (name: string, bytes: number): SizedFile => ({ file: `assets/${name}`, bytes });
  const safe = file('safe-BcTqm5JC.js', 5_000);
  /** With the other files it is 500 bytes below the limit. */
  const chart = LIMITS.signedIn - 58_000 - safe.bytes - 500;
  const start = [file('react-BvdwgWBS.js', 58_000), file('chart-S91G2H5v.js', chart)];
  const addresses = (files: readonly SizedFile[]) => [...files.map((one) => `${origin}/${one.file}`), `${origin}/api/6a6b/e`];
  const visitor = addresses(start.slice(0, 1));
  const starts: Record<StartName, string[]> = {
    signedIn: addresses([...start, safe]),
    deepLink: visitor,
    swahili: visitor,
    spanish: visitor,
  };
  const kB = (bytes: number): string => `${(bytes / 1_000).toFixed(3)} kB`;
  const linesWith = (safe: SizedFile, asked = starts) => startLines([...start, safe], asked, origin);

  it('starts within their limits: the files that each requests are added up', () => {
    const lines = linesWith(safe);
    expect(lines.filter(isExceeded)).toEqual([]);
    expect(lines[0]).toMatchObject({ what: STARTS.signedIn, actual: LIMITS.signedIn - 500 });
  });

  it('shared file three times as large: the start that requests it fails, with its files and what to do', () => {
    expect(explainExceeded(linesWith({ ...safe, bytes: 15_000 })).split('\n')).toEqual([
      expect.stringMatching(
        new RegExp(`^EXCEEDED signed in, running loan: all files +${kB(LIMITS.signedIn + 9_500)} of ${kB(LIMITS.signedIn)}$`),
      ),
      expect.stringMatching(new RegExp(`^ +${kB(chart)} chart\\.js$`)),
      expect.stringMatching(/^ +58\.000 kB react\.js$/),
      expect.stringMatching(/^ +15\.000 kB safe\.js$/),
      expect.stringMatching(/^ +What to do: .*docs\/performance\.md.*raise LIMITS\.signedIn in scripts\/lib\/budgetLimits\.ts\.$/),
    ]);
  });

  it.each(Object.keys(STARTS) as StartName[])('start %s with a file too many: exceeds its limit', (name) => {
    const lines = linesWith({ ...safe, bytes: LIMITS[name] }, { ...starts, [name]: addresses([...start, safe]) });
    expect(lines.filter(isExceeded).map(({ what }) => what)).toContain(STARTS[name]);
  });

  it('start that requests a file of another build: is reported', () => {
    const asked = { ...starts, swahili: [...visitor, `${origin}/assets/safe-Another0.js`] };
    expect(asTable(linesWith(safe, asked).filter(isExceeded))).toMatch(/EXCEEDED other starts.+\n.+safe-Another0\.js/);
  });
});

describe('explanation of an exceeded limit', () => {
  it('first paint within its limits: nothing is explained, and no line of the table lists its parts', () => {
    const lines = firstPaintLines(chunks, lean);
    expect(explainExceeded(lines)).toBe('');
    expect(asTable(lines).split('\n')).toHaveLength(lines.length);
    expect(asTable(lines, true)).toMatch(/first paint: JavaScript.+\n +60\.000 kB index\.js\n +4\.000 kB home\.js\n/);
  });

  it('too many calls: the modules with the most calls come first, and the way to compare them is named', () => {
    const explained = explainExceeded(firstPaintLines(chunks, { ...lean, calls: new Map([...lean.calls, ['src/app/new.ts', 40_000]]) }));
    expect(explained).toMatch(
      /calls of functions.+\n +40000 src\/app\/new\.ts\n +15000 .+\n +5000 .+\n +What to do: .+--parts.+LIMITS\.calls/,
    );
  });

  it('phone that saves data gets too much: page, files and call are named', () => {
    const saving = [...lean.saving, { url: `${origin}/api/6a6b/e`, bytes: LIMITS.savingBytes }];
    expect(explainExceeded(firstPaintLines(chunks, { ...lean, saving }))).toMatch(/ call\n.+ index\.js\n.+ page\n/);
  });
});

describe('measured figures as limits', () => {
  const limitsOf = (built: readonly Chunk[], firstPaint: FirstPaint) =>
    Object.fromEntries(
      asLimits([...firstPaintLines(built, firstPaint), ...screenLines(built)])
        .split('\n')
        .map((line) => /^  (\w+): ([\d_]+), \/\/ measured [\d_]+$/.exec(line)?.slice(1) ?? []),
    );

  it('measured figures as limits: bytes and calls get half a percent of room, counts none', () => {
    expect(limitsOf(chunks, lean)).toMatchObject({ script: '64_320', calls: '20_100', requests: '4', screen: '4_020' });
  });
  it('measured figure close below its limit: the limit is not raised', () => {
    expect(limitsOf(chunks, { ...lean, htmlBytes: LIMITS.html - 1 })['html']?.replace('_', '')).toBe(String(LIMITS.html));
  });
  it('measured figure above its limit: the limit to copy has room again', () => {
    expect(limitsOf(chunks, { ...lean, htmlBytes: 20_000 })['html']).toBe('20_100');
  });
});
