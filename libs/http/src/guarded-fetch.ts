import { lookup as resolve, type LookupAddress } from 'node:dns';
import { request as http, type IncomingMessage } from 'node:http';
import { request as https } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { userAgent } from '@open-banking/spec';
import { isLoopback, isPublic } from './public-address.js';

export interface FetchPolicy {
  /** Whether this machine may be called, and with http (`takesClientsOnLoopback`). */
  readonly loopback: boolean;
  /** Authorities to trust besides the public ones, as PEM. */
  readonly ca?: string;
  /** Another way to find addresses than the system's. */
  readonly resolve?: (hostname: string) => Promise<readonly LookupAddress[]>;
  /** An address of this bank's own that may be called besides: where it is dialled. Undefined: it is none of these. */
  readonly own?: (url: URL) => URL | undefined;
}

const timeoutMs = 3_000;
const maxBytes = 65_536;

/**
 * Why an address that a client gave was not fetched. The text may be shown to the client: it says nothing about the content of the address.
 */
export class NotFetched extends Error {
  /** The status of the response, if there was one. */
  readonly status?: number;

  constructor(why: string, { status, ...options }: ErrorOptions & { readonly status?: number } = {}) {
    super(why, options);
    if (status !== undefined) this.status = status;
  }
}

/**
 * The one way in which this bank fetches an address that a client gave: https, every address of its name public and one of
 * those dialled, no redirects, no cookies, 3 s and 64 KiB in all. Returns the body of a 200.
 */
export const guardedFetch = async (address: string, guard: FetchPolicy): Promise<Buffer> => {
  const answered = await exchanged(address, guard, { headers: { accept: 'application/json' } }, (status) =>
    status === 200 ? undefined : `answers ${status}, not 200`,
  );
  return answered.body;
};

/** The same for a notification that the client asked for: any status of success will do, and is returned; what it says is not kept. */
export async function guardedPost(
  address: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  guard: FetchPolicy,
): Promise<number> {
  const answered = await exchanged(
    address,
    guard,
    { method: 'POST', headers: { ...headers, 'content-length': body.length }, body },
    (status) => (status >= 200 && status < 300 ? undefined : `answers ${status}`),
  );
  return answered.status;
}

interface RequestOptions {
  readonly method?: 'POST';
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body?: Buffer;
}

/** `fault`: what is wrong with a status, where something is. */
async function exchanged(
  address: string,
  guard: FetchPolicy,
  { method, headers, body }: RequestOptions,
  fault: (status: number) => string | undefined,
): Promise<{ readonly status: number; readonly body: Buffer }> {
  const { url, dialled, lookup } = permitted(address, guard);
  return new Promise((settle, fail) => {
    const late = AbortSignal.timeout(timeoutMs);
    const refuse = (why: string, { cause, status }: { readonly cause?: unknown; readonly status?: number | undefined } = {}): void => {
      if (cause instanceof NotFetched) return fail(cause);
      if (late.aborted) return fail(new NotFetched(`does not answer within ${timeoutMs / 1_000} s`, { cause }));
      fail(new NotFetched(why, { cause, ...(status !== undefined && { status }) }));
    };
    const send = dialled.protocol === 'https:' ? https : http;
    // No agent: a connection that was kept would not be looked up again.
    const asked = send(
      dialled,
      {
        method,
        agent: false,
        lookup,
        headers: { host: url.host, 'user-agent': userAgent, ...headers },
        signal: late,
        ...(guard.ca !== undefined && { ca: guard.ca }),
      },
      (answer) => {
        const status = answer.statusCode ?? 0;
        const wrong = redirects(answer) ? 'redirects, which are not followed' : fault(status);
        if (wrong !== undefined) {
          asked.destroy();
          return refuse(wrong, { status });
        }
        collect(
          answer,
          (why) => {
            asked.destroy();
            refuse(why);
          },
          (whole) => {
            settle({ status, body: whole });
          },
        );
      },
    );
    asked.once('error', (error) => {
      refuse('cannot be reached', { cause: error });
    });
    asked.end(body);
  });
}

/** Why an address cannot be fetched, whatever its name may resolve to; undefined where it can. */
export function addressFault(address: string, guard: FetchPolicy): string | undefined {
  try {
    permitted(address, guard);
    return undefined;
  } catch (error) {
    return (error as NotFetched).message;
  }
}

interface PermittedTarget {
  readonly url: URL;
  /** The same, but for an address of the bank's own. */
  readonly dialled: URL;
  readonly lookup?: LookupFunction;
}

function permitted(address: string, guard: FetchPolicy): PermittedTarget {
  if (!URL.canParse(address)) throw new NotFetched('is not a URL');
  const url = new URL(address);
  const dialled = guard.own?.(url);
  return dialled ? { url, dialled } : { url: permittedUrl(url, guard), dialled: url, lookup: guarded(guard) };
}

function permittedUrl(url: URL, { loopback }: FetchPolicy): URL {
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const own = loopback && (hostname === 'localhost' || isLoopback(hostname));
  if (!(own ? ['https:', 'http:'] : ['https:']).includes(url.protocol)) throw new NotFetched('must be https');
  if (`${url.username}${url.password}` !== '') throw new NotFetched('has a user name or password');
  // A literal address is not looked up, so it is judged here.
  if (isIP(hostname) && !isPublic(hostname) && !own) throw new NotFetched('is not a public address');
  return url;
}

/** Finds the addresses that are dialled, and lets none be dialled that was not judged: a name with one private address has none. */
const guarded =
  ({ loopback, resolve: find = resolved }: FetchPolicy): LookupFunction =>
  (hostname, options, found) => {
    find(hostname).then(
      (addresses) => {
        const allowed =
          addresses.length > 0 &&
          addresses.every(({ address }) => isPublic(address) || (loopback && hostname === 'localhost' && isLoopback(address)));
        if (!allowed) return found(new NotFetched('is not a public address'), '', 4);
        if (options.all) return found(null, [...addresses]);
        found(null, addresses[0]!.address, addresses[0]!.family);
      },
      (error: Error) => {
        found(error, '', 4);
      },
    );
  };

const resolved = (hostname: string): Promise<LookupAddress[]> =>
  new Promise((settle, fail) => {
    resolve(hostname, { all: true }, (error, addresses) => {
      if (error) fail(error);
      else settle(addresses);
    });
  });

const redirects = ({ statusCode = 0 }: IncomingMessage): boolean => statusCode >= 300 && statusCode < 400;

function collect(answer: IncomingMessage, refuse: (why: string) => void, settle: (body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) return refuse(`is larger than ${maxBytes / 1_024} KiB`);
    chunks.push(chunk);
  });
  answer.once('end', () => {
    if (bytes <= maxBytes) settle(Buffer.concat(chunks));
  });
  answer.once('error', () => {
    refuse('breaks off');
  });
}
