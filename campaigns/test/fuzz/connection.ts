import { connect, type Socket } from 'node:net';
import type { Wire } from './draft.js';

/** A response as its bytes say it. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** Bytes behind the response: none belong there. */
  readonly behind: number;
  readonly elapsedMs: number;
}

export const valuesOf = ({ headers }: Pick<Answer, 'headers'>, wanted: string): string[] =>
  headers.filter(([name]) => name === wanted).map(([, value]) => value);

const timeoutMs = 60_000;

/** A client that writes what no HTTP client in good order does, on a connection that it keeps as long as the bank does. */
export class RawConnection {
  #socket: Socket | undefined;

  constructor(
    private readonly baseUrl: string,
    private readonly from?: string,
  ) {}

  /** Sends a request and reads its response. A kept connection that the bank closes at that moment is replaced once. */
  async send(wire: Wire): Promise<Answer> {
    const kept = this.#socket !== undefined;
    const answer = await this.#exchange(wire).catch((error: Error) => {
      if (kept && error instanceof ClosedUnanswered) return undefined;
      throw error;
    });
    return answer ?? this.#exchange(wire);
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  #exchange(wire: Wire): Promise<Answer> {
    const { hostname, port } = new URL(this.baseUrl);
    const socket = (this.#socket ??= connect({ port: Number(port), host: hostname, ...(this.from && { localAddress: this.from }) }));
    const chunks: Buffer[] = [];
    const startedAt = performance.now();
    return new Promise((resolve, reject) => {
      const end = (settle: () => void, keep: boolean): void => {
        clearTimeout(timer);
        socket.removeAllListeners();
        socket.on('error', () => undefined).on('close', () => (this.#socket = this.#socket === socket ? undefined : this.#socket));
        if (!keep) this.close();
        settle();
      };
      const read = (hasEnded: boolean): void => {
        const answer = answerIn(Buffer.concat(chunks), hasEnded);
        if (answer) {
          const keep = !hasEnded && !valuesOf(answer, 'connection').some((value) => value.toLowerCase() === 'close');
          end(() => resolve({ ...answer, elapsedMs: performance.now() - startedAt }), keep);
        } else if (hasEnded) end(() => reject(new ClosedUnanswered(chunks)), false);
      };
      const timer = setTimeout(
        () => end(() => reject(new Error(`no whole answer within ${timeoutMs} ms: ${said(chunks)}`)), false),
        timeoutMs,
      );
      socket
        .on('data', (chunk) => {
          chunks.push(chunk);
          read(false);
        })
        .on('error', () => undefined)
        .on('close', () => read(true));
      socket.write(written(wire, `${hostname}:${port}`));
    });
  }
}

class ClosedUnanswered extends Error {
  constructor(chunks: readonly Buffer[]) {
    super(`the connection was closed without a whole answer: ${said(chunks)}`);
  }
}
const said = (chunks: readonly Buffer[]): string => Buffer.concat(chunks).toString('latin1').slice(0, 200);

/** The bytes of a request. */
export function written({ method, target, headers, body, chunked }: Wire, host: string): Buffer {
  const framing = body ? (chunked ? 'Transfer-Encoding: chunked\r\n' : `Content-Length: ${body.length}\r\n`) : '';
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\nHost: ${host}\r\n${framing}${lines}\r\n`, 'latin1');
  if (!body) return head;
  if (!chunked) return Buffer.concat([head, body]);
  const half = Math.ceil(body.length / 2);
  const parts = [body.subarray(0, half), body.subarray(half)].filter(({ length }) => length > 0);
  const pieces = parts.flatMap((part) => [Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]);
  return Buffer.concat([head, ...pieces, Buffer.from('0\r\n\r\n')]);
}

/** The response that these bytes begin with, once it is whole. */
export function answerIn(bytes: Buffer, hasEnded = false): Omit<Answer, 'elapsedMs'> | undefined {
  const at = bytes.indexOf('\r\n\r\n');
  if (at < 0) return undefined;
  const [first, ...lines] = bytes.subarray(0, at).toString('latin1').split('\r\n') as [string, ...string[]];
  const status = Number(first.split(' ')[1]);
  const rest = bytes.subarray(at + 4);
  if (status >= 100 && status < 200) return answerIn(rest, hasEnded);
  const headers = lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()] as const);
  const found = bodyIn(rest, { status, headers }, hasEnded);
  return found && { status, headers, ...found };
}

function bodyIn(
  rest: Buffer,
  { status, headers }: Pick<Answer, 'status' | 'headers'>,
  hasEnded: boolean,
): { body: Buffer; behind: number } | undefined {
  if (status === 204 || status === 304) return { body: Buffer.alloc(0), behind: rest.length };
  if (valuesOf({ headers }, 'transfer-encoding').length > 0) return unchunked(rest);
  const [length] = valuesOf({ headers }, 'content-length');
  if (length === undefined) return hasEnded ? { body: rest, behind: 0 } : undefined;
  return rest.length < Number(length) ? undefined : { body: rest.subarray(0, Number(length)), behind: rest.length - Number(length) };
}

function unchunked(rest: Buffer): { body: Buffer; behind: number } | undefined {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const line = rest.indexOf('\r\n', at);
    if (line < 0) return undefined;
    const size = Number.parseInt(rest.subarray(at, line).toString('latin1'), 16);
    const end = line + 2 + size + 2;
    if (rest.length < end) return undefined;
    if (size === 0) return { body: Buffer.concat(parts), behind: rest.length - end };
    parts.push(rest.subarray(line + 2, line + 2 + size));
    at = end;
  }
}
