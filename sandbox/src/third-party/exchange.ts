import { request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';

export interface ClientTls {
  readonly certificate?: string;
  readonly privateKey?: string;
  readonly ca: string;
}

export interface Asking {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** The loopback address to ask from: limits that go by address then count on their own. */
  readonly from?: string;
  /** For https: the client's certificate, and the authority that the bank's own is trusted by. PEM. */
  readonly tls?: ClientTls | undefined;
  /** How long to wait for the answer. */
  readonly patienceMs?: number;
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The body, where it is JSON. */
  readonly body: any; // eslint-disable-line @typescript-eslint/no-explicit-any
}

/** One request and its answer, as they are: no redirects followed, nothing thrown for a status. */
export function exchange(
  url: string,
  { method = 'GET', headers = {}, body, from, tls, patienceMs = 15_000 }: Asking = {},
): Promise<Answered> {
  const send = url.startsWith('https:') ? secureRequest : request;
  return new Promise((resolve, reject) => {
    const asked = send(
      url,
      {
        method,
        headers: { ...sentOf(headers), ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) },
        localAddress: from,
        timeout: patienceMs,
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
          const isJson = /[/+]json\b/.test(answer.headers['content-type'] ?? '');
          resolve({
            status: answer.statusCode!,
            headers: answer.headers,
            text,
            body: isJson && text ? (JSON.parse(text) as unknown) : undefined,
          });
        });
      },
    );
    asked.once('timeout', () => asked.destroy(new Error(`no answer within ${patienceMs / 1_000} s`)));
    asked.once('error', (error) => {
      reject(new Error(`${method} ${url}: ${unreachable(error)}`));
    });
    asked.end(body);
  });
}

/** A header without a value is left out. */
const sentOf = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));

const unreachable = (error: NodeJS.ErrnoException): string =>
  error.code === 'ECONNREFUSED' ? 'nobody answers there; is the bank running (npm start)?' : error.message;

const longestPauseMs = 3_000;
const mostRepeats = 5;

/**
 * Sends a request, and sends it again after each answer with one of these statuses that asks to wait a moment (`Retry-After` of at
 * most 3 s): after 429 until the limit has room, after any other status five times. Nothing else is repeated, so name what you expect.
 */
export async function repeatOn(statuses: readonly number[], send: () => Promise<Answered>): Promise<Answered> {
  for (let repeats = 0; ;) {
    const answered = await send();
    const { status, headers } = answered;
    const waitMs = Number(headers['retry-after']) * 1_000;
    repeats += status === 429 ? 0 : 1;
    if (!statuses.includes(status) || repeats > mostRepeats || !(waitMs <= longestPauseMs)) return answered;
    await pause(waitMs);
  }
}

/** An exchange that waits where its limit for the second is used up (429): for scripts, which ask faster than people do. */
export const exchangeWithinLimits = (url: string, asking: Asking | (() => Promise<Asking>) = {}): Promise<Answered> =>
  repeatOn([429], async () => exchange(url, typeof asking === 'function' ? await asking() : asking));

/**
 * A page, or a form of it, asked for within the limits. A sign-in is also repeated when the bank refuses it for a moment (503): it
 * hashes only so many passwords at once.
 */
export const exchangeForm = (
  url: string,
  { form, ...asking }: Omit<Asking, 'body'> & { readonly form?: URLSearchParams | undefined },
): Promise<Answered> =>
  repeatOn(form?.has('password') ? [429, 503] : [429], () => exchange(url, { ...asking, ...(form && { body: form.toString() }) }));

/** The answer's body where it is a success; otherwise what the bank says, in one line. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export function succeeded<T = any>(what: string, { status, body, text }: Answered): T {
  if (status >= 200 && status < 300) return body as T;
  throw new Error(`${what}: the bank answered ${status} ${faultOf(body) ?? text.slice(0, 300)}`);
}

interface Refused {
  tppMessages?: { code: string; path?: string; text?: string }[];
  error?: string;
  error_description?: string;
}

function faultOf(body: unknown): string | undefined {
  const { tppMessages, error, error_description: description } = (body ?? {}) as Refused;
  if (tppMessages) return tppMessages.map(({ code, path, text }) => [code, path, text].filter(Boolean).join(' ')).join('; ');
  return error && [error, description].filter(Boolean).join(': ');
}
