/** Ends a test run with one plain line that a script can read: `12 passed, 0 failed`. */
export default class ClosingLine {
  onRunComplete(_contexts, results) {
    // A file that cannot even be loaded has no tests to count, and is a failure all the same.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    process.stdout.write(`${results.numPassedTests} passed, ${failed} failed\n`);
  }
}
