/** Test files that take long: the choice of them in a usual run, and the order in which files start. */
import fc from 'fast-check';

/**
 * Seconds of processor on two cores, with the lenders and browsers that the file starts, longest first. Measured with
 * three workers; only the proportions matter.
 */
export const LONG_FILES: Readonly<Record<string, number>> = {
  'tests/e2e/journey.test.ts': 88,
  'tests/server/store/databaseOutage.test.ts': 63,
  'tests/browser/sandboxPage.test.ts': 62,
  'tests/browser/offline.test.ts': 53,
  'tests/browser/desk.test.ts': 52,
  'tests/browser/drafts.test.ts': 51,
  'tests/browser/routing.test.ts': 50,
  'tests/paths/lender/lender.test.ts': 49,
  'tests/paths/shippedChart.test.ts': 46,
  'tests/browser/shellForms.test.ts': 43,
  'tests/server/store/store.test.ts': 43,
  'tests/e2e/shell.test.ts': 42,
  'tests/browser/review.test.ts': 41,
  'tests/browser/screens.test.ts': 40,
  'tests/browser/keyboard.test.ts': 37,
  'tests/browser/inspector.test.ts': 36,
  'tests/browser/lostFiles.test.ts': 36,
  'tests/paths/mutations.test.ts': 36,
  'tests/server/wire/replayedRequests.test.ts': 32,
  'tests/server/operator/backup.test.ts': 31,
  'tests/server/releases/sideBySide.test.ts': 31,
  'tests/server/start.test.ts': 31,
  'tests/server/identity/otherCallers.test.ts': 30,
  'tests/paths/browser/browser.test.ts': 28,
  'tests/browser/contentPolicy.test.ts': 27,
  'tests/server/simulation/sandbox.test.ts': 27,
  'tests/e2e/loans.test.ts': 25,
  'tests/server/lending/concurrency-kill.test.ts': 25,
  'tests/server/apply/readerCalls.test.ts': 24,
  'tests/paths/faultInjection.test.ts': 23,
  'tests/browser/anyBackEnd.test.ts': 22,
  'tests/browser/oldPages.test.ts': 22,
  'tests/server/apply/turnedFace.test.ts': 22,
  'tests/server/calls/twoBorrowers.test.ts': 22,
  'tests/server/store/databaseMode.test.ts': 21,
  'tests/browser/recording.test.ts': 20,
  'tests/server/apply/reader.test.ts': 19,
  'tests/browser/forms.test.ts': 18,
  'tests/browser/formsInSight.test.ts': 18,
  'tests/e2e/payoutAccount.test.ts': 18,
  'tests/server/borrow/drawCode.test.ts': 18,
  'tests/server/wire/mutatedRequests.test.ts': 18,
  'tests/browser/inspectorRecordings.test.ts': 17,
  'tests/server/desk/deskMoney.test.ts': 17,
  'tests/browser/feedback.test.ts': 16,
  'tests/browser/inspectorLive.test.ts': 16,
  'tests/paths/desk/deskChart.test.ts': 16,
  'tests/server/identity/accountDevices.test.ts': 16,
  'tests/browser/inspectorDesk.test.ts': 15,
  'tests/paths/recordPaths.test.ts': 15,
  'tests/server/deployment/builtLender.test.ts': 15,
  'tests/server/repay/reportedPayments.test.ts': 15,
  'tests/server/rail/spikeArrest.test.ts': 14,
  'tests/server/operator/restoredPayouts.test.ts': 14,
  'tests/server/rollingRestart.test.ts': 14,
  'tests/server/store/atRest.test.ts': 14,
  'tests/browser/bridge.test.ts': 13,
  'tests/browser/pickers.test.ts': 13,
  'tests/server/policies/cancellation.test.ts': 13,
  'tests/server/staff/ownKeys.test.ts': 13,
  'tests/server/wire/contractVersions.test.ts': 13,
  'tests/browser/threePages.test.ts': 12,
  'tests/server/apply/payoutAccount.test.ts': 12,
  'tests/server/conformance/conformance.test.ts': 12,
  'tests/server/lending/concurrency.test.ts': 12,
  'tests/server/lending/textRetries.test.ts': 12,
  'tests/server/books/money.test.ts': 11,
  'tests/server/conformance/adapter.test.ts': 11,
  'tests/browser/startPage.test.ts': 10,
  'tests/browser/turnedFace.test.ts': 10,
  'tests/server/lending/pull.test.ts': 10,
  'tests/server/operator/verbs.test.ts': 10,
  'tests/server/rail/callbacks.test.ts': 10,
  'tests/server/severalProcesses.test.ts': 10,
  'tests/server/startPages.test.ts': 10,
  'tests/browser/bars.test.ts': 9,
  'tests/browser/shortForms.test.ts': 9,
  'tests/server/desk/severalClerks.test.ts': 9,
  'tests/server/repay/afterDisbursement.test.ts': 9,
  'tests/server/simulation/reset.test.ts': 9,
  'tests/browser/consent.test.ts': 8,
  'tests/server/lending/float.test.ts': 8,
  'tests/server/pictures/storedPictures.test.ts': 8,
  'tests/server/staff/staffSignIn.test.ts': 8,
  'tests/browser/population.test.ts': 7,
  'tests/server/apply/idClaims.test.ts': 7,
  'tests/server/books/texts.test.ts': 7,
  'tests/server/borrow/documentThread.test.ts': 7,
  'tests/server/deployment/proxies.test.ts': 7,
  'tests/server/lending/turnOfTheDay.test.ts': 7,
  'tests/server/rail/refusals.test.ts': 7,
  'tests/server/store/fullDisk.test.ts': 7,
  'tests/paths/mutants/mutants.test.ts': 6,
  'tests/server/lending/interleavings-embedded.test.ts': 6,
  'tests/server/lending/statuses.test.ts': 6,
  'tests/server/recordings/recordings.test.ts': 6,
  'tests/server/staff/requests.test.ts': 6,
  'tests/server/store/promotedStandby.test.ts': 6,
  'tests/browser/chromium80.test.ts': 5,
  'tests/browser/shellCheck.test.ts': 5,
  'tests/server/borrow/payouts.test.ts': 5,
  'tests/server/collection/collectionCalls.test.ts': 5,
  'tests/server/lending/afterAnswer.test.ts': 5,
  'tests/server/lending/interleavings-postgres.test.ts': 5,
  'tests/server/lending/sentReminders.test.ts': 5,
  'tests/server/monitoring/monitor.test.ts': 5,
  'tests/server/monitoring/tracing.test.ts': 5,
  'tests/server/repay/paymentsIn.test.ts': 5,
  'tests/server/staff/sessions.test.ts': 5,
  'tests/server/store/failover.test.ts': 5,
  'tests/server/store/rowsRead.test.ts': 5,
  'tests/server/wire/killedRequest.test.ts': 5,
  'tests/server/wire/securityHeaders.test.ts': 5,
  'tests/server/desk/people.test.ts': 4,
  'tests/server/rail/callbackAddresses.test.ts': 4,
  'tests/server/repay/repaymentCalls.test.ts': 4,
  'tests/server/repay/rollovers.test.ts': 4,
  'tests/server/simulation/heldPayouts.test.ts': 4,
  'tests/server/store/storeOutage.test.ts': 4,
  'tests/server/wire/slowRequests.test.ts': 4,
  'tests/server/wire/wire.test.ts': 4,
};

/** A file that every run contains: it checks that the shipped chart keeps its invariants. */
const ALWAYS = 'tests/paths/shippedChart.test.ts';

/**
 * Number of files of about the same length in a group. Browser tests repeat in a page what cheaper tests check, so their groups are
 * larger.
 */
const GROUP_SIZES: readonly (readonly [folder: string, size: number])[] = [
  ['tests/e2e/', 4],
  ['tests/browser/', 10],
  ['tests/paths/', 3],
  ['tests/server/', 6],
];

/** A usual run contains one file of each group. Every long file but {@link ALWAYS} is in a group. */
export const GROUPS: readonly (readonly string[])[] = GROUP_SIZES.flatMap(([folder, size]) => {
  const files = Object.keys(LONG_FILES).filter((file) => file.startsWith(folder) && file !== ALWAYS);
  return Array.from({ length: Math.ceil(files.length / size) }, (_, group) => files.slice(group * size, (group + 1) * size));
});

/** @param seed of the run; the same seed chooses the same files. @returns the long files that this run leaves out. */
export function leftOut(seed: number): string[] {
  const picks = fc.tuple(...GROUPS.map((group) => fc.nat(group.length - 1)));
  const [drawn = []] = fc.sample(picks, { numRuns: 1, seed });
  return GROUPS.flatMap((group, at) => group.filter((_, index) => index !== drawn[at]));
}
