import { userAgent } from '@open-banking/spec';

/**
 * `fetch` of an address outside of the bank's own services, with the bank's `User-Agent`: firewalls refuse requests without one, and the
 * other side finds the bank by it in its logs. Addresses that clients give are fetched by `guardedFetch` alone.
 */
export function outgoingFetch(url: string | URL, options: RequestInit = {}): Promise<Response> {
  const headers = new Headers(options.headers);
  headers.set('user-agent', userAgent);
  return fetch(url, { ...options, headers });
}
