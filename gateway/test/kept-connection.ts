import { connect, type Socket } from 'node:net';
import { ask, isWhole, parse, type Heard } from './raw-request.js';

/** One connection of a client that sends several requests, one after the other, and ignores what the server announces. */
export class KeptConnection {
  private readonly socket: Socket;
  private heard = '';

  constructor(url: string) {
    const { port, hostname } = new URL(url);
    this.socket = connect(Number(port), hostname)
      .on('data', (chunk) => {
        this.heard += chunk.toString('latin1');
      })
      .on('error', () => undefined);
  }

  get isOpen(): boolean {
    return this.socket.writable && !this.socket.readableEnded;
  }

  /** The whole answer; undefined if the server closes the connection instead. */
  send(line: string, headers: Readonly<Record<string, string>> = {}): Promise<Heard | undefined> {
    this.heard = '';
    return new Promise((resolve) => {
      const end = (answer: Heard | undefined) => {
        this.socket.off('data', check).off('close', check);
        resolve(answer);
      };
      const check = () => {
        const answer = parse(this.heard);
        if (isWhole(answer)) end(answer);
        else if (this.socket.closed) end(undefined);
      };
      this.socket.on('data', check).on('close', check);
      this.socket.write(ask(line, { 'X-Request-ID': crypto.randomUUID(), ...headers }));
    });
  }

  close(): void {
    this.socket.destroy();
  }
}
