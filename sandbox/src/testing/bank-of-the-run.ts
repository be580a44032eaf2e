import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { profiles, type Profile } from '@open-banking/access';
import { startEmbedded, type EmbeddedServer } from '@open-banking/database';
import { services, type Service } from '@open-banking/spec';
import { freePorts } from '../bank/addresses.js';
import { startBank, type Bank } from '../bank/bank.js';
import { customersFile } from '../bank/demo-data.js';

/** Where the workers of a run ask for its bank. */
export const variable = 'BANK_OF_THE_RUN';

/** What a worker is told of the bank. */
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
}

const demoBank = { customers: 12, seed: 'tests' };
// A test run's data is thrown away: nothing has to survive a power cut.
const postgresFlags = ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off', '-c', 'max_connections=300'];
const say = (line: string): void => { process.stderr.write(`bank of the run: ${line}\n`); };

/**
 * One PostgreSQL and one bank a profile for a whole test run, in a folder of its own on free ports, each started when
 * the first test asks for it: a run of pure tests starts none.
 */
export class BankOfTheRun {
  readonly #folder = mkdtempSync(join(tmpdir(), 'open-banking-'));
  #server?: Promise<EmbeddedServer>;
  #ownServers: Promise<EmbeddedServer>[] = [];
  readonly #banks = new Map<Profile, Promise<Bank>>();
  #door?: Server;

  /** Opens the door at which the workers ask. Returns its address. */
  async open(): Promise<string> {
    // PostgreSQL runs as another user where this is root.
    chmodSync(this.#folder, 0o755);
    const door = createServer((request, response) => {
      // A worker may ask again after minutes: by then a kept connection would be closing.
      response.setHeader('connection', 'close');
      const profile = profiles.find((known) => request.url === `/bank/${known}`);
      const asked = profile ? this.#facts(profile) : this.#database().then(({ url }) => ({ adminUrl: url }));
      asked.then((facts) => response.end(JSON.stringify(facts)), (error: Error) => response.writeHead(500).end(error.message));
    });
    this.#door = door;
    await new Promise<void>((listening) => door.listen(0, '127.0.0.1', listening));
    return `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#door?.closeAllConnections();
    this.#door?.close();
    for (const started of [...this.#banks.values(), ...this.#ownServers, this.#server]) await (await started?.catch(() => undefined))?.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #database(): Promise<EmbeddedServer> {
    return (this.#server ??= freePorts([undefined]).then(([port]) => startEmbedded(this.#folder, port!, postgresFlags)));
  }

  /** Two banks have databases of the same names: the second has a server of its own. */
  async #serverOf(profile: Profile): Promise<EmbeddedServer> {
    if (profile === 'baseline') return this.#database();
    const folder = join(this.#folder, profile);
    mkdirSync(folder, { mode: 0o755 });
    const server = freePorts([undefined]).then(([port]) => startEmbedded(folder, port!, postgresFlags));
    this.#ownServers.push(server);
    return server;
  }

  async #facts(profile: Profile): Promise<BankFacts> {
    const { baseUrl, tlsBaseUrl, tlsPort, adminUrl, ownerUrls, services: internal, operatorFile, folder } = await this.#bank(profile);
    return { baseUrl, tlsBaseUrl: tlsBaseUrl!, tlsPort: tlsPort!, caFolder: folder.ca, adminUrl: adminUrl!, ownerUrls, internal, operatorFile, customersFile: customersFile(folder.demoBank) };
  }

  #bank(profile: Profile): Promise<Bank> {
    const bank = this.#banks.get(profile) ?? this.#start(profile);
    this.#banks.set(profile, bank);
    return bank;
  }

  async #start(profile: Profile): Promise<Bank> {
    const { url } = await this.#serverOf(profile);
    // TEST_SERVICES=cards,ais-pis starts those only, for whoever tests one service over and over.
    const wanted = process.env['TEST_SERVICES']?.split(',') as Service[] | undefined;
    return startBank({
      dataDir: join(this.#folder, `bank-${profile}`), port: 0, tlsPort: 0, profile, demoBank, databaseUrl: url, operatorFile: join(this.#folder, `operator-${profile}.json`),
      services: wanted ?? services, settings: { LOG_LEVEL: 'info' }, say,
    });
  }
}
