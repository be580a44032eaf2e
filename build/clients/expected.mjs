// What every client must do, and the exceptions. `npm run check -- clients` fails if a result is worse, and if an exception is no longer
// needed.

/** The columns of the table, in its order. */
export const steps = {
  generate: 'Generates',
  operations: 'Operations',
  compile: 'Compiles',
  list: 'A list',
  segment: 'Two parameters in a segment',
  post: 'POST, and its account read back',
  notFound: '404 parsed',
  tooMany: '429 parsed',
};

/** A result that is not "yes": `client`, `step`, `result` as the table shows it, and `because`. At most one may be impossible. */
export const exceptions = [];

/** The result that is expected of a client's step. `operations`: how many the document has. */
export function expectedResult(client, step, operations) {
  const exception = exceptions.find((one) => one.client === client && one.step === step);
  if (exception) return exception.result;
  return step === 'operations' ? String(operations) : 'yes';
}

/** Every result that is not the expected one, worse or better, in words. What was not run is no fault. */
export function faultsOf(results, operations) {
  return results
    .filter(({ missing }) => missing === undefined)
    .flatMap(({ client: { name }, byStep }) =>
      Object.keys(steps)
        .map((step) => ({ step, result: byStep[step] ?? 'no', expected: expectedResult(name, step, operations) }))
        .filter(({ result, expected }) => result !== expected)
        .map(({ step, result, expected }) => `${name}: ${step}: ${result}, not ${expected}`),
    );
}
