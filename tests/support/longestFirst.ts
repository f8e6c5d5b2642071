/** The order of the test files: those that take long begin first, so that none of them is waited for alone at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Measured on two cores, longest first. On a fresh clone the runner itself knows sizes of files only, and the slowest are short. */
const LONG = [
  'tests/paths/shippedChart.test.ts',
  'tests/paths/mutations.test.ts',
  'tests/e2e/journey.test.ts',
  'tests/browser/keyboard.test.ts',
  'tests/browser/inspector.test.ts',
  'tests/browser/anyBackEnd.test.ts',
  'tests/browser/sandboxPage.test.ts',
  'tests/browser/screens.test.ts',
  'tests/browser/desk.test.ts',
  'tests/e2e/loans.test.ts',
  'tests/browser/shellForms.test.ts',
  'tests/browser/offline.test.ts',
  'tests/browser/drafts.test.ts',
  'tests/paths/browser/browser.test.ts',
  'tests/browser/routing.test.ts',
  'tests/browser/inspectorLive.test.ts',
  'tests/server/start.test.ts',
  'tests/server/rail/callbacks.test.ts',
  'tests/server/apply/readerCalls.test.ts',
  'tests/server/apply/turnedFace.test.ts',
  'tests/browser/turnedFace.test.ts',
  'tests/browser/inspectorRecordings.test.ts',
  'tests/browser/contentPolicy.test.ts',
  'tests/browser/inspectorDesk.test.ts',
  'tests/browser/review.test.ts',
  'tests/server/operator/backup.test.ts',
  'tests/server/store/databaseOutage.test.ts',
  'tests/server/operator/verbs.test.ts',
  'tests/server/simulation/sandbox.test.ts',
  'tests/server/wire/mutatedRequests.test.ts',
  'tests/browser/oldPages.test.ts',
  'tests/browser/formsInSight.test.ts',
  'tests/server/desk/severalClerks.test.ts',
  'tests/server/desk/money.test.ts',
  'tests/server/borrow/drawCode.test.ts',
  'tests/server/lending/concurrency-kill.test.ts',
  'tests/server/calls/twoBorrowers.test.ts',
  'tests/browser/lostFiles.test.ts',
  'tests/e2e/shell.test.ts',
  'tests/browser/chromium80.test.ts',
  'tests/server/apply/reader.test.ts',
  'tests/e2e/payoutAccount.test.ts',
  'tests/browser/forms.test.ts',
  'tests/server/books/money.test.ts',
  'tests/paths/lender/lender.test.ts',
  'tests/browser/bars.test.ts',
  'tests/browser/feedback.test.ts',
  'tests/browser/bridge.test.ts',
  'tests/browser/pickers.test.ts',
  'tests/browser/threePages.test.ts',
  'tests/browser/consent.test.ts',
  'tests/server/wire/slowRequests.test.ts',
  'tests/server/store/databaseMode.test.ts',
  'tests/browser/shortForms.test.ts',
  'tests/server/identity/otherCallers.test.ts',
  'tests/browser/recording.test.ts',
  'tests/server/store/store.test.ts',
  'tests/server/lending/concurrency.test.ts',
  'tests/server/store/atRest.test.ts',
  'tests/server/identity/devices.test.ts',
  'tests/server/wire/replayedRequests.test.ts',
  'tests/server/rollingRestart.test.ts',
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = LONG.findIndex((file) => moduleId.endsWith(file));
  return rank < 0 ? LONG.length : rank;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Those of the reader stand together, because a worker that begins another project has to read every module again.
    const isOther = ({ project }: TestSpecification): number => (project.name === 'reader' ? 0 : 1);
    return (await super.sort(files)).sort((a, b) => isOther(a) - isOther(b) || rankOf(a) - rankOf(b));
  }
}
