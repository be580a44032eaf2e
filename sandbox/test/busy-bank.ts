import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  /** Method and path. */
  readonly name: string;
  readonly requestId: string | undefined;
  readonly dpop: string | undefined;
  readonly refused: boolean;
}

/** Stands before a bank and answers 503 to some requests, as a bank that is too busy does. All others reach the bank. */
export class BusyBank {
  readonly seen: SeenRequest[] = [];
  readonly #server: Server;

  /** `refuses` says whether a request is answered 503; `before` are the requests of the same name so far. */
  constructor(
    private readonly bank: string,
    private readonly refuses: (name: string, before: number) => boolean,
  ) {
    this.#server = createServer((asked, answer) => {
      this.#handle(asked, answer);
    });
  }

  async start(): Promise<number> {
    await new Promise<void>((listening) => this.#server.listen(0, '127.0.0.1', listening));
    return (this.#server.address() as AddressInfo).port;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #handle(asked: IncomingMessage, answer: ServerResponse): void {
    const { 'x-request-id': requestId, dpop } = asked.headers as Record<string, string | undefined>;
    // Ids in paths differ from one request to the next.
    const name = `${asked.method} ${asked.url!.split('?')[0]}`;
    const refused = this.refuses(name, this.seen.filter((one) => one.name === name).length);
    this.seen.push({ name, requestId, dpop, refused });
    if (refused) {
      asked.resume();
      answer.writeHead(503, { 'retry-after': '0' }).end();
      return;
    }
    const onward = request(new URL(asked.url!, this.bank), { method: asked.method, headers: asked.headers, agent: false }, (received) => {
      answer.writeHead(received.statusCode!, received.rawHeaders);
      received.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  }
}
