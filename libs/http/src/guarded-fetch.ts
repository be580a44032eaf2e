import { lookup as resolve, type LookupAddress } from 'node:dns';
import { request as http, type IncomingMessage } from 'node:http';
import { request as https } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopback, isPublic } from './public-address.js';

export interface FetchPolicy {
  /** In the sandbox: this machine, and http to it. */
  readonly loopback: boolean;
  /** Authorities to trust besides the public ones, as PEM. */
  readonly ca?: string;
  /** Another way to find addresses than the system's. */
  readonly resolve?: (hostname: string) => Promise<readonly LookupAddress[]>;
}

const patienceMs = 3_000;
const mostBytes = 65_536;

/** Why an address that a client gave was not fetched. The text may be told: it says nothing of what stands there. */
export class NotFetched extends Error {}

/**
 * The one way in which this bank fetches an address that a client gave: https, every address of its name public and one of
 * those dialled, no redirects, no cookies, 3 s and 64 KiB in all. Returns the body of a 200.
 */
export const guardedFetch = (address: string, guard: FetchPolicy): Promise<Buffer> =>
  exchanged(address, guard, { headers: { accept: 'application/json' } }, (status) =>
    status === 200 ? undefined : `answers ${status}, not 200`,
  );

/** The same for something that the client asked to be told: any status of success will do, and what it says is not kept. */
export async function guardedPost(
  address: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  guard: FetchPolicy,
): Promise<void> {
  await exchanged(address, guard, { method: 'POST', headers: { ...headers, 'content-length': body.length }, body }, (status) =>
    status >= 200 && status < 300 ? undefined : `answers ${status}`,
  );
}

interface Sent {
  readonly method?: 'POST';
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body?: Buffer;
}

/** `fault`: what is wrong with a status, where something is. */
async function exchanged(
  address: string,
  guard: FetchPolicy,
  { method, headers, body }: Sent,
  fault: (status: number) => string | undefined,
): Promise<Buffer> {
  const url = permitted(address, guard);
  return new Promise((settle, fail) => {
    const late = AbortSignal.timeout(patienceMs);
    const refuse = (why: string, cause?: unknown): void => {
      fail(
        cause instanceof NotFetched
          ? cause
          : new NotFetched(late.aborted ? `does not answer within ${patienceMs / 1_000} s` : why, { cause }),
      );
    };
    const send = url.protocol === 'https:' ? https : http;
    // No agent: a connection that was kept would not be looked up again.
    const asked = send(
      url,
      { method, agent: false, lookup: guarded(guard), headers, signal: late, ...(guard.ca !== undefined && { ca: guard.ca }) },
      (answer) => {
        const wrong = redirects(answer) ? 'redirects, which are not followed' : fault(answer.statusCode ?? 0);
        if (wrong !== undefined) {
          asked.destroy();
          return refuse(wrong);
        }
        collect(
          answer,
          (why) => {
            asked.destroy();
            refuse(why);
          },
          settle,
        );
      },
    );
    asked.once('error', (error) => {
      refuse('cannot be reached', error);
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

function permitted(address: string, { loopback }: FetchPolicy): URL {
  if (!URL.canParse(address)) throw new NotFetched('is not a URL');
  const url = new URL(address);
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
    if (bytes > mostBytes) return refuse(`is larger than ${mostBytes / 1_024} KiB`);
    chunks.push(chunk);
  });
  answer.once('end', () => {
    if (bytes <= mostBytes) settle(Buffer.concat(chunks));
  });
  answer.once('error', () => {
    refuse('breaks off');
  });
}
