/** Planted violations: a rule that never fires protects nothing. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const linter = join(root, 'node_modules/.bin/oxlint');

/** [file, content, rule that must fire] */
type Planted = readonly [file: string, source: string, rule: string];

const DIRECTION = 'local(import-direction)';
const GLOBALS = 'eslint(no-restricted-globals)';
const PROPERTIES = 'eslint(no-restricted-properties)';
const CLOCK = 'local(no-ambient-clock)';
const FLOOR = 'local(browser-floor)';
const PURE = 'local(pure-screen)';
const TIME = 'local(no-measured-time)';
const WAIT = 'local(no-fixed-wait)';
const TITLE = 'local(test-title)';

const impure: readonly Planted[] = [
  ['machines/react.ts', "import { useState } from 'react';\nexport const state = useState;", DIRECTION],
  ['machines/lazy.ts', "export const load = () => import('react-dom');", DIRECTION],
  ['machines/states/apply/node.ts', "export { readFileSync } from 'node:fs';", DIRECTION],
  ['machines/states/dom.ts', 'export const title = () => document.title;', GLOBALS],
  ['machines/states/fetch.ts', "export const load = () => fetch('/api');", GLOBALS],
  ['machines/timer.ts', 'export const later = (f: () => void) => setTimeout(f, 1);', GLOBALS],
  ['machines/storage.ts', "export const token = () => localStorage.getItem('token');", GLOBALS],
  ['machines/now.ts', 'export const now = () => Date.now();', PROPERTIES],
  ['machines/chance.ts', 'export const chance = () => Math.random();', PROPERTIES],
  ['machines/today.ts', 'export const today = () => new Date();', CLOCK],
];

const wrongWay: readonly Planted[] = [
  ['machines/up.ts', "import { api } from '#src/api/client.ts';\nexport const up = api;", DIRECTION],
  ['machines/states/up.ts', "export type { Limits } from '../../src/market/limits.ts';", DIRECTION],
  ['src/market/a.ts', "export * from '../ui/Button.tsx';", DIRECTION],
  ['src/api/a.ts', "export * from '#screens/index.ts';", DIRECTION],
  ['src/bridge/a.ts', "export * from '../api/client.ts';", DIRECTION],
  ['src/i18n/a.ts', "export * from '#src/app/main.tsx';", DIRECTION],
  ['src/ui/a.ts', "export * from '#src/forms/sections.ts';", DIRECTION],
  ['src/forms/a.ts', "export * from '#src/api/client.ts';", DIRECTION],
  ['src/recording/a.ts', "export * from '#src/router/location.ts';", DIRECTION],
  ['src/router/a.ts', "export * from '#src/app/main.tsx';", DIRECTION],
  ['src/app/a.ts', "export * from '#server/main.ts';", DIRECTION],
  ['screens/home/a.ts', "import type { Api } from '#src/api/client.ts';\nexport type A = Api;", DIRECTION],
  ['screens/home/b.ts', "export const shell = () => import('../../src/bridge/shell.ts');", DIRECTION],
  ['screens/home/c.ts', "export * from '#src/app/ports.ts';", DIRECTION],
  ['screens/home/e.ts', "export type A = import('#server/main.ts').Lender;", DIRECTION],
  ['screens/home/f.ts', 'export type A = typeof import("#src/api/client.ts");', DIRECTION],
  ['screens/home/g.ts', 'export const shell = () => import(`#src/bridge/shell.ts`);', DIRECTION],
  ['screens/home/h.ts', "import shell = require('#src/bridge/shell.ts');\nexport { shell };", DIRECTION],
  ['screens/home/d.ts', "export const load = () => fetch('/api');", GLOBALS],
  ['server/calls/a.ts', "export * from '#src/app/ports.ts';", DIRECTION],
  ['server/calls/b.ts', "export * from '#screens/index.ts';", DIRECTION],
  ['server/calls/c.ts', "export * from '#src/forms/Field.tsx';", DIRECTION],
  ['server/calls/d.ts', "import { createElement } from 'react';\nexport const e = createElement;", DIRECTION],
  ['server/wire/a.ts', "export const bundler = () => import('vite');", DIRECTION],
  ['server/store/a.ts', "export type { Sessions } from '#server/identity/sessionTokens.ts';", DIRECTION],
  ['server/refusals/a.ts', "export * from '#server/wire/messageText.ts';", DIRECTION],
  ['server/wire/b.ts', "import type { Sessions } from '#server/identity/sessionTokens.ts';\nexport type A = Sessions;", DIRECTION],
  ['server/identity/a.ts', "export type { Config } from '../config.ts';", DIRECTION],
  ['server/rail/a.ts', "export type { Lending } from '#server/lending/facade.ts';", DIRECTION],
  ['server/books/a.ts', "export * from '#server/repay/debt.ts';", DIRECTION],
  ['server/collection/a.ts', "export * from '#server/calls/readRequest.ts';", DIRECTION],
  ['server/apply/photos/a.ts', "export * from '#server/lending/orderView.ts';", DIRECTION],
  ['server/borrow/a.ts', "export * from '#server/repay/coupons.ts';", DIRECTION],
  ['server/repay/a.ts', "export * from '#server/borrow/offer.ts';", DIRECTION],
  ['server/lending/origination/a.ts', "export * from '#server/lending/servicing/holds.ts';", DIRECTION],
  ['server/lending/servicing/a.ts', "export * from '#server/lending/settlement/settle.ts';", DIRECTION],
  ['server/lending/settlement/a.ts', "export type { Lending } from '#server/lending/facade.ts';", DIRECTION],
  ['server/lending/a.ts', "export * from '#server/policies/erase.ts';", DIRECTION],
  ['server/feedback/a.ts', "export * from '#server/lending/facade.ts';", DIRECTION],
  ['server/promotion/a.ts', "export * from '#server/calls/index.ts';", DIRECTION],
  ['server/policies/a.ts', "export * from '#server/lending/createLending.ts';", DIRECTION],
  ['server/calls/e.ts', "export * from '#server/simulation/rail/simulator.ts';", DIRECTION],
  ['server/simulation/a.ts', "export * from '#server/startLender.ts';", DIRECTION],
  ['server/simulation/devPages.ts', "export * from '#server/lending/facade.ts';", DIRECTION],
  ['server/staticPages.ts', "export * from './simulation/rail/simulator.ts';", DIRECTION],
  ['server/assembly/openRail.ts', "export * from 'kysely';", DIRECTION],
  ['server/startLender.ts', "export * from '#screens/index.ts';", DIRECTION],
  ['server/main.ts', "export * from '#src/app/main.tsx';", DIRECTION],
  ...['machines', 'screens/home', 'src/app', 'src/ui', 'server/wire', 'scripts'].map((folder): Planted => [
    `${folder}/test.ts`,
    "export * from '#tests/support/console.ts';",
    DIRECTION,
  ]),
];

const tooNew: readonly Planted[] = [
  ['machines/last.ts', 'export const last = (list: string[]) => list.at(-1);', FLOOR],
  ['machines/model/own.ts', "export const has = (o: object) => Object.hasOwn(o, 'a');", PROPERTIES],
  ['src/ui/all.ts', "export const plain = (s: string) => s.replaceAll('a', 'b');", FLOOR],
  ['src/app/sorted.ts', 'export const sorted = (list: string[]) => list.toSorted();', FLOOR],
  ['src/app/clone.ts', 'export const copy = (value: object) => structuredClone(value);', GLOBALS],
  ['src/api/id.ts', 'export const id = () => crypto.randomUUID();', PROPERTIES],
  ['src/api/timeout.ts', 'export const timeout = () => AbortSignal.timeout(60_000);', PROPERTIES],
  ['src/forms/own.ts', "export const has = (o: object) => Object.hasOwn(o, 'a');", PROPERTIES],
  ['screens/home/clone.ts', 'export const copy = (value: object) => structuredClone(value);', GLOBALS],
  ['screens/home/last.ts', 'export const last = (list: string[]) => list.at(-1);', FLOOR],
];

const remembering: readonly Planted[] = [
  ['screens/home/open.tsx', "import { useState } from 'react';\nexport const state = useState;", PURE],
  ['screens/shared/late.tsx', "import { useEffect as later } from 'react';\nexport const effect = later;", PURE],
];

const measuring: readonly Planted[] = [
  ['tests/server/took.test.ts', 'const began = performance.now();\nexpect(performance.now() - began).toBeLessThan(50);', TIME],
  ['tests/server/wall.test.ts', 'const began = Date.now();\nexpect(Date.now() - began).toBeLessThan(50);', TIME],
  ['tests/server/named.test.ts', "export const took = performance['now']();", TIME],
  ['tests/server/cpu.test.ts', 'expect(process.hrtime.bigint()).toBeLessThan(50n);', TIME],
  ['tests/server/hooks.test.ts', "import { performance as clock } from 'node:perf_hooks';\nexport const c = clock;", TIME],
  ['tests/browser/trace.test.ts', 'await browser.startTracing(page);', TIME],
  ['tests/browser/inPage.test.ts', 'await page.evaluate(() => new PerformanceObserver(() => undefined));', TIME],
  ['tests/support/took.ts', 'export const now = () => performance.now();', TIME],
  ['tests/browser/sleep.test.ts', 'await page.waitForTimeout(400);', WAIT],
];

const untitled: readonly Planted[] = [
  ['tests/server/alone.test.ts', "it('is refused', () => undefined);", TITLE],
  ['tests/server/rows.test.ts', "it.each([1, 2])('%s', (row) => row);", TITLE],
  ['tests/server/platform.test.ts', "test.skipIf(process.platform === 'win32')('keeps its place', () => undefined);", TITLE],
  ['tests/server/computed.test.ts', 'const most = 3;\nit(`takes ${most} at most`, () => undefined);', TITLE],
  ['tests/server/preposition.test.ts', "it('from this tab: replaces nothing', () => undefined);", TITLE],
  ['tests/server/adverb.test.ts', "it('again after an outage: is answered', () => undefined);", TITLE],
  ['tests/server/pronoun.test.ts', "it('its size: is at most 2 kB', () => undefined);", TITLE],
  ['tests/server/conjunction.test.ts', 'const limit = 3;\nit(`while ${limit} run: waits`, () => undefined);', TITLE],
  ['tests/server/refused.test.ts', "it('refused: stays', () => undefined);", TITLE],
  ['tests/server/participle.test.ts', "it('stored by an older chart: is dropped', () => undefined);", TITLE],
  ['tests/server/row.test.ts', "it.each(['loan, late', 'with a fee'])('%s: is closed', (row) => row);", TITLE],
  ['tests/server/rowOfMany.test.ts', "it.each([['loan', 1], ['refused, twice', 2]] as const)('%s: is %i', (row) => row);", TITLE],
];

const allowed: readonly (readonly [file: string, source: string])[] = [
  ['machines/states/good.ts', "import { assign } from 'xstate';\nexport * from '../setup.ts';\nexport const a = assign;"],
  ['machines/model/good.ts', 'export const dateOf = (at: number) => new Date(at).toISOString();'],
  ['screens/home/memo.ts', "import { useMemo } from 'react';\nexport const memo = useMemo;"],
  ['screens/home/good.ts', "export * from '#machines/setup.ts';\nexport * from '#src/ui/Button.tsx';\nexport * from './examples.ts';"],
  [
    'server/calls/good.ts',
    "export * from '#machines/model/terms.ts';\nexport * from '#src/api/contract.ts';\nexport * from '#src/forms/rules.ts';",
  ],
  [
    'server/books/good.ts',
    "export * from '#server/store/store.ts';\nexport type { Rail } from '#server/rail/rail.ts';\nexport * from './orders.ts';",
  ],
  ['server/lending/good.ts', "export * from '#server/borrow/offer.ts';\nexport * from '#server/repay/debt.ts';"],
  ['server/config.ts', "export type { DarajaAccess } from './rail/daraja.ts';"],
  ['src/app/good.ts', "export * from '#src/bridge/shell.ts';\nexport * from '#screens/index.ts';"],
  ['tests/server/title.test.ts', "it('loan, repaid: is closed', () => undefined);\nit.each([1])('%s: is closed', (row) => row);"],
  [
    'tests/server/participleOfNoun.test.ts',
    "it('refused loan, paid: is closed', () => undefined);\nit('seed, odd: is used', () => undefined);",
  ],
  ['tests/server/backArrow.test.ts', "it('back arrow: leads home', () => undefined);\nit('late charge, paid: is gone', () => undefined);"],
  ['tests/server/rowAfterSubject.test.ts', "it.each(['with a fee'])('loan %s: is closed', (row) => row);"],
  ['tests/server/value.test.ts', "it('undefined and null: are equal', () => undefined);\nit('this machine: is named', () => undefined);"],
  ['tests/server/rowOfNames.test.ts', "it.each([['after', 1]] as const)('%s %i: is named', (row) => row);"],
  ['tests/bench/good.ts', 'export const now = () => performance.now();'],
  ['tests/support/stopwatch.ts', 'export const now = () => performance.now();'],
  ['tests/support/wall.ts', 'export const now = () => Date.now();'],
  ['tests/server/good.ts', "export * from '#server/main.ts';\nexport const last = (list: string[]) => list.at(-1);"],
];

type Finding = { filename: string; code: string };
let folder: string;
let findings: Finding[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'planted-'));
  cpSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  cpSync(join(root, 'scripts/lint'), join(folder, 'scripts/lint'), { recursive: true });
  for (const [file, source] of [...impure, ...wrongWay, ...tooNew, ...remembering, ...measuring, ...untitled, ...allowed]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${source}\n`);
  }
  findings = lint(folder);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The linter exits with 1 when it finds something, which it must do here. */
function lint(cwd: string): Finding[] {
  try {
    execFileSync(linter, ['-f', 'json', 'machines', 'screens', 'src', 'server', 'tests', 'scripts/test.ts'], { cwd, encoding: 'utf8' });
  } catch (failure) {
    const { stdout } = failure as { stdout: string };
    return (JSON.parse(stdout) as { diagnostics: Finding[] }).diagnostics;
  }
  throw new Error('the linter found nothing at all');
}

const rulesFiredIn = (file: string) => findings.filter((finding) => finding.filename === file).map((finding) => finding.code);

describe('lint, pure machines', () => {
  it.each(impure)('lint, pure machine %s: is refused: %s', (file, _, rule) => expect(rulesFiredIn(file)).toContain(rule));
});

describe('lint, import directions', () => {
  it.each(wrongWay)('lint, import in %s: is refused: %s', (file, _, rule) => expect(rulesFiredIn(file)).toContain(rule));
});

describe('lint, Chromium 80', () => {
  it.each(tooNew)('lint, method too new in %s: is refused: %s', (file, _, rule) => expect(rulesFiredIn(file)).toContain(rule));
});

describe('lint, screens without memory', () => {
  it.each(remembering)('lint, state in screen %s: is refused: %s', (file, _, rule) => expect(rulesFiredIn(file)).toContain(rule));
});

describe('lint, tests without measured times and fixed waits', () => {
  it.each(measuring)('lint, measured time or fixed wait in %s: is refused: %s', (file, _, rule) =>
    expect(rulesFiredIn(file)).toContain(rule),
  );
});

describe('lint, titles of tests', () => {
  it.each(untitled)('lint, title of a test in %s: is refused: %s', (file, _, rule) => expect(rulesFiredIn(file)).toContain(rule));
});

describe('lint, allowed code', () => {
  it.each(allowed)('lint, allowed code in %s: passes', (file) => expect(rulesFiredIn(file)).toEqual([]));
});
