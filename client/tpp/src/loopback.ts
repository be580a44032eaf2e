import { lookup } from 'node:dns';
import { lookup as resolve } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { CommandError, UsageError } from './command.js';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const isLoopbackAddress = (address: string): boolean => loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** The name of a URL's host as resolvers take it: `[::1]` is `::1`. */
const hostIn = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** True for a URL whose host names this machine without a resolver: `localhost`, or an address of loopback. */
export const isAtLoopback = (url: URL): boolean => {
  const host = hostIn(url);
  return host === 'localhost' || (isIP(host) !== 0 && isLoopbackAddress(host));
};

const refusal = (host: string): string =>
  `${host} is not this machine, and notifications are forwarded to this machine only. Add --allow-host ${host} if it is yours.`;

/**
 * Resolves names to addresses of loopback alone. The check is at the connection itself: a name that resolves to others later is refused
 * too.
 */
const loopbackLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '');
    if (!addresses.every(({ address }) => isLoopbackAddress(address))) return done(new CommandError(refusal(host)), '');
    if (options.all) return done(null, addresses);
    done(null, addresses[0]!.address, addresses[0]!.family);
  });
};

/** The address to forward to. */
export interface ForwardTarget {
  readonly url: URL;
  /** Undefined: the host was allowed by name. */
  readonly lookup: LookupFunction | undefined;
}

/** Checks where to forward. Throws a `UsageError` for an address that is not at loopback and whose host is not among `allowed`. */
export async function forwardTarget(text: string, allowed: readonly string[]): Promise<ForwardTarget> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // First, and also where the address cannot be read: the other message has the address.
  if (url ? url.username !== '' || url.password !== '' : text.includes('@'))
    throw new UsageError('--forward-to takes no name and password. Leave them out of the address.');
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`--forward-to needs an address such as http://localhost:3000/hook, not "${text}".`);
  const host = hostIn(url);
  if (allowed.some((one) => one.toLowerCase() === host)) return { url, lookup: undefined };
  const addresses = isIP(host) === 0 ? await addressesOf(host) : [host];
  if (!addresses.every(isLoopbackAddress)) throw new UsageError(refusal(host));
  return { url, lookup: loopbackLookup };
}

async function addressesOf(host: string): Promise<string[]> {
  try {
    return (await resolve(host, { all: true })).map(({ address }) => address);
  } catch {
    throw new UsageError(`${host} has no address. Check the name after --forward-to.`);
  }
}
