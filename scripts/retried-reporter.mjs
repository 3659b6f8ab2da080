// For Vitest and Playwright: names the tests that passed only at a later try, one a line, in the file that RETRIED_TESTS names.
import { appendFileSync } from 'node:fs';

/** @param {string} title */
function note(title) {
  if (process.env.RETRIED_TESTS) appendFileSync(process.env.RETRIED_TESTS, `${title}\n`);
}

export default class RetriedReporter {
  /** Vitest's. @param {import('vitest/node').TestCase} test */
  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) note(`${test.module.relativeModuleId}: ${test.fullName}`);
  }

  /** Playwright's. @param {{ outcome: () => string, titlePath: () => string[] }} test */
  onTestEnd(test) {
    if (test.outcome() === 'flaky') note(test.titlePath().filter(Boolean).join(' › '));
  }
}
