import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** What is looked at of a response. */
interface HttpResult {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

interface Repeating {
  readonly report: (line: string) => void;
  readonly forMs: number;
}

const repeating = new AsyncLocalStorage<Repeating>();
/** A busy machine opens its bank in minutes; a request of it then succeeds, or fails for another reason. */
const usualMs = 120_000;
const [minPauseMs, maxPauseMs] = [250, 5_000];
const pagePauseMs = 1_000;

/**
 * Repeats each request within `run` that the bank answers with 503, for two minutes at most, with the same `X-Request-ID`: it then takes
 * effect once (docs/errors.md). `report` receives one line for each request that is repeated.
 */
export const repeatingWhileBusy = <T>(report: Repeating['report'], run: () => Promise<T>, forMs = usualMs): Promise<T> =>
  repeating.run({ report, forMs }, run);

/** Sends a request; again after each 503, where `repeatingWhileBusy` asks for it. `name` says which request it is. */
export async function sentWhileBusy<Response extends HttpResult>(name: string, send: () => Promise<Response>): Promise<Response> {
  const policy = repeating.getStore();
  let response = await send();
  if (!policy || response.status !== 503) return response;
  policy.report(`The bank answered 503 to ${name}: it is busy. Repeating the request until it is answered.`);
  const until = performance.now() + policy.forMs;
  while (response.status === 503 && performance.now() < until) {
    await pause(pauseMs(response));
    response = await send();
  }
  return response;
}

/** How often a page is asked again whose bank could not reach one of its services, and after which pause. */
export interface PageRetries {
  readonly count: number;
  readonly pauseMs: number;
}

/** Within `repeatingWhileBusy` for as long as requests are repeated; otherwise as usual. */
export function pageRetries(usual: PageRetries): PageRetries & { readonly report: () => void } {
  const policy = repeating.getStore();
  if (!policy) return { ...usual, report: () => undefined };
  const report = (): void => {
    policy.report('A page of the bank cannot reach one of its services: it is busy. Asking for the page until it can.');
  };
  return { count: Math.ceil(policy.forMs / pagePauseMs), pauseMs: pagePauseMs, report };
}

function pauseMs({ headers }: HttpResult): number {
  const asked = Number(headers['retry-after'] ?? 1) * 1_000;
  return Math.min(Math.max(Number.isNaN(asked) ? 0 : asked, minPauseMs), maxPauseMs);
}
