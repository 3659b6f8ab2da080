// For Vitest and Playwright: writes the lines that `npm test` repeats at its end to the file in CLOSING_LINES.
// These are failed tests, errors outside of tests, and tests that passed only after a retry.
import { appendFileSync } from 'node:fs';

/** @param {string} line */
function note(line) {
  if (process.env.CLOSING_LINES) appendFileSync(process.env.CLOSING_LINES, `${line}\n`);
}

/** @param {string} where @param {readonly { message?: string, stack?: string }[]} errors */
function noteFailure(where, errors) {
  const messages = errors.map(({ message = '', stack = '' }) => (message || stack).trim());
  note(
    `Failed: ${where}${messages.map((message) => `\n  ${message.slice(0, 600).replaceAll('\n', '\n  ')}`).join('')}`,
  );
}

export default class ClosingReporter {
  /** Vitest's. @param {import('vitest/node').TestCase} test */
  onTestCaseResult(test) {
    const name = `${test.module.relativeModuleId}: ${test.fullName}`;
    if (test.result().state === 'failed') noteFailure(name, test.result().errors ?? []);
    else if (test.diagnostic()?.flaky) note(`Passed at the second try: ${name}`);
  }

  /** Vitest's. @param {import('vitest/node').TestModule} file */
  onTestModuleEnd(file) {
    if (file.errors().length > 0) noteFailure(file.relativeModuleId, file.errors());
  }

  /** Vitest's. @param {import('vitest/node').TestSuite} suite */
  onTestSuiteResult(suite) {
    if (suite.errors().length > 0)
      noteFailure(`${suite.module.relativeModuleId}: ${suite.fullName}`, suite.errors());
  }

  /**
   * Vitest's.
   *
   * @param {unknown} _files
   * @param {readonly { message?: string, stack?: string }[]} errors outside of tests
   */
  onTestRunEnd(_files, errors) {
    if (errors.length > 0) noteFailure('outside of tests', errors);
  }

  /**
   * Playwright's.
   *
   * @param {{ outcome: () => string, titlePath: () => string[], retries: number }} test
   * @param {{ retry: number, errors: readonly { message?: string, stack?: string }[] }} result
   */
  onTestEnd(test, result) {
    const name = test.titlePath().filter(Boolean).join(' › ');
    if (test.outcome() === 'flaky') note(`Passed at the second try: ${name}`);
    else if (test.outcome() === 'unexpected' && result.retry === test.retries)
      noteFailure(name, result.errors);
  }
}
