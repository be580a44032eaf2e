import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { freePorts } from '@open-banking/sandbox/bank';

/** What a third party was told, to the byte, and how it answered. */
export interface Told {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly raw: Buffer;
  readonly body: Readonly<Record<string, string>>;
  readonly answered: number | 'never';
}

/** A third party's own server on the loopback, which a bank tells of changes: down until it is opened, and answering as it is told to. */
export class Receiver {
  readonly told: Told[] = [];
  /** How the next requests are answered; after that with 204. */
  answers: (number | 'never')[] = [];
  #server?: Server;
  readonly #came = new EventEmitter();

  private constructor(private readonly port: number) {}

  static async at(): Promise<Receiver> {
    const [port] = await freePorts([undefined]);
    return new Receiver(port!);
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async open(): Promise<this> {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.once('end', () => {
        const raw = Buffer.concat(chunks);
        const answered = this.answers.shift() ?? 204;
        this.told.push({
          path: request.url!,
          headers: request.headers,
          raw,
          body: JSON.parse(raw.toString()) as Record<string, string>,
          answered,
        });
        if (answered !== 'never') response.writeHead(answered, answered >= 300 && answered < 400 ? { location: '/elsewhere' } : {}).end();
        this.#came.emit('told');
      });
    });
    await once(this.#server.listen(this.port, '127.0.0.1'), 'listening');
    return this;
  }

  /** Until it was told so often. */
  async until(count: number): Promise<readonly Told[]> {
    while (this.told.length < count) await once(this.#came, 'told');
    return this.told;
  }

  close(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }
}
