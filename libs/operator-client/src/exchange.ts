import { request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { mediaType } from '@open-banking/messages';
import { userAgent } from '@open-banking/spec';
import type { ClientTls } from '@open-banking/installation/own-client';
import { sentWhileBusy } from './busy-bank.js';

/** Headers by name; of several values each is sent as a line of its own. */
export type SentHeaders = Readonly<Record<string, string | string[]>>;

export interface ExchangeOptions {
  readonly method?: string;
  readonly headers?: SentHeaders;
  readonly body?: string | Buffer;
  /** The loopback address to send from, for separate per-address limits. */
  readonly from?: string;
  /** For https: the client's certificate, and the CA to trust for the bank's certificate. PEM. */
  readonly tls?: ClientTls | undefined;
  /** How long to wait for the response. */
  readonly timeoutMs?: number;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The parsed body, if it is JSON. */
  readonly body: any; // eslint-disable-line @typescript-eslint/no-explicit-any
}

/** Gateways of banks behind a TLS front, by the base URL. */
const gateways = new Map<string, string>();

/** From now on requests to `baseUrl` go to the gateway behind the front, from this process. */
export const reachAt = (baseUrl: string, gateway: string): void => {
  gateways.set(baseUrl, gateway);
};

/** Where a request really goes, with the Host that the front would hand on. */
function reached(url: string): { readonly address: string; readonly host?: string } {
  const { origin, host } = new URL(url);
  const gateway = gateways.get(origin);
  return gateway === undefined ? { address: url } : { address: gateway + url.slice(origin.length), host };
}

/** A request, or what makes it anew for each try: assertions and proofs are good once. */
export type Sendable = ExchangeOptions | (() => Promise<ExchangeOptions>);

const optionsOf = async (options: Sendable): Promise<ExchangeOptions> => (typeof options === 'function' ? options() : options);

/** Sends one request. Does not follow redirects and does not throw on any status. Within `repeatingWhileBusy` it repeats it after a 503. */
export async function exchange(url: string, options: Sendable = {}): Promise<HttpResponse> {
  const first = await optionsOf(options);
  let made: ExchangeOptions | undefined = first;
  return sentWhileBusy(requestName(url, first), async () => {
    const own = made ?? (await optionsOf(options));
    made = undefined;
    return send(url, own);
  });
}

function requestName(url: string, { method = 'GET', headers = {} }: ExchangeOptions): string {
  const id = headers['x-request-id'];
  return `${method} ${new URL(url).pathname}${typeof id === 'string' && id !== '' ? ` (X-Request-ID ${id})` : ''}`;
}

function send(url: string, { method = 'GET', headers = {}, body, from, tls, timeoutMs = 60_000 }: ExchangeOptions): Promise<HttpResponse> {
  const { address, host } = reached(url);
  const open = address.startsWith('https:') ? secureRequest : request;
  return new Promise((resolve, reject) => {
    const clientRequest = open(
      address,
      {
        method,
        headers: {
          'user-agent': userAgent,
          ...definedHeaders(headers),
          ...(host !== undefined && { host }),
          ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
        },
        localAddress: from,
        timeout: timeoutMs,
        cert: tls?.certificate,
        key: tls?.privateKey,
        ca: tls?.ca,
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.once('error', reject);
        answer.once('end', () => {
          const text = Buffer.concat(chunks).toString();
          const isJson = /[/+]json$/.test(mediaType(answer.headers['content-type'] ?? '')?.type ?? '');
          resolve({
            status: answer.statusCode!,
            headers: answer.headers,
            text,
            body: isJson && text ? (JSON.parse(text) as unknown) : undefined,
          });
        });
      },
    );
    clientRequest.once('timeout', () => clientRequest.destroy(new Error(`no response within ${timeoutMs / 1_000} s`)));
    clientRequest.once('error', (error) => {
      reject(new Error(`${method} ${url}: ${connectionErrorText(error)}`));
    });
    clientRequest.end(body);
  });
}

/** Drops headers without a value. */
const definedHeaders = (headers: SentHeaders): Record<string, string | string[]> =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));

const connectionErrorText = (error: NodeJS.ErrnoException): string =>
  error.code === 'ECONNREFUSED' ? 'connection refused; is the bank running (npm start)?' : error.message;

const maxPauseMs = 3_000;
const maxRepeats = 5;

/**
 * Sends a request, and sends it again after each response with one of these statuses that asks to wait a moment (`Retry-After` of at
 * most 3 s): after 429 until the limit has room, after any other status five times. Nothing else is repeated, so name what you expect.
 */
export async function repeatOn(statuses: readonly number[], send: () => Promise<HttpResponse>): Promise<HttpResponse> {
  for (let repeats = 0; ;) {
    const response = await send();
    const { status, headers } = response;
    const waitMs = Number(headers['retry-after']) * 1_000;
    repeats += status === 429 ? 0 : 1;
    if (!statuses.includes(status) || repeats > maxRepeats || !(waitMs <= maxPauseMs)) return response;
    await pause(waitMs);
  }
}

/** An exchange that waits where its limit for the second is used up (429): for scripts, which ask faster than people do. */
export const exchangeWithinLimits = (url: string, options: Sendable = {}): Promise<HttpResponse> =>
  repeatOn([429], () => exchange(url, options));

/**
 * A page, or a form of it, asked for within the limits. A sign-in is also repeated when the bank refuses it for a moment (503): it
 * hashes only so many passwords at once.
 */
export const exchangeForm = (
  url: string,
  { form, ...options }: Omit<ExchangeOptions, 'body'> & { readonly form?: URLSearchParams | undefined },
): Promise<HttpResponse> =>
  repeatOn(form?.has('password') ? [429, 503] : [429], () => exchange(url, { ...options, ...(form && { body: form.toString() }) }));

/** Returns the body of a successful response. Otherwise throws the bank's error as one line. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export function expectSuccess<T = any>(what: string, { status, body, text }: HttpResponse): T {
  if (status >= 200 && status < 300) return body as T;
  throw new Error(`${what}: the bank answered ${status} ${errorText(body) ?? text.slice(0, 300)}`);
}

interface ErrorBody {
  tppMessages?: { code: string; path?: string; text?: string }[];
  error?: string;
  error_description?: string;
}

function errorText(body: unknown): string | undefined {
  const { tppMessages, error, error_description: description } = (body ?? {}) as ErrorBody;
  if (tppMessages) return tppMessages.map(({ code, path, text }) => [code, path, text].filter(Boolean).join(' ')).join('; ');
  return error && [error, description].filter(Boolean).join(': ');
}
