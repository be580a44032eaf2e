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
const mostBusy = 5;

/** The same, again after an answer that asks to wait a moment: for whoever walks through pages faster than people do. */
export const patiently = (url: string, asking: Asking | (() => Promise<Asking>) = {}): Promise<Answered> =>
  insistently(async () => exchange(url, typeof asking === 'function' ? await asking() : asking));

/** Asks again after each 429 that says to wait a moment, and some times after another answer that does: a bank that is busy is not one that is down. */
export async function insistently(ask: () => Promise<Answered>): Promise<Answered> {
  for (let busy = 0; ;) {
    const answered = await ask();
    const { status, headers } = answered;
    const waitMs = Number(headers['retry-after']) * 1_000;
    busy += status === 429 ? 0 : 1;
    if (busy > mostBusy || !(waitMs <= longestPauseMs)) return answered;
    await pause(waitMs);
  }
}

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
