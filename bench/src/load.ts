import autocannon, { type Request } from 'autocannon';
import { percentile, type Measured } from './figures.js';
import { inTurn } from './request-turns.js';

/** A job for the load generator: one run against one server. */
export interface LoadRequest {
  readonly url: string;
  readonly requests: readonly Request[];
  readonly connections: number;
  readonly seconds: number;
}

async function measure({ url, requests, connections, seconds }: LoadRequest): Promise<Measured> {
  const took: number[] = [];
  let failed = 0;
  const run = autocannon({ url, ...inTurn(requests, connections), duration: seconds });
  run.on('response', (_client: unknown, status: number, _bytes: number, ms: number) => {
    if (Number(status) === 200) took.push(ms);
    else failed += 1;
  });
  const { duration, errors, timeouts } = await run;
  const ascending = took.toSorted((a, b) => a - b);
  return {
    perSecond: took.length / duration,
    p50: percentile(ascending, 0.5),
    p99: percentile(ascending, 0.99),
    failed: failed + errors + timeouts,
  };
}

// Runs in its own process, so that the cost of sending is not measured as part of the service.
process.on('message', (asked: LoadRequest) => {
  void measure(asked).then((measured) => process.send!(measured));
});
