import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { freePorts } from '@open-banking/installation/ports';

/** A notification as received by a third party, byte for byte, and the status it was answered with. */
export interface ReceivedNotification {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly raw: Buffer;
  readonly body: Readonly<Record<string, string>>;
  readonly status: number | 'never';
}

/**
 * A third party's server on the loopback interface that receives notifications. It is down until `open` is called; `nextStatuses` sets its
 * responses.
 */
export class NotificationReceiver {
  readonly received: ReceivedNotification[] = [];
  /** The statuses of the next responses; after that, 204. */
  nextStatuses: (number | 'never')[] = [];
  #server?: Server;
  readonly #arrivals = new EventEmitter();

  private constructor(private readonly port: number) {}

  static async create(): Promise<NotificationReceiver> {
    const [port] = await freePorts([undefined]);
    return new NotificationReceiver(port!);
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
        const status = this.nextStatuses.shift() ?? 204;
        this.received.push({
          path: request.url!,
          headers: request.headers,
          raw,
          body: JSON.parse(raw.toString()) as Record<string, string>,
          status,
        });
        if (status !== 'never') response.writeHead(status, status >= 300 && status < 400 ? { location: '/elsewhere' } : {}).end();
        this.#arrivals.emit('notification');
      });
    });
    await once(this.#server.listen(this.port, '127.0.0.1'), 'listening');
    return this;
  }

  /** Waits until this many notifications have arrived. */
  async waitFor(count: number): Promise<readonly ReceivedNotification[]> {
    while (this.received.length < count) await once(this.#arrivals, 'notification');
    return this.received;
  }

  close(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }
}
