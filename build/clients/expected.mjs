// The results that every client must have, and the exceptions. `npm run check -- clients` fails if a result is worse, and if an exception
// is no longer needed.

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
  newMember: 'New members',
  newValue: 'New values',
};

/**
 * A result that is not "yes": `client`, `step`, `result` as the table shows it, and `because`. Of the five calls, at
 * most one may be impossible.
 */
export const exceptions = [
  {
    client: 'openapi-generator (Python)',
    step: 'newValue',
    result: 'no',
    because: 'Its models refuse a value that is not in the list, and it has no option for that.',
  },
  {
    client: 'openapi-python-client',
    step: 'newValue',
    result: 'no',
    because: 'It turns each list of values into an enum of Python, which refuses another value; so does its option `literal_enums`.',
  },
  {
    client: 'progenitor',
    step: 'newValue',
    result: 'no',
    because: 'It turns each list of values into an enum of Rust, and serde refuses another value; the command has no option for that.',
  },
];

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
