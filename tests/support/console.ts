/**
 * Fails a test that writes to the console without an announcement, because unread warnings hide defects.
 * Loaded before every test file. A test that expects output announces it with `expectConsole`.
 */
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';

const METHODS = ['debug', 'error', 'info', 'log', 'warn'] as const;
type ConsoleMethod = (typeof METHODS)[number];
type Line = { method: ConsoleMethod; text: string };

const written: Line[] = [];
const announced: { method: ConsoleMethod; pattern: RegExp }[] = [];

const asText = (value: unknown): string => (value instanceof Error ? (value.stack ?? value.message) : String(value));

for (const method of METHODS) {
  vi.spyOn(console, method).mockImplementation((...values: unknown[]) => {
    written.push({ method, text: values.map(asText).join(' ') });
  });
}

/**
 * Announces a console line for the running test: at least one line of `method` must match `pattern`,
 * and every line that matches is accepted.
 */
export function expectConsole(method: ConsoleMethod, pattern: RegExp): void {
  announced.push({ method, pattern });
}

/** Prints one line of figures (a measured count, a time) beside the test results. */
export function printFigures(line: string): void {
  process.stdout.write(`  ${line}\n`);
}

/**
 * Takes the lines written so far. @returns one complaint for each line without an announcement, and for each announcement
 * without a line. Empty when there is none.
 */
export function consoleComplaints(): string[] {
  const lines = written.splice(0);
  const expected = announced.splice(0);
  const matches = (line: Line, { method, pattern }: (typeof expected)[number]) => line.method === method && pattern.test(line.text);
  return [
    ...lines.filter((line) => !expected.some((one) => matches(line, one))).map((line) => `unexpected console.${line.method}: ${line.text}`),
    ...expected.filter((one) => !lines.some((line) => matches(line, one))).map((one) => `console.${one.method} never wrote ${one.pattern}`),
  ];
}

beforeEach(() => {
  expect(consoleComplaints(), 'console output before the first test').toEqual([]);
});

afterEach(() => {
  expect(consoleComplaints()).toEqual([]);
});

afterAll(() => {
  expect(consoleComplaints(), 'console output after the last test').toEqual([]);
});
