import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { AnswerReader } from './answer-reader.js';
import type { CountedRequest } from './sending.js';
import type { Tally } from './tally.js';

/** A request as it is sent. */
export interface FloodRequest {
  readonly kind: string;
  /** Its bytes this time. */
  readonly text: () => string;
}

export function serializeRequest({ kind, method = 'GET', path, headers, body = '', isWrite }: CountedRequest, host: string): FloodRequest {
  const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ host, ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`);
  const text = `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
  return { kind, text: isWrite ? () => text.replace(headers['x-request-id']!, randomUUID()) : () => text };
}

/** Sends one request at a time over one connection; over a new one where the server has closed the last. */
export class FloodConnection {
  private socket?: Socket | undefined;
  private reader = new AnswerReader();
  private sentAt?: number | undefined;
  private kind = '';
  private turn = 0;

  constructor(
    private readonly server: { readonly host: string; readonly port: number },
    private readonly requests: readonly FloodRequest[],
    private readonly tallies: Readonly<Record<string, Tally>>,
    /** Called when the next one may be sent. */
    private readonly onIdle: (connection: FloodConnection) => void,
  ) {}

  get isIdle(): boolean {
    return this.sentAt === undefined;
  }

  send(): void {
    const { kind, text } = this.requests[this.turn++ % this.requests.length]!;
    this.kind = kind;
    this.sentAt = performance.now();
    (this.socket ??= this.opened()).write(text());
  }

  /** Gives up what was sent before this moment and has no answer yet. */
  giveUp(before: number): void {
    if (this.sentAt !== undefined && this.sentAt < before) this.socket?.destroy();
  }

  /** Ends the connection. What is under way is not counted. */
  async stop(): Promise<void> {
    const { socket } = this;
    this.socket = undefined;
    if (!socket || socket.closed) return;
    socket.destroy();
    await once(socket, 'close');
  }

  private opened(): Socket {
    const socket = connect(this.server).setNoDelay().setEncoding('latin1');
    this.reader = new AnswerReader();
    socket.on('data', (bytes: string) => {
      if (socket === this.socket) this.receive(socket, bytes);
    });
    // An error is followed by the end of the connection.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (socket === this.socket) this.closed();
    });
    return socket;
  }

  private receive(socket: Socket, bytes: string): void {
    const answer = this.reader.read(bytes);
    if (!answer || this.sentAt === undefined) return;
    this.tallies[this.kind]!.answered(answer.status, performance.now() - this.sentAt);
    if (answer.closes) {
      this.socket = undefined;
      socket.end();
    }
    this.becomeIdle();
  }

  private closed(): void {
    this.socket = undefined;
    if (this.isIdle) return;
    this.tallies[this.kind]!.unansweredOne();
    this.becomeIdle();
  }

  private becomeIdle(): void {
    this.sentAt = undefined;
    this.onIdle(this);
  }
}
