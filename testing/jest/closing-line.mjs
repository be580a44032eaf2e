/** Ends a test run with one plain line that a script can read: `12 passed, 0 failed`. */
export default class ClosingLine {
  onRunComplete(_contexts, results) {
    // A file that cannot be loaded has no tests to count, but it is a failure.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    process.stdout.write(`${results.numPassedTests} passed, ${failed} failed\n`);
  }
}
