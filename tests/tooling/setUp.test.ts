import { describe, expect, it, vi } from 'vitest';
import { findChromium } from '../../scripts/lib/browser.mjs';
import { nodeComplaint } from '../../scripts/lib/install.mjs';
import { findPostgres } from '../../scripts/lib/postgres.mjs';
import { countReport } from '../../scripts/lib/report.mjs';

describe('Node', () => {
  it.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0'])('%s is new enough', (version) => expect(nodeComplaint(version)).toBeUndefined());
  it.each(['18.20.4', '20.18.9', '16.0.0'])('%s is sent away with one sentence', (version) => {
    expect(nodeComplaint(version)).toBe(`Node ${version} is too old; Node 20.19 or newer is needed.`);
  });
});

describe('what the tests need', () => {
  it('is found where it is installed', () => {
    expect(findChromium()).toMatch(/chrom/i);
    expect(findPostgres()).toBeTypeOf('string');
  });

  it('is what the environment names', () => {
    vi.stubEnv('CHROMIUM_PATH', '/opt/other/chrome');
    vi.stubEnv('POSTGRES_BIN', '/opt/other/postgres');
    expect(findChromium()).toBe('/opt/other/chrome');
    expect(findPostgres()).toBe('/opt/other/postgres');
    vi.unstubAllEnvs();
  });
});

describe('the closing line counts', () => {
  const file = (status: string, tests: number) => ({ status, assertionResults: Array.from({ length: tests }) });

  it('passed and failed tests', () => {
    expect(countReport({ numTotalTests: 5, numPassedTests: 4, testResults: [file('failed', 5)] }, 1)).toEqual({ passed: 4, failed: 1 });
  });
  it('a file that could not be loaded as failed', () => {
    const testResults = [file('passed', 3), file('failed', 0)];
    expect(countReport({ numTotalTests: 3, numPassedTests: 3, testResults }, 1)).toEqual({ passed: 3, failed: 1 });
  });
  it('a skipped test as failed', () => {
    expect(countReport({ numTotalTests: 3, numPassedTests: 2, testResults: [file('passed', 3)] }, 0)).toEqual({ passed: 2, failed: 1 });
  });
  it('an error outside every test as failed', () => {
    expect(countReport({ numTotalTests: 3, numPassedTests: 3, testResults: [file('passed', 3)] }, 1)).toEqual({ passed: 3, failed: 1 });
  });
  it('a runner that wrote nothing as failed', () => expect(countReport({}, 127)).toEqual({ passed: 0, failed: 1 }));
});
