import { fork, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbedded, type EmbeddedServer } from '@open-banking/postgres-server';
import type { Service } from '@open-banking/spec';
import { ledgerCheck } from '@open-banking/verification/ledger';
import { type Bank, type BankOptions, startBank } from '@open-banking/sandbox/bank';
import type { Databases } from '@open-banking/installation/databases';
import { freePorts } from '@open-banking/installation/ports';
import { generousTimeouts } from './generous-timeouts.js';
import { DeadlockCount } from './deadlocks.js';
import { FreshDatabases } from './fresh-databases.js';
import { bankFacts, type BankFacts, type OwnBankOptions } from './bank-facts.js';
import { copyFolder } from './copy-folder.js';
import { type HostedAsked, type HostedFacts, HostedServices } from './hosted-services.js';
import { memoryFolder } from './memory-folder.js';
import { LeasedBanks, type GivenBack, type LeaseAsked } from './leased-banks.js';

/** The environment variable with the address at which the workers of a run request its bank. */
export const variable = 'BANK_OF_THE_RUN';

/** Signing in with the usual cost takes 60 ms of processor time, a quarter of an approval, and a run signs in some thousand times. */
const demoBank = { customers: 12, seed: 'tests', passwordCost: 2 ** 10 };
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
/** Of the server that all share: what its log of changes takes is memory. */
const serverFlags = [...postgresFlags, '-c', 'max_wal_size=512MB'];
/**
 * Tests of availability set their own interval: each probe takes 15 ms of processor time, and the banks of a run would probe twice a
 * second.
 */
const settingsOfTests = { LOG_LEVEL: 'info', PROBE_EVERY_MS: '60000' };
const log = (line: string): void => {
  process.stderr.write(`bank of the run: ${line}\n`);
};

type SharedBank = Pick<OwnBankOptions, 'services' | 'profile'>;

/**
 * One PostgreSQL for a whole test run, and the banks of its tests, in a folder of its own on free ports, each started when the first test
 * asks for it: a run of pure tests starts none.
 */
export class BankOfTheRun {
  readonly #folder = mkdtempSync(join(tmpdir(), 'open-banking-'));
  /** In memory, if there is room; undefined elsewhere. */
  readonly serversInMemory = memoryFolder();
  /** The server that all share is in memory where there is enough of it; those of own banks are on the disk. */
  readonly #serverFolder = this.serversInMemory ?? this.#folder;
  #server?: Promise<EmbeddedServer>;
  readonly #deadlocks = new DeadlockCount();
  readonly #freshDatabases = new FreshDatabases();
  readonly #hosted = new HostedServices();
  readonly #banks = new Map<string, Promise<Bank>>();
  #sharedBanks = 0;
  #template?: Promise<string>;
  readonly #leases = new LeasedBanks({
    serverUrl: async () => (await this.#database()).url,
    template: (databaseUrls) => this.#makeTemplate('lease-template', databaseUrls),
    start: async (asked, dataDir, databaseUrls) => {
      const options = this.#ownOptions(asked);
      await copyFolder(dataDir, options.dataDir);
      return startBank({ ...options, databaseUrls, databasesAreMigrated: true });
    },
  });
  #runServer?: Server;
  #guard?: ChildProcess;

  /** For the temporary files of all tests: they go with the folder of the run, also those of a test that is cut off. */
  readonly temporary = join(this.#folder, 'tmp');

  /** Starts the server from which workers request banks. Returns its address. */
  async open(): Promise<string> {
    // If this process is root, PostgreSQL runs as another user, which needs access to the folder.
    for (const folder of this.#folders) chmodSync(folder, 0o755);
    mkdirSync(this.temporary);
    chmodSync(this.temporary, 0o1777);
    const httpServer = createServer((request, response) => {
      // A worker may send its next request after minutes, when a kept-alive connection would be closing.
      response.setHeader('connection', 'close');
      this.#answer(new URL(request.url!, 'http://door')).then(
        (facts) => response.end(JSON.stringify(facts)),
        (error: Error) => response.writeHead(500).end(error.message),
      );
    });
    this.#runServer = httpServer;
    await new Promise<void>((listening) => httpServer.listen(0, '127.0.0.1', listening));
    const address = `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}`;
    this.#guard = fork(fileURLToPath(new URL('./run-guard.js', import.meta.url)), [`${variable}=${address}`, ...this.#folders], {
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
    this.#runServer?.closeAllConnections();
    this.#runServer?.close();
    await this.#hosted.close();
    await this.#leases.close();
    for (const bank of this.#banks.values()) await (await bank.catch(() => undefined))?.stop();
    const server = await this.#server?.catch(() => undefined);
    if (server) await this.#deadlocks.read(server.url);
    await server?.stop();
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
    this.#guard?.send('done');
    this.#deadlocks.refuseUnexpected();
  }

  get #folders(): Set<string> {
    return new Set([this.#folder, this.#serverFolder]);
  }

  #database(): Promise<EmbeddedServer> {
    return (this.#server ??= freePorts([undefined]).then(([port]) => startEmbedded(this.#serverFolder, port!, serverFlags)));
  }

  async #answer({ pathname, searchParams }: URL): Promise<unknown> {
    if (pathname === '/database') return { adminUrl: (await this.#database()).url };
    const given = JSON.parse(searchParams.get('asked') ?? '{}') as unknown;
    if (pathname === '/bank') return this.#answerShared(given as SharedBank);
    if (pathname === '/fresh-database')
      return this.#freshDatabases.make((await this.#database()).url, (given as { service: Service }).service);
    if (pathname === '/close-fresh') return this.#freshDatabases.close(given as Parameters<FreshDatabases['close']>[0]);
    if (pathname === '/prepared-folder') return this.#prepareFolder(given as { dataDir: string });
    if (pathname === '/ledger-check') return ledgerCheck((given as { urls: Parameters<typeof ledgerCheck>[0] }).urls);
    return this.#answerOwn(pathname, given as OwnBankOptions);
  }

  async #answerOwn(pathname: string, asked: OwnBankOptions): Promise<unknown> {
    if (pathname === '/provoked-deadlocks') return this.#deadlocks.provoked((asked as unknown as { count: number }).count) ?? {};
    if (pathname === '/close-own') return this.#close(asked.name);
    if (pathname === '/restart') return (await this.#banks.get(asked.name))!.restart(asked.services[0]!).then(() => ({}));
    if (pathname === '/another-service') return this.#hosted.start(asked as unknown as HostedAsked);
    if (pathname === '/stop-another') return this.#hosted.stop(asked as unknown as HostedFacts);
    if (pathname === '/lease') return this.#leases.lease(asked as unknown as LeaseAsked);
    if (pathname === '/give-back') return this.#leases.giveBack(asked as unknown as GivenBack);
    return this.#factsOf(await this.#bank(asked.name, () => this.#startOwn(asked)));
  }

  #bank(name: string, start: () => Promise<Bank>): Promise<Bank> {
    const bank = this.#banks.get(name) ?? start();
    this.#banks.set(name, bank);
    return bank;
  }

  async #factsOf(bank: Bank): Promise<BankFacts> {
    return bankFacts(bank, bank.adminUrl ?? (await this.#database()).url);
  }

  async #startOwn(asked: OwnBankOptions): Promise<Bank> {
    if (asked.sharesServer) return this.#leases.start(asked);
    const options = this.#ownOptions(asked);
    await this.#prepareFolder(options);
    return startBank(options);
  }

  async #prepareFolder({ dataDir }: Pick<BankOptions, 'dataDir'>): Promise<object> {
    await copyFolder(await (this.#template ??= this.#makeTemplate('template')), dataDir);
    return {};
  }

  /** A data folder with migrated databases and the demo bank. Copying it takes a tenth of the time of making another one. */
  async #makeTemplate(name: string, databaseUrls?: Databases): Promise<string> {
    const options = this.#ownOptions({ name, services: [], settings: {}, profile: 'baseline' });
    const bank = await startBank({ ...options, ...(databaseUrls && { databaseUrls }) });
    await bank.stop();
    // A bank keeps its ports in here; copies choose their own.
    rmSync(bank.folder.addresses, { force: true });
    return options.dataDir;
  }

  /** With its own PostgreSQL, so that nothing is shared. */
  #ownOptions({ name, services: wanted, settings, profile, processes }: OwnBankOptions): BankOptions {
    const dataDir = join(this.#folder, name);
    return {
      // Options of Node.js need processes.
      processes: processes ?? (settings['NODE_OPTIONS'] === undefined ? 'one' : 'separate'),
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

  /** The bank that all files share that name the same services and profile. */
  async #answerShared({ services: wanted, profile }: SharedBank): Promise<BankFacts> {
    const start = (): Promise<Bank> => {
      this.#sharedBanks += 1;
      // Databases have its name, too, which is to be short.
      return this.#leases.start({ name: `shared-${this.#sharedBanks}`, profile, services: wanted, settings: generousTimeouts });
    };
    return this.#factsOf(await this.#bank(`shared ${profile} ${[...wanted].sort().join()}`, start));
  }
}
