import { describe, expect, it } from 'vitest';
import {
  asTable,
  firstPaintLines,
  formVendorLine,
  isExceeded,
  LIMITS,
  screenLines,
  toolLines,
  type FirstPaint,
} from '../../scripts/lib/budgetLimits.ts';
import type { Chunk } from '../../scripts/lib/bundle.ts';

const origin = 'http://127.0.0.1:808';
const chunk = (file: string, bytes: number, modules: string[] = [], facade: string | null = null): Chunk => ({
  file,
  bytes,
  modules,
  facade,
});

const entry = chunk('assets/index.js', 90_000, ['node_modules/react/index.js', 'src/app/main.tsx'], 'index.html');
const home = chunk('assets/home.js', 4_000, ['screens/tabs/home/screen.tsx'], 'screens/tabs/home/screen.tsx');
const forms = chunk('assets/forms.js', 22_000, ['node_modules/formik/dist/formik.esm.js', 'node_modules/yup/index.esm.js']);
const chunks = [entry, home, forms];

const lean: FirstPaint = {
  origin,
  htmlBytes: 3_200,
  requests: [
    { url: `${origin}/`, type: 'document' },
    { url: `${origin}/assets/index.js`, type: 'script' },
    { url: `${origin}/assets/home.js`, type: 'script' },
    { url: `${origin}/api/6a6b/e?x=1`, type: 'fetch' },
  ],
};
const fetchingAlso = (url: string, type: string): FirstPaint => ({ ...lean, requests: [...lean.requests, { url, type }] });
const exceeded = (built: readonly Chunk[], firstPaint: FirstPaint) =>
  firstPaintLines(built, firstPaint)
    .filter(isExceeded)
    .map(({ what }) => what);

describe('a first paint within its budget', () => {
  it('exceeds nothing', () => expect(exceeded(chunks, lean)).toEqual([]));
  it('weighs what was fetched and not what was built', () => {
    expect(firstPaintLines(chunks, lean)[0]).toMatchObject({ what: 'first paint: JavaScript', actual: 94_000 });
  });
});

describe('a tool in the borrower’s build', () => {
  it('is found wherever it hides', () => {
    const exceeded = (modules: string[]) =>
      toolLines([...chunks, chunk('assets/later.js', 10, modules)])
        .filter(isExceeded)
        .map(({ what }) => what);
    expect(exceeded(['src/app/publishing.ts'])).toEqual([]);
    expect(exceeded(['src/inspector/page.tsx'])).toEqual(['whole build: inspector']);
    expect(exceeded(['node_modules/elkjs/lib/elk-api.js', 'src/sandbox/main.tsx'])).toEqual(['whole build: sandbox', 'whole build: elkjs']);
  });
});

describe('a first paint over its budget fails', () => {
  it.each<[string, readonly Chunk[], FirstPaint, string]>([
    ['with too much script', [{ ...entry, bytes: LIMITS.script + 1 }, home], lean, 'first paint: JavaScript'],
    ['with a page too heavy', chunks, { ...lean, htmlBytes: LIMITS.html + 1 }, 'first paint: index.html'],
    [
      'with a seventh request',
      chunks,
      { ...lean, requests: Array.from({ length: 7 }, (_, n) => ({ url: `${origin}/${n}`, type: 'fetch' })) },
      'first paint: requests',
    ],
    ['with a font', chunks, fetchingAlso(`${origin}/inter.woff2`, 'font'), 'first paint: fonts'],
    [
      'with a script that was not built here',
      chunks,
      fetchingAlso(`${origin}/assets/index-other.js`, 'script'),
      'first paint: scripts not of this build',
    ],
    ['with another origin', chunks, fetchingAlso('https://statistics.example/hit', 'fetch'), 'first paint: other origins'],
    ['with an origin that only begins alike', chunks, fetchingAlso(`${origin}1/hit`, 'fetch'), 'first paint: other origins'],
    ['with formik', chunks, fetchingAlso(`${origin}/assets/forms.js`, 'script'), 'first paint: formik'],
    ['with yup', chunks, fetchingAlso(`${origin}/assets/forms.js`, 'script'), 'first paint: yup'],
    ['with form data', [{ ...entry, modules: ['src/forms/sections/personalInfo.ts'] }], lean, 'first paint: form data'],
    ['with server code', [{ ...entry, modules: ['server/wire/envelope.ts'] }], lean, 'first paint: server code'],
    ['with the inspector', [{ ...entry, modules: ['src/inspector/page.ts'] }], lean, 'first paint: tools'],
  ])('%s', (_, built, firstPaint, what) => expect(exceeded(built, firstPaint)).toContain(what));

  it('and the table says so, with what was found', () => {
    const table = asTable(firstPaintLines(chunks, fetchingAlso(`${origin}/inter.woff2`, 'font')));
    expect(table).toMatch(/EXCEEDED first paint: fonts +1 of 0\n +http.+inter\.woff2/);
  });
});

describe('a screen', () => {
  it('is measured by the chunk its lazy import names', () => {
    expect(screenLines(chunks)).toEqual([{ what: 'screen tabs/home', actual: 4_000, limit: LIMITS.screen, unit: 'bytes' }]);
  });
  it('over its budget fails', () => {
    expect(screenLines([{ ...home, bytes: LIMITS.screen + 1 }]).filter(isExceeded)).toHaveLength(1);
  });
});

describe('the form vendor chunk', () => {
  it('is every chunk that holds formik or yup', () => expect(formVendorLine([...chunks, { ...forms, bytes: 3_000 }]).actual).toBe(25_000));
  it('over its budget fails', () => expect(isExceeded(formVendorLine([{ ...forms, bytes: LIMITS.formVendor + 1 }]))).toBe(true));
});
