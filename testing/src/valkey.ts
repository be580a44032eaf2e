import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freeze } from '@open-banking/sandbox/process-signals';
import { limitStoreProgram } from '@open-banking/sandbox/limit-store';
import { freePorts } from '@open-banking/installation/ports';

export { freePorts };

/** The server to test with. It is no npm package, so it may be missing. */
export const valkeyProgram = limitStoreProgram();

/** Declares tests that need the server. Where the machine has none, one line says what is not tested. */
export function describeWithValkey(name: string, tests: () => void): void {
  if (valkeyProgram) return describe(name, tests);
  describe(name, () => {
    it('is not tested here: neither valkey-server nor redis-server is installed', () => {
      process.stderr.write(`${name}: not tested, neither valkey-server nor redis-server is installed\n`);
    });
  });
}

const timeoutMs = 200_000;

/** Waits for a condition, and fails before the test's own bound does, with the condition. */
export async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + timeoutMs; !(await condition()); await pause(20))
    if (performance.now() > end) throw new Error(`This has not come true within ${timeoutMs / 1_000} s: ${condition.toString()}`);
}

/** A server of its own for one test file, without persistence. It ends with the test run at the latest. */
export class ValkeyServer {
  #process?: ChildProcess;
  #thaw?: () => void;

  private constructor(
    readonly port: number,
    private readonly folder: string,
    private readonly options: readonly string[],
  ) {}

  /** Starts a server on a free port; `options` are its command line's, for instance `['--requirepass', 'secret']`. */
  static async start(options: readonly string[] = []): Promise<ValkeyServer> {
    const [port] = await freePorts([undefined]);
    const server = new ValkeyServer(port!, mkdtempSync(join(tmpdir(), 'valkey-')), options);
    await server.restart();
    return server;
  }

  /** For a bank that needs the address before its tests begin; undefined where the machine has no such program. */
  static startIfInstalled(): Promise<ValkeyServer | undefined> {
    return valkeyProgram ? ValkeyServer.start() : Promise.resolve(undefined);
  }

  /** Starts a Sentinel with this configuration file, which it rewrites. */
  static async startSentinel(config: string): Promise<ValkeyServer> {
    const [port] = await freePorts([undefined]);
    const sentinel = new ValkeyServer(port!, mkdtempSync(join(tmpdir(), 'valkey-')), [config, '--port', String(port), '--sentinel']);
    await sentinel.run(sentinel.options);
    return sentinel;
  }

  get url(): string {
    return `valkey://127.0.0.1:${this.port}`;
  }

  /** Starts it again on its port, without data, after `kill`. */
  async restart(): Promise<void> {
    const common = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', this.folder];
    await this.run([...common, ...this.options]);
  }

  private async run(options: readonly string[]): Promise<void> {
    this.#process = spawn(valkeyProgram!, options, { stdio: 'ignore' });
    await eventually(() => {
      if (this.#process!.exitCode !== null) throw new Error(`${valkeyProgram} ended with ${this.#process!.exitCode}`);
      return this.accepts();
    });
  }

  /** Stops the process as a hanging machine does: connections stay open, nothing answers. */
  freeze(): void {
    this.#thaw = freeze(this.#process!.pid!);
  }
  thaw(): void {
    this.#thaw?.();
    this.#thaw = undefined;
  }

  /** Ends it at once; connections to it are refused from then on. */
  async kill(): Promise<void> {
    const ended = once(this.#process!, 'close');
    this.#process!.kill('SIGKILL');
    await ended;
  }

  async stop(): Promise<void> {
    if (this.#process?.exitCode === null && this.#process.signalCode === null) await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private accepts(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => {
        resolve(false);
      });
    });
  }
}

/** A server for one test file, available from `beforeAll` on. */
export function valkeyServer(options: readonly string[] = []): { readonly current: ValkeyServer } {
  let server: ValkeyServer | undefined;
  beforeAll(async () => {
    server = await ValkeyServer.start(options);
  });
  afterAll(() => server?.stop());
  return {
    get current() {
      return server!;
    },
  };
}

/** Stands between a client and a server, and can lose answers: the connection breaks after the server has done what it was asked. */
export class AnswerLosingProxy {
  /** How many of the next answers that contain `pattern` are lost. */
  losing = 0;
  lost = 0;
  readonly #sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly pattern: RegExp,
  ) {}

  static async start(target: number, pattern: RegExp): Promise<AnswerLosingProxy> {
    const server = createServer();
    const proxy = new AnswerLosingProxy(server, pattern);
    server.on('connection', (client) => {
      proxy.join(client, connect(target, '127.0.0.1'));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as { port: number }).port;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.server.close();
  }

  private join(client: Socket, server: Socket): void {
    const end = (): void => {
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) this.#sockets.add(socket.on('error', end).on('close', end));
    client.on('data', (sent) => server.write(sent));
    server.on('data', (answer) => {
      if (this.losing === 0 || !this.pattern.test(answer.toString('latin1'))) return void client.write(answer);
      this.losing -= 1;
      this.lost += 1;
      end();
    });
  }
}
