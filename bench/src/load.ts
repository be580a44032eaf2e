import { randomUUID } from 'node:crypto';
import autocannon, { type Request } from 'autocannon';
import { percentile, type Measured } from './figures.js';
import { apart, inTurn } from './request-turns.js';

/** A request of a load. A write has an `X-Request-ID` of its own each time: with the same one it is answered as the first was. */
export type LoadedRequest = Request & { readonly isWrite?: true };

/** A job for the load generator: one run against one server. */
export interface LoadRequest {
  readonly url: string;
  readonly requests: readonly LoadedRequest[];
  readonly connections: number;
  readonly seconds: number;
  /** Of all connections together; without it, as many as are answered. */
  readonly perSecond?: number;
  /** The statuses of an answer that is counted as one; default: 200. */
  readonly expected?: readonly number[];
  /** Each connection sends its own part of the requests, as a client of its own does, instead of all of them. */
  readonly apart?: true;
}

export interface LoadAnswer extends Measured {
  /** Of all answers, refusals included, in milliseconds. */
  readonly p95: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** Requests without an answer: errors of connections and time-outs. */
  readonly unanswered: number;
}

const sent = ({ isWrite, ...request }: LoadedRequest): Request =>
  isWrite ? { ...request, setupRequest: (one) => ({ ...one, headers: { ...one.headers, 'x-request-id': randomUUID() } }) } : request;

async function measure(load: LoadRequest): Promise<LoadAnswer> {
  const { url, connections, seconds, perSecond, expected = [200] } = load;
  const took: number[] = [];
  const all: number[] = [];
  const statuses: Record<string, number> = {};
  const run = autocannon({
    url,
    ...(load.apart ? apart : inTurn)(load.requests.map(sent), connections),
    ...(perSecond !== undefined && { overallRate: perSecond }),
    duration: seconds,
  });
  run.on('response', (_client: unknown, status: number, _bytes: number, ms: number) => {
    all.push(ms);
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (expected.includes(Number(status))) took.push(ms);
  });
  const { duration, errors, timeouts } = await run;
  const ascending = took.toSorted((a, b) => a - b);
  return {
    perSecond: took.length / duration,
    p50: percentile(ascending, 0.5),
    p99: percentile(ascending, 0.99),
    failed: all.length - took.length + errors + timeouts,
    p95: percentile(
      all.toSorted((a, b) => a - b),
      0.95,
    ),
    statuses,
    unanswered: errors + timeouts,
  };
}

// Runs in its own process, so that the cost of sending is not measured as part of the service.
process.on('message', (asked: LoadRequest) => {
  void measure(asked).then((measured) => process.send!(measured));
});
