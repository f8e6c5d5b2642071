import { describe, expect, it, vi } from 'vitest';
import { findChromium } from '../../scripts/lib/browser.mjs';
import { nodeComplaint } from '../../scripts/lib/install.mjs';
import { findPostgres } from '../../scripts/lib/postgres.mjs';
import { withUnexplainedFailure, verdictOn } from '../../scripts/lib/verdictReporter.mjs';

describe('version of Node', () => {
  it.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0'])('version of Node %s: is new enough', (version) =>
    expect(nodeComplaint(version)).toBeUndefined(),
  );
  it.each(['18.20.4', '20.18.9', '16.0.0'])('version of Node %s: is refused with one sentence', (version) => {
    expect(nodeComplaint(version)).toBe(`Node ${version} is too old; Node 20.19 or newer is needed.`);
  });
});

describe('programs of the tests', () => {
  it('programs of the tests, installed: are found', () => {
    expect(findChromium()).toMatch(/chrom/i);
    expect(findPostgres()).toBeTypeOf('string');
  });

  it('programs named by the environment: are used', () => {
    vi.stubEnv('CHROMIUM_PATH', '/opt/other/chrome');
    vi.stubEnv('POSTGRES_BIN', '/opt/other/postgres');
    expect(findChromium()).toBe('/opt/other/chrome');
    expect(findPostgres()).toBe('/opt/other/postgres');
    vi.unstubAllEnvs();
  });
});

describe('closing lines of a test run', () => {
  type Outcome = { state?: string; flaky?: boolean };
  const test = (fullName: string, { state = 'passed', flaky = false }: Outcome = {}) => ({
    fullName,
    result: () => ({ state }),
    diagnostic: () => ({ flaky }),
  });
  const error = (message: string) => ({ message });
  const verdictOnFile = ({
    tests = [] as ReturnType<typeof test>[],
    ofFile = [] as string[],
    ofHook = [] as string[],
    outside = [] as string[],
  }) => {
    const module = {
      relativeModuleId: 'tests/one.test.ts',
      errors: () => ofFile.map(error),
      children: { allTests: () => tests, allSuites: () => [{ fullName: 'a group', errors: () => ofHook.map(error) }] },
    };
    return verdictOn([module] as unknown as Parameters<typeof verdictOn>[0], outside.map(error));
  };

  it('closing lines of a test run: count the passed tests and name the failed ones', () => {
    expect(verdictOnFile({ tests: [test('holds'), test('does not', { state: 'failed' })] })).toEqual({
      passed: 1,
      failed: ['tests/one.test.ts > does not'],
    });
  });
  it('test passed with a retry: counts as failed', () => {
    expect(verdictOnFile({ tests: [test('wavers', { flaky: true })] })).toEqual({
      passed: 0,
      failed: ['tests/one.test.ts > wavers (passed at a second try)'],
    });
  });
  it('skipped test: counts as failed', () => {
    expect(verdictOnFile({ tests: [test('sleeps', { state: 'skipped' })] }).failed).toEqual(['tests/one.test.ts > sleeps (skipped)']);
  });
  it('file not loaded, hook that threw, error outside of tests: are named', () => {
    expect(verdictOnFile({ ofFile: ['no such module\n  at x'], ofHook: ['no port'], outside: ['late'] }).failed).toEqual([
      'an error outside every test: late',
      'tests/one.test.ts: no such module',
      'tests/one.test.ts > a group: no port',
    ]);
  });
  it('closing lines of a test run, runner without names: the counts are used', () => {
    expect(withUnexplainedFailure(undefined, 127).failed).toEqual(['the runner ended with 127 and named no test']);
    expect(withUnexplainedFailure({ passed: 3, failed: [] }, 1).failed).toHaveLength(1);
    expect(withUnexplainedFailure({ passed: 3, failed: [] }, 0).failed).toEqual([]);
  });
});
