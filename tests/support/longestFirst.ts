/** The order of the test files: those that take long begin first, so that none of them is waited for alone at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Measured on two cores, longest first. On a fresh clone the runner itself knows sizes of files only, and the slowest are short. */
const LONG = [
  'tests/e2e/journey.test.ts',
  'tests/e2e/loans.test.ts',
  'tests/browser/inspector.test.ts',
  'tests/browser/keyboard.test.ts',
  'tests/browser/offline.test.ts',
  'tests/browser/shellForms.test.ts',
  'tests/paths/browser/browser.test.ts',
  'tests/browser/routing.test.ts',
  'tests/browser/drafts.test.ts',
  'tests/browser/inspectorLive.test.ts',
  'tests/browser/review.test.ts',
  'tests/e2e/shell.test.ts',
  'tests/browser/screens.test.ts',
  'tests/browser/keyLatency.test.ts',
  'tests/server/start.test.ts',
  'tests/server/apply/readerCalls.test.ts',
  'tests/server/calls/twoBorrowers.test.ts',
  'tests/server/apply/reader.test.ts',
  'tests/server/apply/turnedFace.test.ts',
  'tests/server/lending/concurrency-kill.test.ts',
  'tests/server/lending/interleavings-embedded.test.ts',
  'tests/server/rollingRestart.test.ts',
  'tests/paths/verify.test.ts',
  'tests/paths/mutations.test.ts',
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = LONG.findIndex((file) => moduleId.endsWith(file));
  return rank < 0 ? LONG.length : rank;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rankOf(a) - rankOf(b));
  }
}
