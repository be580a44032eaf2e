import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';

// Raw bytes: HTTP clients in good order never send most of what a gateway must refuse.
// Read by the specs and, as it is, by docker/check.mjs: Node strips the types and resolves the names as they stand.

/** An answer as it was heard. */
export interface Heard {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly bytes: string;
}

/** Opens a connection to where a URL leads, over TLS if that says so. `begin` is called once bytes may be sent. */
export function open(url: string, begin: () => void): Socket {
  const { protocol, hostname: host, port } = new URL(url);
  const to = { host, port: Number(port) };
  return protocol === 'https:' ? connectSecurely({ ...to, rejectUnauthorized: false }, begin) : connect(to, begin);
}

/** Sends bytes and hears one answer, or nothing, until the other side closes or the answer is whole. */
export function hear({ url }: { readonly url: string }, bytes: string, timeoutMs = 60_000): Promise<Heard | undefined> {
  return new Promise((resolve, reject) => {
    const socket = open(url, () => socket.write(bytes, 'latin1'));
    let heard = '';
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no whole answer within ${timeoutMs} ms: ${heard.slice(0, 200)}`));
    }, timeoutMs);
    const end = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(parse(heard));
    };
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1');
      if (isWhole(parse(heard))) end();
    });
    socket.on('close', end).on('error', end);
  });
}

/** The response so far, once its headers are complete. */
export function parse(bytes: string): Heard | undefined {
  const at = bytes.indexOf('\r\n\r\n');
  if (at < 0) return undefined;
  const [first, ...lines] = bytes.slice(0, at).split('\r\n');
  const status = Number(first!.split(' ')[1]);
  if (status === 100) return parse(bytes.slice(at + 4));
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { status, headers, body: bytes.slice(at + 4), bytes };
}

export function isWhole(heard: Heard | undefined): boolean {
  if (!heard) return false;
  const {
    headers: { 'content-length': length, 'transfer-encoding': coding },
    body,
  } = heard;
  return coding === 'chunked' ? body.endsWith('0\r\n\r\n') : length !== undefined && body.length >= Number(length);
}

const lines = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
export const ask = (line: string, headers: Readonly<Record<string, string>> = {}, body = '') =>
  `${line} HTTP/1.1\r\nHost: bank\r\n${lines(headers)}\r\n${body}`;
export const postRequest = (headers: Readonly<Record<string, string>>, body = '') =>
  ask('POST /v1.7/consents', { 'Content-Type': 'application/json', ...headers }, body);
export const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
