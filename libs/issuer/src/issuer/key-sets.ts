import { guardedFetch, NotFetched, takesClientsOnLoopback, type FetchPolicy } from '@open-banking/http';
import type Provider from 'oidc-provider';
import type { Client } from 'oidc-provider';

/** A set is fetched again no sooner, for any caller and any key: assertions without end fetch nothing more. */
export const refetchMs = 10_000;
/** A set that could not be read is not asked for again before. */
const failureKeptMs = 30_000;
/** A key that is taken out of its set is accepted no longer than this. */
const keptMs = 60_000;
const maxSets = 1_000;

interface FetchedSet {
  readonly text: Promise<string>;
  at: number;
  keptMs: number;
}

/**
 * The sets of public keys that clients publish, by their addresses: read by the guarded fetch, and each once at a time. One for all issuers
 * of a service, which so share what they fetch. `now`: milliseconds of a clock that never goes back.
 */
export class KeySets {
  private readonly sets = new Map<string, FetchedSet>();
  private readonly guard: FetchPolicy;

  constructor(
    bank: Parameters<typeof takesClientsOnLoopback>[0],
    readonly now: () => number = () => performance.now(),
  ) {
    this.guard = { loopback: takesClientsOnLoopback(bank) };
  }

  /** For oidc-provider's configuration: the set as it was fetched in the last ten seconds, or fetched now. */
  readonly fetch = async (input: string | URL | Request): Promise<Response> => {
    const address = new URL(input instanceof Request ? input.url : input).href;
    const known = this.sets.get(address);
    const { text } = known && this.now() - known.at < known.keptMs ? known : this.fetchNow(address);
    return new Response(await text);
  };

  /** When the set at an address was fetched last; undefined where it is not remembered. */
  fetchedAt(address: string): number | undefined {
    return this.sets.get(new URL(address).href)?.at;
  }

  private fetchNow(address: string): FetchedSet {
    this.sets.delete(address);
    if (this.sets.size >= maxSets) this.sets.delete(this.sets.keys().next().value!);
    const set: FetchedSet = { at: this.now(), keptMs: refetchMs, text: guardedFetch(address, this.guard).then(publicKeysIn) };
    set.text.catch(() => Object.assign(set, { at: this.now(), keptMs: failureKeptMs }));
    this.sets.set(address, set);
    return set;
  }
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

/** The store of a client's keys, as oidc-provider 9.13.3 has it: where no key of it verifies, and it is not fresh, it is refreshed once. */
interface KeyStore {
  readonly jwksUri?: string;
  fresh(): boolean;
  clear(): void;
}

/**
 * Left to itself oidc-provider asks for a set again only when a key is not in it, and not within a minute: one taken out of it would be
 * accepted for as long as the process runs, and a new one would wait. Here keys older than a minute are forgotten, so that the next
 * assertion fetches them, and an unknown one is looked for as soon as `KeySets` may fetch again.
 */
export function keepKeys(provider: Provider, sets: KeySets): void {
  const forgetOld = new WeakMap<KeyStore, () => void>();
  const find = provider.Client.find.bind(provider.Client);
  provider.Client.find = async (id: string) => {
    const client = await find(id);
    const { asymmetricKeyStore: keys } = (client ?? {}) as Partial<Client> & { readonly asymmetricKeyStore?: KeyStore };
    if (keys?.jwksUri === undefined) return client;
    if (!forgetOld.has(keys)) forgetOld.set(keys, aged(keys, keys.jwksUri, sets));
    forgetOld.get(keys)!();
    return client;
  };
}

/**
 * Makes a store fresh for as long as its set is not fetched again; returns what empties it once its keys are too old. oidc-provider empties
 * it in the moment in which it adds the keys of a new set.
 */
function aged(keys: KeyStore, address: string, sets: KeySets): () => void {
  const clear = keys.clear.bind(keys);
  let loadedAt = Number.NEGATIVE_INFINITY;
  const isYounger = (ms: number): boolean => sets.now() - loadedAt < ms;
  keys.fresh = () => isYounger(refetchMs);
  keys.clear = () => {
    clear();
    loadedAt = sets.fetchedAt(address) ?? sets.now();
  };
  return () => {
    if (!isYounger(keptMs)) clear();
  };
}

/** Why the keys of a client could not be read, where that is what went wrong. */
export function keysUnread(thrown: unknown): string | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) if (error instanceof NotFetched) return error.message;
  return undefined;
}
