import { AsyncLocalStorage } from 'node:async_hooks';

const ids = new AsyncLocalStorage<string>();

/** Runs a request: calls to other services that it makes carry its id. */
export const withRequestId = <T>(requestId: string, work: () => T): T => ids.run(requestId, work);

/** The `X-Request-ID` of the request that runs; undefined in background work. */
export const currentRequestId = (): string | undefined => ids.getStore();
