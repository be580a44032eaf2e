import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbedded, type EmbeddedServer } from '@open-banking/database';
import { startGateway } from '@open-banking/gateway';
import type { Service } from '@open-banking/spec';
import { freePorts, originOf, type RunningBank } from '../bank/addresses.js';
import { startBank, type Bank } from '../bank/bank.js';
import { customersFile } from '../bank/demo-data.js';
import { readJson, type DataFolder } from '../bank/data-folder.js';
import type { OperatorFile } from '../bank/operator-file.js';
import { startService } from '../bank/service-process.js';
import type { Customer } from '../demo-bank/bank.js';
import { Reviving } from './reviving.js';

/** Which services run, and how many of each. Only those that write are of interest here. */
export type Fleet = Readonly<Partial<Record<Service, number>>>;

export interface TroubledOptions {
  readonly folder: string;
  readonly fleet: Fleet;
  /** Settings for all services, as environment variables. */
  readonly settings?: NodeJS.ProcessEnv;
  readonly say: (line: string) => void;
}

// Limits would end a run before any crash does.
const plan = {
  classes: Object.fromEntries(
    ['read', 'hotRead', 'write', 'metadata', 'signIn'].map((name) => [name, { second: 10_000, minute: 100_000, day: 1_000_000 }]),
  ),
};

/** A bank whose services and whose PostgreSQL (with all its safety on) can each be killed; the gateway and the load live here. */
export class TroubledBank {
  private constructor(
    private readonly bank: Bank,
    readonly server: Reviving,
    readonly services: readonly Reviving[],
    private readonly ends: readonly (() => Promise<unknown>)[],
  ) {}

  static async open({ folder, fleet, settings, say }: TroubledOptions): Promise<TroubledBank> {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    const planFile = join(folder, 'plan.json');
    writeFileSync(planFile, JSON.stringify(plan));
    const [postgresPort, port] = (await freePorts([undefined, undefined])) as [number, number];
    let postgres!: EmbeddedServer;
    const server = new Reviving(
      'postgresql',
      async () => (postgres = await startEmbedded(folder, postgresPort, ['-c', 'max_connections=300'])),
    );
    await server.begin();
    // Data and keys as for any bank; its own gateway knows none of the replicas and is not used.
    const bank = await startBank({
      dataDir: join(folder, 'bank'),
      port: 0,
      baseUrl: originOf(port),
      databaseUrl: postgres.url,
      services: [],
      operatorFile: join(folder, 'operator.json'),
      demoBank: { customers: 12, seed: 'tests' },
      say,
    });
    const replicas = await Promise.all(
      Object.entries(fleet).flatMap(([service, count]) =>
        Array.from({ length: count }, (_, at) =>
          replica(bank, service as Service, at, { PLAN_FILE: planFile, LOG_LEVEL: 'info', ...settings }),
        ),
      ),
    );
    const gateway = await startGateway({
      port,
      targets: Object.fromEntries(
        Object.keys(fleet).map((service) => [service, replicas.filter((one) => one.service === service).map(({ origin }) => origin)]),
      ),
    });
    await Promise.all(replicas.map(({ part }) => part.begin()));
    return new TroubledBank(
      bank,
      server,
      replicas.map(({ part }) => part),
      [
        () => gateway.close(),
        ...replicas.map(
          ({ part }) =>
            () =>
              part.stop(),
        ),
        () => bank.stop(),
        () => server.stop(),
      ],
    );
  }

  get baseUrl(): string {
    return this.bank.baseUrl;
  }
  get parts(): readonly Reviving[] {
    return [...this.services, this.server];
  }
  get operator(): OperatorFile {
    return readJson<OperatorFile>(this.bank.operatorFile)!;
  }
  get operatorFile(): string {
    return this.bank.operatorFile;
  }
  get ownerUrls(): Readonly<Record<Service, string>> {
    return this.bank.ownerUrls;
  }
  get customers(): readonly Customer[] {
    return JSON.parse(readFileSync(customersFile(this.bank.folder.demoBank), 'utf8')) as Customer[];
  }

  /** All that was killed runs again. */
  async whole(): Promise<void> {
    await Promise.all(this.parts.map((part) => part.up()));
  }

  async close(): Promise<void> {
    for (const end of this.ends) await end();
  }
}

interface Replica {
  readonly service: Service;
  readonly origin: string;
  readonly part: Reviving;
}

/** The first has the service's own ports, at which the other services know it; each writes a log of its own. */
async function replica(bank: Bank, service: Service, at: number, settings: NodeJS.ProcessEnv): Promise<Replica> {
  const [port, internalPort] = (await freePorts([undefined, undefined])) as [number, number];
  const place = at === 0 ? bank.services[service] : { port, internalPort };
  const beside: RunningBank = { ...bank, services: { ...bank.services, [service]: place } };
  const folder: DataFolder = { ...bank.folder, logs: join(bank.folder.logs, String(at + 1)) };
  mkdirSync(folder.logs, { recursive: true });
  return {
    service,
    origin: originOf(place.port),
    part: new Reviving(`${service} ${at + 1}`, () => startService(service, beside, folder, settings)),
  };
}
