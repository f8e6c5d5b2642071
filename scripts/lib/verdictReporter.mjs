// @ts-check
/**
 * A reporter of the test runner that keeps what the end of `npm test` says: how many passed, and by name which did not.
 * Written as JSON to the file named in `VERDICT_FILE`.
 *
 * @typedef {{ passed: number, failed: string[] }} Verdict
 * @typedef {import('vitest/node').TestModule} TestModule
 */
import { writeFileSync } from 'node:fs';

/** @param {{ message: string }} error */
const firstLine = ({ message }) => message.split('\n', 1)[0] ?? '';

/**
 * A file that could not be loaded reports no tests, a skipped test proves nothing, a test that passed at a second try
 * hides a race, and an error outside every test fails the run and no test: each is named as failed.
 * @param {readonly TestModule[]} modules
 * @param {readonly { message: string }[]} errors those outside every test
 * @returns {Verdict}
 */
export function verdictOn(modules, errors) {
  /** @type {Verdict} */
  const verdict = { passed: 0, failed: errors.map((error) => `an error outside every test: ${firstLine(error)}`) };
  for (const module of modules) {
    const { relativeModuleId: file } = module;
    // An error of the file itself, or of a hook around its tests, belongs to no test.
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
 * @param {Verdict | undefined} verdict nothing where the runner wrote none
 * @param {number} code the runner's exit code
 * @returns {Verdict} with something failed whenever the runner says so
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
