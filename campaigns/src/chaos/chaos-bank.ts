import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startEmbedded, type EmbeddedServer } from '@open-banking/postgres-server';
import { root } from '@open-banking/database/migration-folders';
import { startGateway } from '@open-banking/gateway';
import type { Service } from '@open-banking/spec';
import { originOf, type RunningBank } from '@open-banking/installation/addresses';
import { freePorts } from '@open-banking/installation/ports';
import { startBank, type Bank } from '@open-banking/sandbox/bank';
import { customersFile, type Customer } from '@open-banking/installation/customers-file';
import { readJson, type DataFolder } from '@open-banking/installation/data-folder';
import type { OperatorFile } from '@open-banking/installation/operator-file';
import { startService } from '@open-banking/sandbox/service-process';
import { ReferenceCoreBankingSystem } from '@open-banking/simulators/core-banking';
import { accountsByOutcome } from '@open-banking/sandbox/payer';
import { SupervisedProcess } from './supervised-process.js';

/** Number of replicas per service. Only services that write matter here. */
export type Fleet = Readonly<Partial<Record<Service, number>>>;

export interface ChaosBankOptions {
  readonly folder: string;
  readonly fleet: Fleet;
  /** Settings for all services, as environment variables. */
  readonly settings?: NodeJS.ProcessEnv;
  /** The core keeps the books: the reference core, which goes wrong on purpose. */
  readonly core?: { readonly misbehaviour: string; readonly seed: string };
  readonly log: (line: string) => void;
}

const killInGroup = pathToFileURL(`${root}campaigns/dist/chaos/kill-in-group.js`).href;

// Default limits would refuse the load.
const plan = {
  classes: Object.fromEntries(
    ['read', 'hotRead', 'write', 'metadata', 'signIn'].map((name) => [name, { second: 10_000, minute: 100_000, day: 1_000_000 }]),
  ),
};

/** A bank whose services and PostgreSQL (with full durability) can each be killed. The gateway and the load run in this process. */
export class ChaosBank {
  private constructor(
    readonly folder: string,
    private readonly bank: Bank,
    /** The PostgreSQL of the bank, and that of the core. */
    readonly servers: readonly SupervisedProcess[],
    readonly services: readonly SupervisedProcess[],
    readonly reference: ReferenceCoreBankingSystem | undefined,
    private readonly cleanups: readonly (() => Promise<unknown>)[],
  ) {}

  static async open({ folder, fleet, settings, core, log }: ChaosBankOptions): Promise<ChaosBank> {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    const planFile = join(folder, 'plan.json');
    writeFileSync(planFile, JSON.stringify(plan));
    const [postgresPort, port] = (await freePorts([undefined, undefined])) as [number, number];
    let postgres!: EmbeddedServer;
    const server = new SupervisedProcess(
      'postgresql',
      async () => (postgres = await startEmbedded(folder, postgresPort, ['-c', 'max_connections=300'])),
    );
    await server.start();
    const reference = core && (await ReferenceCoreBankingSystem.prepare({ ...core, folder: join(folder, 'bookkeeping'), otherBanks }));
    const books = reference && new SupervisedProcess('postgresql of the core', () => reference.startDatabase());
    await books?.start();
    // Provides data and keys. Its own gateway does not know the replicas and is not used.
    const bank = await startBank({
      dataDir: join(folder, 'bank'),
      port: 0,
      baseUrl: originOf(port),
      databaseUrl: postgres.url,
      services: [],
      operatorFile: join(folder, 'operator.json'),
      demoBank: { customers: 12, seed: 'tests', passwordCost: 2 ** 10 },
      log,
    });
    const replicas = await openReplicas(bank, fleet, {
      PLAN_FILE: planFile,
      LOG_LEVEL: 'info',
      NODE_OPTIONS: `--import ${killInGroup}`,
      ...settings,
      ...reference?.settings,
    });
    const gateway = await startGateway({ port, targets: targetsOf(replicas) });
    const services = replicas.map(({ process }) => process);
    await Promise.all(services.map((process) => process.start()));
    const coreProcesses = reference ? coreProcessesOf(reference, bank) : [];
    for (const process of coreProcesses) await process.start();
    const processes = [...services, ...coreProcesses];
    return new ChaosBank(folder, bank, books ? [server, books] : [server], processes, reference, [
      () => gateway.close(),
      ...processes.map((process) => () => process.stop()),
      () => bank.stop(),
      () => server.stop(),
      ...(books ? [() => books.stop()] : []),
    ]);
  }

  get baseUrl(): string {
    return this.bank.baseUrl;
  }
  get processes(): readonly SupervisedProcess[] {
    return [...this.services, ...this.servers];
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

  /** Resolves when every killed process runs again. */
  async recovered(): Promise<void> {
    await Promise.all(this.processes.map((process) => process.whenRunning()));
  }

  async close(): Promise<void> {
    for (const end of this.cleanups) await end();
  }
}

const otherBanks = {
  refuse: Object.fromEntries(Object.values(accountsByOutcome.rejected).map((iban) => [iban, 'AC04'])),
  sendBack: Object.fromEntries(Object.values(accountsByOutcome.returned).map((iban) => [iban, 'AC04'])),
};

/** The core and its connector. The core dies by itself too. */
const coreProcessesOf = (reference: ReferenceCoreBankingSystem, bank: Bank): SupervisedProcess[] => [
  new SupervisedProcess('core', () => reference.startSystem(bank), 'died'),
  new SupervisedProcess('connector', () => reference.startConnector(bank), 'died'),
];

interface Replica {
  readonly service: Service;
  readonly origin: string;
  readonly process: SupervisedProcess;
}

const openReplicas = (bank: Bank, fleet: Fleet, settings: NodeJS.ProcessEnv): Promise<Replica[]> =>
  Promise.all(
    Object.entries(fleet).flatMap(([service, count]) =>
      Array.from({ length: count }, (_, at) => openReplica(bank, service as Service, at, settings)),
    ),
  );

/** The origins of each service's replicas. */
const targetsOf = (replicas: readonly Replica[]): Partial<Record<Service, string[]>> => {
  const targets: Partial<Record<Service, string[]>> = {};
  for (const { service, origin } of replicas) (targets[service] ??= []).push(origin);
  return targets;
};

/** The first replica has the service's own ports, which the other services use. Each replica writes its own log. */
async function openReplica(bank: Bank, service: Service, at: number, settings: NodeJS.ProcessEnv): Promise<Replica> {
  const [port, internalPort] = (await freePorts([undefined, undefined])) as [number, number];
  const ports = at === 0 ? bank.services[service] : { port, internalPort };
  const running: RunningBank = { ...bank, services: { ...bank.services, [service]: ports } };
  const folder: DataFolder = { ...bank.folder, logs: join(bank.folder.logs, String(at + 1)) };
  mkdirSync(folder.logs, { recursive: true });
  return {
    service,
    origin: originOf(ports.port),
    process: new SupervisedProcess(`${service} ${at + 1}`, () => startService(service, running, folder, settings)),
  };
}
