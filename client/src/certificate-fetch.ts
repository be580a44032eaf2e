import { request as plainRequest } from 'node:http';
import { Agent, request as secureRequest } from 'node:https';
import type { ClientCertificate } from './settings.js';

/** A `fetch` that presents a certificate, which the global one cannot. It sends text and follows no redirect. */
export function certificateFetch({ certificate, privateKey, ca }: ClientCertificate): typeof fetch {
  const agent = new Agent({ keepAlive: true, cert: certificate, key: privateKey, ...(ca !== undefined && { ca: [ca].flat() }) });
  return (input, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const text = body == null ? undefined : Buffer.from(String(body));
      const fields = Object.fromEntries(new Headers(headers));
      // A sandbox publishes its metadata over http.
      const isSecure = new URL(String(input)).protocol === 'https:';
      const request = isSecure ? secureRequest : plainRequest;
      const options = {
        ...(isSecure && { agent }),
        method,
        headers: { ...fields, ...(text && { 'content-length': text.length }) },
        signal: signal ?? undefined,
      };
      request(String(input), options, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.once('error', reject);
        answer.once('end', () => {
          const status = answer.statusCode!;
          const pairs = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, [value ?? []].flat().join(', ')]);
          try {
            resolve(new Response([204, 205, 304].includes(status) ? null : Buffer.concat(chunks), { status, headers: pairs }));
          } catch (error) {
            // A status or a header that a Response cannot have.
            reject(error as Error);
          }
        });
      })
        .once('error', reject)
        .end(text);
    });
}
