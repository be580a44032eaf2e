import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * A Sentinel whose answers and announcements come when a test wants them. It knows one primary, called anything, and speaks as
 * much of the protocol as a client needs: SUBSCRIBE, SENTINEL GET-MASTER-ADDR-BY-NAME and SENTINEL SENTINELS.
 */
export class ScriptedSentinel {
  readonly #sockets = new Set<Socket>();
  readonly #subscribers = new Set<Socket>();
  #held?: (() => void)[];

  private constructor(
    private readonly server: Server,
    private readonly primaryPort: number,
  ) {}

  static async start(primaryPort: number): Promise<ScriptedSentinel> {
    const server = createServer();
    const sentinel = new ScriptedSentinel(server, primaryPort);
    server.on('connection', (socket) => {
      sentinel.serve(socket);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return sentinel;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** How many connections listen for a new primary. */
  get subscribers(): number {
    return this.#subscribers.size;
  }

  /** How many questions for the primary wait for `answer`. */
  get held(): number {
    return this.#held?.length ?? 0;
  }

  /** From now on questions for the primary wait. */
  hold(): void {
    this.#held = [];
  }

  answer(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const answer of held) answer();
  }

  /** Announces a new primary to all subscribers. */
  announce(): void {
    for (const socket of this.#subscribers) socket.write(bulks('message', '+switch-master', 'limits 127.0.0.1 1 127.0.0.1 2'));
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.server.close();
  }

  private serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#subscribers.delete(socket));
    socket.on('data', (sent: Buffer) => {
      const command = sent.toString('latin1').toLowerCase();
      if (command.includes('subscribe')) {
        socket.write('*3\r\n$9\r\nsubscribe\r\n$14\r\n+switch-master\r\n:1\r\n');
        this.#subscribers.add(socket);
      } else if (command.includes('get-master-addr-by-name')) {
        const answer = (): void => void socket.write(bulks('127.0.0.1', String(this.primaryPort)));
        if (this.#held) this.#held.push(answer);
        else answer();
      } else socket.write('*0\r\n');
    });
  }
}

const bulks = (...texts: readonly string[]): string =>
  `*${texts.length}\r\n${texts.map((text) => `$${text.length}\r\n${text}\r\n`).join('')}`;
