import fc from 'fast-check';
import { requestLines } from '../src/request-line.js';

const lines = fc.record({
  requestId: fc.uuid(),
  operation: fc.constantFrom('readCardBalances', 'none'),
  method: fc.constantFrom('GET', 'M-SEARCH'),
  // Few, so that lines have some of what is kept in common, and not the rest.
  status: fc.constantFrom(200, 429),
  ms: fc.oneof(
    fc.constantFrom(0, 1e21),
    fc.nat(100_000).map((tenths) => tenths / 10),
  ),
  clientId: fc.option(fc.oneof(fc.uuid(), fc.string({ unit: 'binary' })), { nil: undefined }),
  traceId: fc.option(fc.constant('4bf92f3577b34da6a3ce929d0e0e4736'), { nil: undefined }),
  statements: fc.option(fc.array(fc.string({ unit: 'binary' })), { nil: undefined }),
});
const times = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
/** Lines in a row, often with the same time and much else in common. */
const anyLine = fc
  .tuple(fc.array(lines, { minLength: 1, maxLength: 4 }), fc.array(times, { minLength: 1, maxLength: 4 }))
  .chain(([all, moments]) => fc.array(fc.record({ line: fc.constantFrom(...all), time: fc.constantFrom(...moments) }), { minLength: 1 }));

describe('The log line of a request', () => {
  it('is what JSON.stringify writes, whatever its client is called, at any time and after any other line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), anyLine, (service, row) => {
        const textOf = requestLines(service);
        for (const { line, time } of row)
          expect(textOf(line, time.getTime())).toBe(`${JSON.stringify({ level: 'info', time, service, ...line })}\n`);
      }),
    );
  });
});
