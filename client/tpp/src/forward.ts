import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { ForwardTarget } from './loopback.js';

/** A notification as it arrived at the bank's receiver. */
export interface ArrivedNotification {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The answer of the developer's own server. */
export interface ForwardAnswer {
  readonly status: number;
  readonly ms: number;
  /** The first bytes of the body, as text. */
  readonly text: string;
}

const timeoutMs = 10_000;
const maxShown = 200;

/** Sends a notification on, to the byte and with its headers. A redirect is an answer like any other: it is not followed. */
export function forward({ headers, body }: ArrivedNotification, { url, lookup }: ForwardTarget): Promise<ForwardAnswer> {
  const begun = performance.now();
  const send = url.protocol === 'https:' ? secureRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': body.length },
        signal: AbortSignal.timeout(timeoutMs),
        ...(lookup && { lookup }),
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (part: string) => {
          text = (text + part).slice(0, maxShown);
        });
        answer.once('error', reject);
        answer.once('end', () => resolve({ status: answer.statusCode!, ms: Math.round(performance.now() - begun), text }));
      },
    );
    request.once('error', reject);
    request.end(body);
  });
}
