// @ts-check
/**
 * A reporter of the test runner for the last lines of `npm test`: it writes the number of passed tests and the names of the
 * others, as JSON, to the file that `VERDICT_FILE` names.
 *
 * @typedef {{ passed: number, failed: string[] }} Verdict
 * @typedef {import('vitest/node').TestModule} TestModule
 */
import { writeFileSync } from 'node:fs';

/** @param {{ message: string }} error */
const firstLine = ({ message }) => message.split('\n', 1)[0] ?? '';

/**
 * Counts these as failed too: files that could not be loaded, skipped tests, tests that passed only at a second try, which
 * hides a race, and errors outside of all tests.
 * @param {readonly TestModule[]} modules
 * @param {readonly { message: string }[]} errors errors outside of all tests
 * @returns {Verdict}
 */
export function verdictOn(modules, errors) {
  /** @type {Verdict} */
  const verdict = { passed: 0, failed: errors.map((error) => `an error outside every test: ${firstLine(error)}`) };
  for (const module of modules) {
    const { relativeModuleId: file } = module;
    // Errors of the file itself, or of a hook around its tests, belong to no test.
    for (const error of module.errors()) verdict.failed.push(`${file}: ${firstLine(error)}`);
    for (const suite of module.children.allSuites()) {
      for (const error of suite.errors()) verdict.failed.push(`${file} > ${suite.fullName}: ${firstLine(error)}`);
    }
    for (const test of module.children.allTests()) {
      const name = `${file} > ${test.fullName}`;
      const { state } = test.result();
      if (test.diagnostic()?.flaky) verdict.failed.push(`${name} (passed at a second try)`);
      else if (state === 'passed') verdict.passed += 1;
      else verdict.failed.push(state === 'failed' ? name : `${name} (${state})`);
    }
  }
  return verdict;
}

/**
 * @param {Verdict | undefined} verdict undefined when the runner wrote none
 * @param {number} code exit code of the runner
 * @returns {Verdict} with at least one failure if the exit code is not 0
 */
export function withUnexplainedFailure(verdict = { passed: 0, failed: [] }, code) {
  if (code === 0 || verdict.failed.length > 0) return verdict;
  return { ...verdict, failed: [`the runner ended with ${code} and named no test`] };
}

/** Its shape is the `Reporter` of `vitest/node`. */
export default class VerdictReporter {
  /**
   * @param {readonly TestModule[]} modules
   * @param {readonly import('vitest/node').SerializedError[]} errors
   */
  onTestRunEnd(modules, errors) {
    writeFileSync(process.env.VERDICT_FILE ?? '', JSON.stringify(verdictOn(modules, errors)));
  }
}
