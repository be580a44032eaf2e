import { randomUUID } from 'node:crypto';
import { execFile, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exchange, inDays, ownAddress, temporaryFolder, until, type HttpResponse, type RunningBank } from '@open-banking/testing';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A consent to all accounts of a customer. */
export const everything = {
  access: { allPsd2: 'allAccounts' },
  recurringIndicator: true,
  validUntil: inDays(30),
  frequencyPerDay: 4,
  combinedServiceIndicator: false,
};

interface CallOptions {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}
export type BearerCall = (method: string, path: string, token: string, options?: CallOptions) => Promise<HttpResponse>;

/** Calls the interface with a token that was printed. */
export const bearerCall = (baseUrl: string, ...[method, path, token, { body, headers } = {}]: Parameters<BearerCall>) =>
  exchange(`${baseUrl}${path}`, {
    method,
    from: ownAddress(),
    headers: {
      authorization: `Bearer ${token}`,
      'x-request-id': randomUUID(),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });

/** A command that goes on until it is stopped. */
export class RunningCommand {
  out = '';
  err = '';
  private readonly ended: Promise<number | null>;

  constructor(private readonly child: ChildProcessWithoutNullStreams) {
    child.stdout.on('data', (part: Buffer) => (this.out += part.toString()));
    child.stderr.on('data', (part: Buffer) => (this.err += part.toString()));
    this.ended = new Promise((resolve) => child.once('close', resolve));
  }

  /** Waits until the output, or what is printed for people, has a text. */
  async says(text: string | RegExp): Promise<void> {
    const pattern = typeof text === 'string' ? { test: (all: string) => all.includes(text) } : text;
    await until(`the command prints ${String(text)}: ${this.out}${this.err}`, () => pattern.test(this.out) || pattern.test(this.err));
  }

  /** The lines of JSON so far. */
  get printed(): Readonly<Record<string, unknown>>[] {
    return this.out
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  /** Stops it as Ctrl-C does. Returns the exit code. */
  stop(): Promise<number | null> {
    this.child.kill('SIGINT');
    return this.ended;
  }

  get code(): Promise<number | null> {
    return this.ended;
  }
}

/** A machine of a developer: a home folder, npm without a registry, and the command line from the address that the guide shows. */
export class ACommandLine {
  private readonly folder = temporaryFolder();
  readonly loginFile = join(this.folder.path, '.config/open-banking-tpp/login.json');
  private readonly running: RunningCommand[] = [];

  private constructor(
    readonly option: string,
    readonly address: string,
  ) {}

  static async of({ baseUrl }: Pick<RunningBank, 'baseUrl'>): Promise<ACommandLine> {
    const { text } = await exchange(`${baseUrl}/guides/command-line`, { from: ownAddress() });
    const [, option = '', address = ''] = /npx (--allow-remote=root) (\S+\.tgz) login/.exec(text) ?? [];
    return new ACommandLine(option, address);
  }

  private get environment(): NodeJS.ProcessEnv {
    const { HOME: _home, XDG_CONFIG_HOME: _config, CLIENT_ID: _id, CLIENT_SECRET: _secret, REDIRECT_URI: _uri, ...others } = process.env;
    return {
      ...others,
      HOME: this.folder.path,
      PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`,
      // A registry that nothing answers: the package needs none.
      npm_config_registry: 'http://127.0.0.1:9/',
      npm_config_cache: join(this.folder.path, '.npm'),
      npm_config_update_notifier: 'false',
    };
  }

  /** Runs the command as the guide shows it: by npx, from its address. */
  npx(args: readonly string[], input = ''): Promise<Ended> {
    return this.ended('npx', ['--yes', this.option, this.address, ...args], input);
  }

  /** The program that npx has installed. */
  get program(): string {
    const cache = join(this.folder.path, '.npm/_npx');
    const [installed] = readdirSync(cache);
    const program = join(cache, installed!, 'node_modules/@open-banking/tpp/tpp.mjs');
    if (!existsSync(program)) throw new Error(`npx has not installed ${program}`);
    return program;
  }

  /** Runs the program that npx has installed. */
  tpp(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ended> {
    return this.ended(process.execPath, [this.program, ...args], '', environment);
  }

  start(args: readonly string[], environment: Readonly<Record<string, string>> = {}): RunningCommand {
    const command = new RunningCommand(spawn(process.execPath, [this.program, ...args], { env: { ...this.environment, ...environment } }));
    this.running.push(command);
    return command;
  }

  async remove(): Promise<void> {
    await Promise.all(this.running.map((command) => command.stop()));
    this.folder.remove();
  }

  private ended(
    program: string,
    args: readonly string[],
    input: string,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<Ended> {
    return new Promise((settle) => {
      const child = execFile(program, [...args], { env: { ...this.environment, ...environment } }, (error, out, err) => {
        settle({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err });
      });
      child.stdin!.end(input);
    });
  }
}
