import type { Profile } from '@open-banking/config';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbedded, type EmbeddedServer } from '@open-banking/database';
import { faultLog, logLine, startGateway } from '@open-banking/gateway';
import { services, type Service } from '@open-banking/spec';
import { makeTrustFiles } from '../ca/make-trust-files.js';
import { announce, chooseAddresses, originOf, refuseTakenPort, type Addresses, type RunningBank } from './addresses.js';
import { claim, type Part } from './claim.js';
import { makeDatabases, useDatabases, type Databases } from './databases.js';
import { openDataFolder, type DataFolder } from './data-folder.js';
import { loadDemoBank, type DemoBank } from './demo-data.js';
import { makeKeys } from './keys.js';
import { LogFile } from './log-file.js';
import { factsOf, operatorFileOf, takeOutAddresses, writeOperatorFile } from './operator-file.js';
import { startRestarting } from './restarts.js';
import { startService, type ServiceProcess } from './service-process.js';
import { tlsListener } from './tls.js';

export interface BankOptions {
  readonly dataDir: string;
  readonly port: number;
  /** Where clients reach the gateway, when it is not `http://127.0.0.1:<port>`. */
  readonly baseUrl?: string;
  /** Opens a second listener, which asks clients for certificates; 0 takes any free port. */
  readonly tlsPort?: number | undefined;
  readonly profile?: Profile;
  readonly demoBank: DemoBank;
  /** A server that is there already; its user may create databases and roles. */
  readonly databaseUrl?: string;
  /** Or one database a service. */
  readonly databaseUrls?: Readonly<Record<Service, string>>;
  /** Settings for all services, as environment variables. */
  readonly settings?: NodeJS.ProcessEnv;
  readonly services?: readonly Service[];
  /** Starts services again that die; otherwise whoever started the bank does. */
  readonly restarting?: boolean;
  /** Default: `~/.openbank/<port>.json`. */
  readonly operatorFile?: string;
  readonly postgresFlags?: readonly string[];
  /** Called before the bank's own PostgreSQL is stopped, when the services have ended. */
  readonly beforeDatabaseStops?: (adminUrl: string) => Promise<void>;
  /** Another address at which the gateway reaches a service: of something that stands between them. */
  readonly inFrontOf?: (service: Service, origin: string) => Promise<string>;
  /** Gives up starting; what was started is ended. */
  readonly signal?: AbortSignal;
  /** Told of each step, and of what ends while it should run. */
  readonly say?: (line: string) => void;
}

export interface Bank extends RunningBank {
  readonly folder: DataFolder;
  readonly ownerUrls: Readonly<Record<Service, string>>;
  readonly operatorFile: string;
  readonly adminUrl?: string;
  /** The processes of the services. */
  readonly pids: Readonly<Partial<Record<Service, number>>>;
  /** Starts a service anew that has ended, or is about to. */
  startAgain(service: Service): Promise<void>;
  stop(): Promise<void>;
}

const timeZone = (settings: NodeJS.ProcessEnv = {}): string => settings['TIME_ZONE'] ?? process.env['TIME_ZONE'] ?? 'Asia/Jerusalem';
const quiet = (): void => undefined;

/** Ends what was started, last first. */
type Undo = (() => unknown)[];

/** Starts PostgreSQL, six services and the gateway over one data folder; all of them, or none and one clear error. */
export async function startBank(options: BankOptions): Promise<Bank> {
  const started: Undo = [];
  const stop = async () => {
    for (const undo of started.splice(0).reverse()) await undo();
  };
  try {
    return await open(options, started, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function open(options: BankOptions, started: Undo, stop: () => Promise<void>): Promise<Bank> {
  const { services: wanted = services, signal } = options;
  const folder = openDataFolder(options.dataDir);
  for (const part of ['database', 'gateway', ...wanted] as const) started.push(claimOrRefuse(folder, part));
  for (const port of [options.port, options.tlsPort]) if (port) await refuseTakenPort(port);
  const addresses = await chooseAddresses(folder, options);
  signal?.throwIfAborted();
  makeKeys(folder.keys);
  await makeTrustFiles(folder.ca);
  const server = await databaseServer(options, folder, addresses.postgresPort);
  if (server.stop) started.push(server.stop, () => options.beforeDatabaseStops?.(server.adminUrl!));
  try {
    return await openOver(server, addresses, folder, options, started, stop);
  } catch (error) {
    // What the server said last is the reason, where it ended: the disk is full, say.
    const why = await Promise.race([server.ended, pause(lastWordsMs, undefined)]);
    throw why === undefined ? error : new Error(why, { cause: error });
  }
}

const lastWordsMs = 500;

async function openOver(
  server: DatabaseServer,
  addresses: Addresses,
  folder: DataFolder,
  options: BankOptions,
  started: Undo,
  stop: () => Promise<void>,
): Promise<Bank> {
  const { say = quiet, settings, signal, services: wanted = services } = options;
  const goOn = (): void => {
    signal?.throwIfAborted();
  };
  const databases = await databasesOf(options, server.adminUrl, folder, say);
  goOn();
  const bank: RunningBank = {
    ...addresses,
    by: process.pid,
    profile: options.profile ?? 'baseline',
    databases: urls(databases, 'serviceUrl'),
    ownerDatabases: urls(databases, 'ownerUrl'),
  };
  const operatorFile = options.operatorFile ?? operatorFileOf(bank.baseUrl);
  announce(folder, bank);
  say(`${wanted.length} services start`);
  const loading = loadDemoBank(databases, options.demoBank, { folder: folder.demoBank, timeZone: timeZone(settings), onProgress: say });
  // A service that cannot start is told at once; that the loading then ends too is no news.
  loading.catch(quiet);
  const running = await startServices(wanted, bank, folder, options, started);
  await loading;
  goOn();
  // Opened last and closed first: what was let in is answered.
  await openGateway(bank, folder, options, started);
  for (const { ended } of running)
    void ended.then((line) => {
      if (line !== undefined) say(line);
    });
  void server.ended?.then((why) => {
    if (why !== undefined) say(`${why}\nRequests are answered 503 until the bank is started again.`);
  });
  writeOperatorFile(operatorFile, factsOf(bank, folder));
  started.push(() => {
    takeOutAddresses(operatorFile);
  });
  const pids = Object.fromEntries(running.map(({ service, pid }) => [service, pid]));
  const startAgain = async (service: Service): Promise<void> => {
    await Promise.all(running.filter((one) => one.service === service).map(({ ended }) => ended));
    const again = await startService(service, bank, folder, settings);
    running.push(again);
    pids[service] = again.pid;
    started.push(() => again.stop());
  };
  return { ...bank, folder, operatorFile, ownerUrls: urls(databases, 'ownerUrl'), adminUrl: server.adminUrl, pids, startAgain, stop };
}

async function startServices(
  wanted: readonly Service[],
  bank: RunningBank,
  folder: DataFolder,
  { settings, restarting, say = quiet }: BankOptions,
  started: Undo,
): Promise<ServiceProcess[]> {
  const each = await Promise.allSettled(
    wanted.map((service) => {
      const start = () => startService(service, bank, folder, settings);
      return restarting ? startRestarting(start, say) : start();
    }),
  );
  const running = each.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  started.push(() => Promise.all(running.map((service) => service.stop())));
  const failed = each.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return running;
}

function claimOrRefuse(folder: DataFolder, part: Part): () => void {
  const claimed = claim(folder, part);
  if ('holder' in claimed)
    throw new Error(`A bank runs over ${folder.path} already (process ${claimed.holder}): stop it, or set DATA_DIR to another folder.`);
  return claimed.release;
}

/** The server the databases are on; one of our own can end, and is stopped by who started it. */
interface DatabaseServer {
  readonly adminUrl?: string;
  readonly ended?: EmbeddedServer['ended'];
  readonly stop?: EmbeddedServer['stop'];
}

export async function databaseServer(
  { databaseUrl, databaseUrls, postgresFlags }: Pick<BankOptions, 'databaseUrl' | 'databaseUrls' | 'postgresFlags'>,
  folder: DataFolder,
  port: number,
): Promise<DatabaseServer> {
  if (databaseUrls) return {};
  if (databaseUrl) return { adminUrl: databaseUrl };
  const { url, ended, stop } = await startEmbedded(folder.path, port, postgresFlags);
  return { adminUrl: url, ended, stop };
}

export async function databasesOf(
  { databaseUrl, databaseUrls }: Pick<BankOptions, 'databaseUrl' | 'databaseUrls'>,
  adminUrl: string | undefined,
  folder: DataFolder,
  say: (line: string) => void,
): Promise<Databases> {
  try {
    return await (databaseUrls ? useDatabases(databaseUrls, true, { say }) : makeDatabases(adminUrl!, folder.passwords, true, { say }));
  } catch (error) {
    const { message } = error as Error;
    throw new Error(databaseUrl || databaseUrls ? `The database server that was named cannot be used: ${message}` : message, {
      cause: error,
    });
  }
}

/** Routes to all six, running or not: what does not run is answered 503. */
async function openGateway(
  bank: RunningBank,
  folder: DataFolder,
  { inFrontOf = (_, origin) => Promise.resolve(origin) }: BankOptions,
  started: Undo,
): Promise<void> {
  const targets = await Promise.all(
    Object.entries(targetsOf(bank)).map(async ([service, [origin]]) => [service, [await inFrontOf(service as Service, origin!)]]),
  );
  const log = new LogFile(join(folder.logs, 'gateway.log'));
  const gateway = await startGateway({
    port: bank.port,
    tls: await tlsListener(bank, folder),
    targets: Object.fromEntries(targets) as Record<Service, string[]>,
    onFault: faultLog((line) => {
      log.write(line);
    }),
  });
  log.write(logLine('info', 'gateway listens', { url: gateway.url }));
  started.push(() => gateway.close().then(() => log.close()));
}

export const targetsOf = (bank: Pick<RunningBank, 'services'>): Record<Service, string[]> =>
  Object.fromEntries(services.map((service) => [service, [originOf(bank.services[service].port)]])) as Record<Service, string[]>;

export const urls = (databases: Databases, which: 'ownerUrl' | 'serviceUrl'): Record<Service, string> =>
  Object.fromEntries(services.map((service) => [service, databases[service][which]])) as Record<Service, string>;
