import { ask, hear } from './raw-request.ts';
import type { Stand } from './smuggling-attack.ts';

// Read by the spec and, as it is, by docker/check-smuggling.mjs.

/** Other spellings of paths that the bank has: each is handed on, once, with the bytes that were sent. */
export const spelledPaths = [
  '/v1.7/acc%6funts',
  '/v1%2E7/%61%63%63%6F%75%6e%74%73',
  '/account/745%2D204020/loans',
  '/lo%61ns',
  '/v1.7/oauth/consents/tok%65n',
  // Parameters, which no gateway decodes.
  '/v1.7/accounts/%252D',
  '/v1.7/accounts/%%32D',
  '/v1.7/accounts/%2f..%2f',
  '/v1.7/accounts/%0d%0aX-Smuggled:%201',
  '/v1.7/accounts/%00',
  '/v1.7/accounts/%2e%2e',
  '/v1.7/accounts/.%2E/balances',
];

/** Spellings of paths that no client may reach: internal operations and health, above a path of the bank or behind an encoded slash. */
export const hiddenPaths = [
  '/int%65rnal/clients',
  '/%69nternal%2Fclients',
  '/he%61lth/ready',
  '/v1.7/%2e%2e/internal/clients',
  '/v1.7/accounts/%2e%2e/%2e%2e/%2e%2e/internal/clients',
  '/v1.7/accounts/../../internal/clients',
  '/v1%2E7/%2E/accounts',
  '/.%2e/int%65rnal/clients',
  '/%2e%2e/v1.7/accounts',
  '/v1.7%2Faccounts',
  '%2Fv1.7/accounts',
  '/v1.7/acc%256funts',
  '/v1.7/acc%%36funts%2f',
  '/v1.7/acc%C3%B6unts',
  '/v1.7/acc%u006funts',
  '/v1.7/accounts%20',
  '/v1.7/accounts%00',
  '/v1.7/accounts%3Fx',
  '/v1.7/accounts%23',
  '//v1.7/acc%6funts',
];

/** Sends each path, with a query that is encoded where it need not be: which arrived other than as sent, and which should not have. */
export async function pathsReport({ url, seen }: Stand): Promise<{ changed: string[]; reached: string[] }> {
  const sent = [...spelledPaths, ...hiddenPaths].map((path) => ({ path, id: crypto.randomUUID() }));
  await Promise.all(sent.map(({ path, id }) => hear({ url }, ask(`GET ${path}?q=%61`, { 'X-Request-ID': id, Connection: 'close' }))));
  const all = await seen();
  const arrived = (id: string) => all.filter(({ requestId }) => requestId === id).map(({ target }) => target);
  const asSent = (path: string) => `${path}?q=%61`;
  return {
    changed: sent.filter(({ path, id }) => spelledPaths.includes(path) && arrived(id).join() !== asSent(path)).map(({ path }) => path),
    reached: sent.filter(({ path, id }) => hiddenPaths.includes(path) && arrived(id).length > 0).map(({ path }) => path),
  };
}
