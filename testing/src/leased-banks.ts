import type { Bank } from '@open-banking/sandbox/bank';
import type { Databases } from '@open-banking/installation/databases';
import { randomUUID } from 'node:crypto';
import { bankFacts, type BankFacts, type OwnBankOptions } from './bank-facts.js';
import { LeaseDatabases } from './lease-databases.js';
import { Leases } from './leases.js';

/** Nobody has had a fresh one before. */
export interface LeaseAsked extends Omit<OwnBankOptions, 'name'> {
  readonly isFresh: boolean;
}

/** A leased bank, and the name under which it is given back. */
export interface LeaseFacts extends BankFacts {
  readonly lease: string;
}

export interface GivenBack {
  readonly lease: string;
  readonly spent: boolean;
}

/** What the run does for its leased banks. */
export interface LeaseHost {
  serverUrl(): Promise<string>;
  /** Migrates and fills these databases. Returns the bank's data folder. */
  template(databases: Databases): Promise<string>;
  /** Starts a bank on a copy of the folder. */
  start(asked: OwnBankOptions, dataDir: string, databases: Databases): Promise<Bank>;
}

interface Template {
  readonly dataDir: string;
  readonly databases: LeaseDatabases;
}

/** The leased banks of a run, with their databases on its server. */
export class LeasedBanks {
  #template?: Promise<Template>;
  readonly #leases = new Leases<LeaseAsked, Bank>({
    start: (asked, name) => this.start({ ...asked, name }),
    stop: (bank) => bank.stop(),
    isFit: ({ pids }) => Object.values(pids).every(isRunning),
  });

  constructor(private readonly host: LeaseHost) {}

  async lease(asked: LeaseAsked): Promise<LeaseFacts> {
    const { name, thing } = await this.#leases.lease(asked.isFresh ? randomUUID() : leaseKey(asked), asked);
    return { ...bankFacts(thing, await this.host.serverUrl()), lease: name };
  }

  async giveBack({ lease, spent }: GivenBack): Promise<object> {
    await this.#leases.giveBack(lease, spent);
    return {};
  }

  /** On copies of the template's databases of its services. */
  async start(asked: OwnBankOptions): Promise<Bank> {
    const { dataDir, databases } = await (this.#template ??= this.#makeTemplate());
    return this.host.start(asked, dataDir, await databases.copy(asked.name.replaceAll('-', '_'), asked.services));
  }

  close(): Promise<void> {
    return this.#leases.close();
  }

  async #makeTemplate(): Promise<Template> {
    const databases = await LeaseDatabases.make(await this.host.serverUrl());
    return { databases, dataDir: await this.host.template(databases.template) };
  }
}

/** Banks with the same services and settings are alike, in whatever order they are named. */
const leaseKey = ({ profile, services, settings }: LeaseAsked): string =>
  JSON.stringify([profile, [...services].sort(), Object.entries(settings).sort()]);

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
