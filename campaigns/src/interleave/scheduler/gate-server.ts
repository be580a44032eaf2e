import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { GateRequest, FromService, StatementChange, ToService } from './gate-protocol.js';

/** Something in a service that waits for leave. */
export interface WaitingActor {
  readonly asked: GateRequest;
  go(actor?: string): void;
}

/** Is told what services ask and report. */
export interface GateListener {
  asked(waiting: WaitingActor & { readonly key: string }): void;
  done(key: string): void;
  ended(actor: string): void;
  fault(text: string): void;
}

/** Where services ask for leave. */
export class GateServer {
  readonly #server: Server;
  readonly #sockets = new Map<Socket, string>();
  readonly #changed: (() => void)[] = [];
  #connections = 0;

  private constructor(private readonly listener: GateListener) {
    this.#server = createServer((socket) => {
      this.#serve(socket);
    });
  }

  static async open(listener: GateListener): Promise<GateServer> {
    const gate = new GateServer(listener);
    await new Promise<void>((listening) => gate.#server.listen(0, '127.0.0.1', listening));
    return gate;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Has all services run these statements changed. */
  async change(statements: readonly StatementChange[]): Promise<void> {
    const changed = [...this.#sockets.keys()].map(async (socket) => {
      const answered = new Promise<void>((resolve) => this.#changed.push(resolve));
      write(socket, { kind: 'change', statements });
      return answered;
    });
    await Promise.all(changed);
  }

  /** Has a service run recurring work now. */
  run(service: string, task: string): void {
    for (const [socket, name] of this.#sockets) if (name === service) write(socket, { kind: 'run', task });
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets.keys()) socket.destroy();
    await new Promise((closed) => this.#server.close(closed));
  }

  #serve(socket: Socket): void {
    const connection = (this.#connections += 1);
    const connectionKey = (id: number): string => `${connection}/${id}`;
    socket.setNoDelay(true);
    socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket));
    createInterface({ input: socket }).on('line', (line) => {
      const message = JSON.parse(line) as FromService;
      if (message.kind === 'hello') this.#sockets.set(socket, message.service);
      else if (message.kind === 'done') this.listener.done(connectionKey(message.id));
      else if (message.kind === 'end') this.listener.ended(message.actor);
      else if (message.kind === 'fault') this.listener.fault(message.text);
      else if (message.kind === 'changed') this.#changed.shift()!();
      else this.#ask(socket, connectionKey(message.id), message);
    });
  }

  #ask(socket: Socket, key: string, { id, ...asked }: { readonly id: number } & GateRequest): void {
    this.listener.asked({
      key,
      asked,
      go: (actor) => {
        write(socket, { kind: 'go', id, ...(actor !== undefined && { actor }) });
      },
    });
  }
}

const write = (socket: Socket, message: ToService): void => {
  socket.write(`${JSON.stringify(message)}\n`);
};
