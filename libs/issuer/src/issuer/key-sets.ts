import { guardedFetch, NotFetched, takesClientsOnLoopback, type FetchPolicy } from '@open-banking/http';
import type Provider from 'oidc-provider';
import type { Client } from 'oidc-provider';

/** A set that could not be read is not asked for again before: whoever sends assertions without end fetches nothing. */
const failureKeptMs = 30_000;
const max = 1_000;

/**
 * How oidc-provider fetches what a client publishes at its jwks_uri: by the guarded fetch, and only sets of public keys.
 * It keeps a set for a minute, and asks at once for a key that it does not know where the set is older.
 */
export function keySets(bank: Parameters<typeof takesClientsOnLoopback>[0]): (input: string | URL | Request) => Promise<Response> {
  const guard: FetchPolicy = { loopback: takesClientsOnLoopback(bank) };
  const failed = new Map<string, { readonly at: number; readonly error: unknown }>();
  return async (input) => {
    const address = String(input instanceof Request ? input.url : input);
    const before = failed.get(address);
    if (before && performance.now() - before.at < failureKeptMs) throw before.error;
    failed.delete(address);
    try {
      return new Response(publicKeysIn(await guardedFetch(address, guard)));
    } catch (error) {
      if (failed.size >= max) failed.clear();
      failed.set(address, { at: performance.now(), error });
      throw error;
    }
  };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

function publicKeysIn(body: Buffer): string {
  const text = body.toString('utf8');
  const keys: unknown = readJson(text)?.['keys'];
  if (!Array.isArray(keys) || !keys.every(isObject)) throw new NotFetched('is not a set of keys (JWK Set)');
  if (keys.some((key) => 'd' in key || 'k' in key)) throw new NotFetched('has a private key in it');
  return text;
}

function readJson(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** The store of a client's keys, as oidc-provider 9.13.3 has it. */
interface Keys {
  readonly jwksUri?: string;
  stale(): boolean;
  clear(): void;
}

/**
 * Left to itself oidc-provider asks for a set again only when a key is not in it: one taken out of it would count for
 * as long as the process runs. Keys older than a minute are forgotten, so that the next assertion fetches them.
 */
export function forgetStaleKeys(provider: Provider): void {
  const find = provider.Client.find.bind(provider.Client);
  provider.Client.find = async (id: string) => {
    const client = await find(id);
    const { asymmetricKeyStore: keys } = (client ?? {}) as Partial<Client> & { readonly asymmetricKeyStore?: Keys };
    if (keys?.jwksUri !== undefined && keys.stale()) keys.clear();
    return client;
  };
}

/** Why the keys of a client could not be read, where that is what went wrong. */
export function keysUnread(thrown: unknown): string | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) if (error instanceof NotFetched) return error.message;
  return undefined;
}
