import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asAdmin } from '@open-banking/database';
import { startEmbedded, type EmbeddedServer } from '@open-banking/postgres-server';
import { root } from '@open-banking/database/migration-folders';
import { issuerHomes } from '@open-banking/spec';
import { freePorts } from '@open-banking/installation/ports';
import { coreBankingKeys } from './core-banking-keys.js';
import type { OtherBanks } from './books.js';

export interface ReferenceCoreBankingOptions {
  /** The folder of its database, keys and logs. */
  readonly folder: string;
  /** How it goes wrong on purpose: `slow:0.2,dies:0.01`. */
  readonly misbehaviour?: string;
  readonly seed?: string;
  readonly otherBanks?: OtherBanks;
}

/** A process of the core. */
export interface SystemProcess<Name extends string> {
  readonly service: Name;
  readonly pid: number;
  stop(): Promise<void>;
  /** Resolves when the process has ended: with the reason, or with undefined after `stop`. */
  readonly ended: Promise<string | undefined>;
}

/** The bank as the core and its connector know it. */
export interface BankOfBooks {
  readonly baseUrl: string;
  readonly operatorFile: string;
  readonly ownerUrls: Readonly<Record<'ais-pis', string>>;
}

const startMs = 90_000;
const stopMs = 5_000;
const bookkeeper = `${root}simulators/dist/keep-books.js`;
const openbank = `${root}cli/bin/openbank.mjs`;
/** Ends with its parent, as services do. */
const endsWithParent = ['--import', "data:text/javascript,process.on('disconnect',()=>process.exit(0))"];

/**
 * The processes of the reference core: a PostgreSQL of its own, the core, and the connector that brings its changes to ais-pis (`openbank
 * follow`).
 */
export class ReferenceCoreBankingSystem {
  #database: EmbeddedServer | undefined;
  #starts = 0;

  private constructor(
    private readonly options: ReferenceCoreBankingOptions,
    private readonly port: number,
    private readonly databasePort: number,
  ) {}

  /** Chooses the settings that the bank needs before it starts (`settings`). */
  static async prepare(options: ReferenceCoreBankingOptions): Promise<ReferenceCoreBankingSystem> {
    mkdirSync(options.folder, { recursive: true, mode: 0o755 });
    // If this process is root, PostgreSQL runs as another user, which needs access to the folder.
    chmodSync(options.folder, 0o755);
    const [port, databasePort] = (await freePorts([undefined, undefined])) as [number, number];
    return new ReferenceCoreBankingSystem(options, port, databasePort);
  }

  /** Settings of ais-pis. */
  get settings(): NodeJS.ProcessEnv {
    const { keysFile } = coreBankingKeys(join(this.options.folder, 'keys'));
    return { LEDGER: 'core', CORE_URL: `http://127.0.0.1:${this.port}`, CORE_KEYS_FILE: keysFile, CORE_HOLDS_FUNDS: '1' };
  }

  /** As its owner; known once the database was started. */
  get databaseUrl(): string {
    const url = new URL(this.#database!.url);
    url.pathname = '/bookkeeping';
    return url.href;
  }

  async startDatabase(): Promise<EmbeddedServer> {
    const server = await startEmbedded(this.options.folder, this.databasePort, ['-c', 'wal_level=logical', '-c', 'max_connections=50']);
    this.#database = server;
    await asAdmin(server.url, async (client) => {
      const { rowCount } = await client.query("select from pg_database where datname = 'bookkeeping'");
      if (!rowCount) await client.query('create database bookkeeping');
    });
    writeFileSync(this.#urlFile, this.databaseUrl, { mode: 0o600 });
    return server;
  }

  async startSystem({ baseUrl, operatorFile, ownerUrls }: BankOfBooks): Promise<SystemProcess<'core'>> {
    const { folder, misbehaviour = process.env['MISBEHAVIOUR'] ?? '', seed = '1', otherBanks = {} } = this.options;
    const child = fork(bookkeeper, [], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      detached: true,
      env: {
        ...process.env,
        BOOKKEEPING_DATABASE_URL: this.databaseUrl,
        ACCOUNTS_DATABASE_URL: ownerUrls['ais-pis'],
        BOOKKEEPING_PORT: String(this.port),
        BOOKKEEPING_FOLDER: join(folder, 'keys'),
        BANK_KEYS_URL: `${baseUrl}${issuerHomes.payments.path}/jwks`,
        OPERATOR_FILE: operatorFile,
        MISBEHAVIOUR: misbehaviour,
        // One that dies of its seed does not die of it again.
        SEED: `${seed} ${(this.#starts += 1)}`,
        OTHER_BANKS: JSON.stringify(otherBanks),
      },
    });
    const started = running('core', child);
    await started.until(once(child, 'message'));
    return started.process;
  }

  async startConnector({ baseUrl, operatorFile }: BankOfBooks): Promise<SystemProcess<'connector'>> {
    const named = ['--core-url-file', this.#urlFile, '--slot', 'openbank_ais_pis', '--source', 'core'];
    const child = fork(openbank, ['follow', 'ais-pis', ...named, '--base-url', baseUrl, '--operator-file', operatorFile], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
      execArgv: endsWithParent,
    });
    const started = running('connector', child);
    // It says so when it follows.
    await started.until(once(child.stdout!, 'data'));
    child.stdout!.resume();
    return started.process;
  }

  get #urlFile(): string {
    return join(this.options.folder, 'core.url');
  }
}

function running<Name extends string>(service: Name, child: ChildProcess) {
  let isStopped = false;
  let said = '';
  child.stderr!.on('data', (chunk: Buffer) => {
    said = `${said}${chunk.toString()}`.slice(-2_000);
  });
  const ended = once(child, 'close').then(([code, signal]) =>
    isStopped ? undefined : `${service} ended (${String(signal ?? `exit code ${code}`)}). ${said.trim()}`,
  );
  const stop = async (): Promise<void> => {
    isStopped = true;
    child.kill('SIGTERM');
    const killTimer = setTimeout(() => child.kill('SIGKILL'), stopMs);
    await ended;
    clearTimeout(killTimer);
  };
  const until = async (happens: Promise<unknown>): Promise<void> => {
    const killTimer = setTimeout(() => child.kill('SIGKILL'), startMs);
    const reason = await Promise.race([happens.then(() => undefined), ended]).finally(() => {
      clearTimeout(killTimer);
    });
    if (child.exitCode !== null || child.signalCode !== null || reason !== undefined) throw new Error(reason ?? `${service} ended at once`);
  };
  return { process: { service, pid: child.pid!, ended, stop } satisfies SystemProcess<Name>, until };
}
