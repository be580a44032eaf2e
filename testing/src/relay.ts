import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Relays connections from a port of its own to another, and counts what is sent: a dependency that a test can take away and bring back. */
export class Relay {
  private readonly sockets = new Set<Socket>();
  private sent = '';
  private server?: Server;

  private constructor(
    private readonly target: number,
    public port = 0,
  ) {}

  static async to(target: number): Promise<Relay> {
    const relay = new Relay(target);
    await relay.open();
    return relay;
  }

  /** How often this text was sent to the target. A text that two chunks share is not counted. */
  occurrences(text: string): number {
    return this.sent.split(text).length - 1;
  }

  async open(): Promise<void> {
    const server = createServer((socket) => {
      const onward = connect(this.target, '127.0.0.1');
      for (const [one, other] of [
        [socket, onward],
        [onward, socket],
      ] as const) {
        this.sockets.add(one);
        one.on('error', () => other.destroy()).on('close', () => other.destroy());
        one.pipe(other);
      }
      socket.on('data', (chunk: Buffer) => {
        this.sent += chunk.toString('latin1');
      });
    });
    server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }

  /** Ends all connections and refuses new ones. */
  async close(): Promise<void> {
    const closed = this.server?.listening ? once(this.server, 'close') : undefined;
    this.server?.close();
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
    await closed;
  }
}
