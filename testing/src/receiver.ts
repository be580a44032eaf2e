import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { freePorts } from '@open-banking/sandbox/bank';

/** A notification as received by a third party, byte for byte, and its response. */
export interface Told {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly raw: Buffer;
  readonly body: Readonly<Record<string, string>>;
  readonly answered: number | 'never';
}

/** A third party's server on the loopback interface that receives notifications. It is down until it is opened, and its responses can be set. */
export class Receiver {
  readonly told: Told[] = [];
  /** The statuses of the next responses; after that, 204. */
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

  /** Waits until this many notifications have arrived. */
  async until(count: number): Promise<readonly Told[]> {
    while (this.told.length < count) await once(this.#came, 'told');
    return this.told;
  }

  close(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }
}
