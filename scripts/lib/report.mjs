// @ts-check
/**
 * Counts the report that the test runner writes as JSON.
 *
 * @typedef {{ status: string, assertionResults: readonly unknown[] }} FileReport
 * @typedef {{ numTotalTests?: number, numPassedTests?: number, testResults?: readonly FileReport[] }} Report
 */

/**
 * A file that could not be loaded reports no tests, a skipped test proves nothing, and an error outside every test
 * fails the run and no test: each counts as failed.
 * @param {Report} report empty where the runner wrote none
 * @param {number} code the runner's exit code
 * @returns {{ passed: number, failed: number }}
 */
export function countReport({ numTotalTests = 0, numPassedTests = 0, testResults = [] }, code) {
  const unloaded = testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0).length;
  const failed = numTotalTests - numPassedTests + unloaded;
  return { passed: numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed };
}
