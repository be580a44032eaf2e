import fc from 'fast-check';
import { requestLines } from '../src/request-line.js';

const lines = fc.record({
  requestId: fc.uuid(),
  operation: fc.constantFrom('readCardBalances', 'none'),
  method: fc.constantFrom('GET', 'POST', 'DELETE', 'M-SEARCH'),
  status: fc.integer({ min: 200, max: 429 }),
  ms: fc.oneof(
    fc.constantFrom(0, 1e21),
    fc.nat(100_000).map((tenths) => tenths / 10),
  ),
  clientId: fc.option(fc.oneof(fc.uuid(), fc.string({ unit: 'binary' })), { nil: undefined }),
  traceId: fc.option(fc.constant('4bf92f3577b34da6a3ce929d0e0e4736'), { nil: undefined }),
  statements: fc.option(fc.array(fc.string({ unit: 'binary' })), { nil: undefined }),
});
const times = fc.array(fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }), { minLength: 1 });

describe('The log line of a request', () => {
  it('is what JSON.stringify writes, whatever its client is called, at any time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), times, lines, (service, moments, line) => {
        const textOf = requestLines(service);
        for (const time of moments)
          expect(textOf(line, time.getTime())).toBe(`${JSON.stringify({ level: 'info', time, service, ...line })}\n`);
      }),
    );
  });
});
