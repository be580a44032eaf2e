import { profiles, type Profile } from '@open-banking/config';
import { execFile, fork, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startEmbedded, type EmbeddedServer } from '@open-banking/database';
import { patience } from './patience.js';
import { DeadlockCount } from './deadlocks.js';
import { FreshDatabases } from './fresh-databases.js';
import { services, type Service } from '@open-banking/spec';
import { ledgerCheck } from '@open-banking/books/ledger';
import { type Bank, type BankOptions, customersFile, freePorts, startBank } from '@open-banking/sandbox/bank';

/** The environment variable with the address at which the workers of a run request its bank. */
export const variable = 'BANK_OF_THE_RUN';

/** What a worker knows about the bank. */
export interface BankFacts {
  readonly baseUrl: string;
  readonly tlsBaseUrl: string;
  readonly tlsPort: number;
  readonly caFolder: string;
  readonly adminUrl: string;
  readonly ownerUrls: Readonly<Record<Service, string>>;
  readonly internal: Readonly<Record<Service, { readonly port: number; readonly internalPort: number }>>;
  readonly operatorFile: string;
  readonly customersFile: string;
  readonly keysDir: string;
  /** The process ids of the services, for tests that end one. */
  readonly pids: Readonly<Partial<Record<Service, number>>>;
}

/** A bank for one test file: its services and their additional settings. */
export interface OwnBankOptions {
  readonly name: string;
  readonly profile: Profile;
  readonly services: readonly Service[];
  readonly settings: Readonly<Record<string, string>>;
}

const demoBank = { customers: 12, seed: 'tests' };
const postgresFlags = [
  // The data of a test run is deleted, so it need not survive a power failure.
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=300',
  // Of a login, 4,096 iterations are half the processor time, and a run logs in some thousand times.
  'scram_iterations=1',
  // Own banks are copies of a data folder. WAL files that are kept for later use are 65 of its 151 MB.
  'wal_recycle=off',
  'wal_init_zero=off',
  // Databases of tests stay until the server goes: a worker would look into each of them every few seconds.
  'autovacuum_naptime=1h',
].flatMap((setting) => ['-c', setting]);
/** Tests of availability set their own interval: each probe takes 15 ms of processor time, and the banks of a run would probe twice a second. */
const settingsOfTests = { LOG_LEVEL: 'info', PROBE_EVERY_MS: '60000' };
const log = (line: string): void => {
  process.stderr.write(`bank of the run: ${line}\n`);
};

/**
 * One PostgreSQL and one bank a profile for a whole test run, in a folder of its own on free ports, each started when
 * the first test asks for it: a run of pure tests starts none.
 */
export class BankOfTheRun {
  readonly #folder = mkdtempSync(join(tmpdir(), 'open-banking-'));
  #server?: Promise<EmbeddedServer>;
  readonly #deadlocks = new DeadlockCount();
  readonly #freshDatabases = new FreshDatabases();
  readonly #banks = new Map<string, Promise<Bank>>();
  #template?: Promise<string>;
  #door?: Server;
  #guard?: ChildProcess;

  /** For the temporary files of all tests: they go with the folder of the run, also those of a test that is cut off. */
  readonly temporary = join(this.#folder, 'tmp');

  /** Starts the server from which workers request banks. Returns its address. */
  async open(): Promise<string> {
    // If this process is root, PostgreSQL runs as another user, which needs access to the folder.
    chmodSync(this.#folder, 0o755);
    mkdirSync(this.temporary);
    chmodSync(this.temporary, 0o1777);
    const door = createServer((request, response) => {
      // A worker may send its next request after minutes, when a kept-alive connection would be closing.
      response.setHeader('connection', 'close');
      this.#answer(new URL(request.url!, 'http://door')).then(
        (facts) => response.end(JSON.stringify(facts)),
        (error: Error) => response.writeHead(500).end(error.message),
      );
    });
    this.#door = door;
    await new Promise<void>((listening) => door.listen(0, '127.0.0.1', listening));
    const address = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
    this.#guard = fork(fileURLToPath(new URL('./run-guard.js', import.meta.url)), [`${variable}=${address}`, this.#folder], {
      execArgv: [],
      stdio: 'ignore',
      detached: true,
    });
    this.#guard.unref();
    this.#guard.channel?.unref();
    return address;
  }

  /** Ends everything; throws where transactions of the run have deadlocked that should not. */
  async close(): Promise<void> {
    this.#door?.closeAllConnections();
    this.#door?.close();
    for (const bank of this.#banks.values()) await (await bank.catch(() => undefined))?.stop();
    const server = await this.#server?.catch(() => undefined);
    if (server) await this.#deadlocks.read(server.url);
    await server?.stop();
    rmSync(this.#folder, { recursive: true, force: true });
    this.#guard?.send('done');
    this.#deadlocks.refuseUnexpected();
  }

  #database(): Promise<EmbeddedServer> {
    return (this.#server ??= freePorts([undefined]).then(([port]) => startEmbedded(this.#folder, port!, postgresFlags)));
  }

  async #answer({ pathname, searchParams }: URL): Promise<unknown> {
    const profile = profiles.find((known) => pathname === `/bank/${known}`);
    if (profile) return factsOf(await this.#bank(profile, () => this.#start(profile)));
    if (pathname === '/database') return { adminUrl: (await this.#database()).url };
    const given = JSON.parse(searchParams.get('asked') ?? '{}') as unknown;
    if (pathname === '/fresh-database')
      return this.#freshDatabases.make((await this.#database()).url, (given as { service: Service }).service);
    if (pathname === '/close-fresh') return this.#freshDatabases.close(given as Parameters<FreshDatabases['close']>[0]);
    if (pathname === '/ledger-check') return ledgerCheck((given as { urls: Parameters<typeof ledgerCheck>[0] }).urls);
    return this.#answerOwn(pathname, given as OwnBankOptions);
  }

  async #answerOwn(pathname: string, asked: OwnBankOptions): Promise<unknown> {
    if (pathname === '/provoked-deadlocks') return this.#deadlocks.provoked((asked as unknown as { count: number }).count) ?? {};
    if (pathname === '/close-own') return this.#close(asked.name);
    if (pathname === '/restart') return (await this.#banks.get(asked.name))!.restart(asked.services[0]!).then(() => ({}));
    return factsOf(await this.#bank(asked.name, () => this.#startOwn(asked)));
  }

  #bank(name: string, start: () => Promise<Bank>): Promise<Bank> {
    const bank = this.#banks.get(name) ?? start();
    this.#banks.set(name, bank);
    return bank;
  }

  async #startOwn(asked: OwnBankOptions): Promise<Bank> {
    const options = this.#ownOptions(asked);
    await copyFolder(await (this.#template ??= this.#makeTemplate()), options.dataDir);
    return startBank(options);
  }

  /** A data folder with migrated databases and the demo bank. Copying it takes a tenth of the time of making another one. */
  async #makeTemplate(): Promise<string> {
    const options = this.#ownOptions({ name: 'template', services: [], settings: {}, profile: 'baseline' });
    const bank = await startBank(options);
    await bank.stop();
    // A bank keeps its ports in here; copies choose their own.
    rmSync(bank.folder.addresses, { force: true });
    return options.dataDir;
  }

  /** With its own PostgreSQL, so that nothing is shared. */
  #ownOptions({ name, services: wanted, settings, profile }: OwnBankOptions): BankOptions {
    const dataDir = join(this.#folder, name);
    return {
      dataDir,
      port: 0,
      tlsPort: 0,
      profile,
      demoBank,
      services: wanted,
      operatorFile: join(this.#folder, `${name}.json`),
      settings: { ...settingsOfTests, ...settings },
      postgresFlags,
      // A server that a test has killed has no counters left to read.
      beforeDatabaseStops: (adminUrl) => this.#deadlocks.read(adminUrl).catch(() => undefined),
      log,
    };
  }

  async #close(name: string): Promise<object> {
    const bank = this.#banks.get(name);
    this.#banks.delete(name);
    await (await bank?.catch(() => undefined))?.stop();
    return {};
  }

  async #start(profile: Profile): Promise<Bank> {
    // TEST_SERVICES=cards,ais-pis starts only these services, for repeated tests of one service.
    const wanted = (process.env['TEST_SERVICES']?.split(',') as Service[] | undefined) ?? services;
    const asked = { name: `bank-${profile}`, profile, services: wanted, settings: patience };
    // Two banks have databases of the same names, so only one is on the server of the run.
    if (profile !== 'baseline') return this.#startOwn(asked);
    const { url } = await this.#database();
    return startBank({ ...this.#ownOptions(asked), databaseUrl: url });
  }
}

/** Owners included: PostgreSQL refuses files of another user. */
async function copyFolder(from: string, to: string): Promise<void> {
  if (process.platform === 'win32') await cp(from, to, { recursive: true });
  else await promisify(execFile)('cp', ['-a', from, to]);
}

const factsOf = ({
  baseUrl,
  tlsBaseUrl,
  tlsPort,
  adminUrl,
  ownerUrls,
  services: internal,
  operatorFile,
  pids,
  folder,
}: Bank): BankFacts => ({
  baseUrl,
  tlsBaseUrl: tlsBaseUrl!,
  tlsPort: tlsPort!,
  caFolder: folder.ca,
  keysDir: folder.keys,
  adminUrl: adminUrl!,
  pids,
  ownerUrls,
  internal,
  operatorFile,
  customersFile: customersFile(folder.demoBank),
});
