import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it arrived here, and the status it was answered with. */
export interface ForwardedRequest {
  readonly method: string;
  readonly path: string;
  readonly requestId: string | undefined;
  readonly token: string | undefined;
  readonly status: number;
}

/** What to answer instead of what the bank answers. `lost`: the bank gets the request, and its answer is replaced. */
export interface Interruption {
  readonly method: string;
  readonly path: RegExp;
  readonly status: 401 | 429 | 503;
  readonly lost?: true;
}

/** A proxy before a bank. It answers the first requests that match with the given refusals, each once and in order. */
export class InterruptingProxy {
  readonly forwarded: ForwardedRequest[] = [];
  private server?: Server;

  constructor(
    private readonly bankUrl: string,
    private readonly interruptions: Interruption[],
  ) {}

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.server!.address() as AddressInfo).port}`;
  }

  /** Refusals that no request has met. */
  get unmet(): readonly Interruption[] {
    return this.interruptions;
  }

  async open(): Promise<this> {
    this.server = createServer((request, response) => {
      this.answer(request, response).catch((error: Error) => response.writeHead(502).end(error.message));
    });
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    return this;
  }

  close(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const body = Buffer.concat((await request.toArray()) as Buffer[]);
    const at = this.interruptions.findIndex((one) => one.method === method && one.path.test(url));
    const [interruption] = at < 0 ? [] : this.interruptions.splice(at, 1);
    const answered = !interruption || interruption.lost ? await this.forward(method, url, headers, body) : undefined;
    const status = interruption?.status ?? answered!.status;
    this.forwarded.push({ method, path: url, requestId: headers['x-request-id'] as string, token: headers.authorization, status });
    if (interruption) response.writeHead(status, status === 401 ? {} : { 'retry-after': '1' }).end('{}');
    else response.writeHead(status, { 'content-type': answered!.headers.get('content-type') ?? 'text/plain' }).end(answered!.text);
  }

  private async forward(method: string, url: string, headers: IncomingMessage['headers'], body: Buffer) {
    // What is said between two ends of a connection is not forwarded: Java asks for HTTP/2 with each first request.
    const {
      connection,
      host,
      upgrade,
      'http2-settings': http2,
      'content-length': length,
      'transfer-encoding': encoding,
      expect,
      ...kept
    } = headers;
    void [connection, host, upgrade, http2, length, encoding, expect];
    const answer = await fetch(this.bankUrl + url, {
      method,
      headers: kept as Record<string, string>,
      body: body.length > 0 ? new Uint8Array(body) : undefined,
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }
}
