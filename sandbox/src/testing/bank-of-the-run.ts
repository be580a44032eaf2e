import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
 * One PostgreSQL and one bank for a whole test run, in a folder of its own on free ports, each started when the first
 * test asks for it: a run of pure tests starts neither.
 */
export class BankOfTheRun {
  readonly #folder = mkdtempSync(join(tmpdir(), 'open-banking-'));
  #server?: Promise<EmbeddedServer>;
  #bank?: Promise<Bank>;
  #door?: Server;

  /** Opens the door at which the workers ask. Returns its address. */
  async open(): Promise<string> {
    // PostgreSQL runs as another user where this is root.
    chmodSync(this.#folder, 0o755);
    const door = createServer((request, response) => {
      // A worker may ask again after minutes: by then a kept connection would be closing.
      response.setHeader('connection', 'close');
      const asked = request.url === '/bank' ? this.#facts() : this.#database().then(({ url }) => ({ adminUrl: url }));
      asked.then((facts) => response.end(JSON.stringify(facts)), (error: Error) => response.writeHead(500).end(error.message));
    });
    this.#door = door;
    await new Promise<void>((listening) => door.listen(0, '127.0.0.1', listening));
    return `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#door?.closeAllConnections();
    this.#door?.close();
    await (await this.#bank?.catch(() => undefined))?.stop();
    await (await this.#server?.catch(() => undefined))?.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #database(): Promise<EmbeddedServer> {
    return (this.#server ??= freePorts([undefined]).then(([port]) => startEmbedded(this.#folder, port!, postgresFlags)));
  }

  async #facts(): Promise<BankFacts> {
    const { baseUrl, adminUrl, ownerUrls, services: internal, operatorFile, folder } = await (this.#bank ??= this.#start());
    return { baseUrl, adminUrl: adminUrl!, ownerUrls, internal, operatorFile, customersFile: customersFile(folder.demoBank) };
  }

  async #start(): Promise<Bank> {
    const { url } = await this.#database();
    // TEST_SERVICES=cards,ais-pis starts those only, for whoever tests one service over and over.
    const wanted = process.env['TEST_SERVICES']?.split(',') as Service[] | undefined;
    return startBank({
      dataDir: join(this.#folder, 'bank'), port: 0, demoBank, databaseUrl: url, operatorFile: join(this.#folder, 'operator.json'),
      services: wanted ?? services, settings: { LOG_LEVEL: 'info' }, say,
    });
  }
}
