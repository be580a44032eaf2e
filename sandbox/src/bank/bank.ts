import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { accessLog, logLine, startGateway } from '@open-banking/gateway';
import { services, type Service } from '@open-banking/spec';
import { startCertificateSigner } from '@open-banking/simulators/certificate-signer';
import { makeTrustFiles } from '@open-banking/simulators/make-trust-files';
import { addressesOf, announce, chooseAddresses, originOf, type Addresses, type RunningBank } from '@open-banking/installation/addresses';
import { refuseTakenPort } from '@open-banking/installation/ports';
import { claimPart } from '@open-banking/installation/claim';
import { customersFile } from '@open-banking/installation/customers-file';
import { writeDatabaseUrls } from '@open-banking/installation/database-url-files';
import { urls } from '@open-banking/installation/databases';
import { openDataFolder, type DataFolder } from '@open-banking/installation/data-folder';
import { makeKeys } from '@open-banking/installation/keys';
import { operatorFileOf, removeAddresses, writeOperatorFile } from '@open-banking/installation/operator-file';
import type { BankOptions, Cleanups } from './bank-options.js';
import { databasesOf, openDatabaseServer, type DatabaseServer } from './database-server.js';
import { loadDemoBank } from './demo-data.js';
import { startLimitStore } from './limit-store.js';
import { LogFile } from './log-file.js';
import { operatorFileContent } from './operator-file-content.js';
import { environmentOf } from './service-environment.js';
import type { LoadingService, RunningService } from './service-process.js';
import { load, loadServices, startServices } from './services.js';
import { FaultySettings, refuseFaultySettings } from './settings-faults.js';
import { followTlsFiles, tlsListener } from './tls.js';

export interface Bank extends RunningBank {
  readonly folder: DataFolder;
  readonly ownerUrls: Readonly<Record<Service, string>>;
  readonly operatorFile: string;
  readonly adminUrl?: string;
  /** The settings of a service beside those of this process, for a further process of it. */
  environmentOf(service: Service): NodeJS.ProcessEnv;
  /** The services' own processes; empty where this process hosts them. */
  readonly pids: Readonly<Partial<Record<Service, number>>>;
  /** Settings of the services that do not do what they are set for, a sentence each. */
  readonly settingWarnings: readonly string[];
  /** Restarts a service that has ended or is about to end. */
  restart(service: Service): Promise<void>;
  stop(): Promise<void>;
}

const timeZone = (settings: NodeJS.ProcessEnv = {}): string => settings['TIME_ZONE'] ?? process.env['TIME_ZONE'] ?? 'Asia/Jerusalem';
const noop = (): void => undefined;

/** Starts PostgreSQL, the services and the gateway on one data folder. If one of them fails, all are stopped and one error is thrown. */
export async function startBank(options: BankOptions): Promise<Bank> {
  const started: Cleanups = [];
  const stop = async () => {
    for (const undo of started.splice(0).reverse()) await undo();
  };
  const folder = openDataFolder(options.dataDir);
  try {
    return await open(options, folder, started, stop);
  } catch (error) {
    await stop();
    // After another error it stays: its logs may say why.
    if (folder.isNew && error instanceof FaultySettings) rmSync(folder.path, { recursive: true, force: true });
    throw error;
  }
}

async function open(options: BankOptions, folder: DataFolder, started: Cleanups, stop: () => Promise<void>): Promise<Bank> {
  const addresses = await claimAddresses(options, folder, started);
  const settings = await limitSettings(options, folder, started);
  options.signal?.throwIfAborted();
  const openServer = () => serverAndTrustFiles(options, folder, addresses, started);
  const opening = isRemovedByFault(options, folder) ? openServer() : undefined;
  opening?.catch(noop);
  const loading = loadServices({ ...options, settings }, folder, started);
  const checked = refuseFaultySettings(loading);
  checked.catch(noop);
  // Nothing is made beside what was there before the settings are checked; an existing bank is only opened, meanwhile.
  if (!opening && !existsSync(customersFile(folder.demoBank))) await checked;
  const server = await (opening ?? openServer());
  await checked;
  try {
    return await openOver(server, addresses, folder, { ...options, settings }, loading, started, stop);
  } catch (error) {
    // If the database server has ended, its last message is the cause (such as a full disk).
    const reason = await Promise.race([server.ended, pause(exitReasonMs, undefined)]);
    throw reason === undefined ? error : new Error(reason, { cause: error });
  }
}

/** The addresses of all parts, none of which another process runs on this folder. */
async function claimAddresses(options: BankOptions, folder: DataFolder, started: Cleanups): Promise<Addresses> {
  for (const part of ['database', 'gateway', ...(options.services ?? services)] as const) started.push(claimPart(folder, part));
  if (options.port) await refuseTakenPort(options.port, 'PORT');
  if (options.tlsPort) await refuseTakenPort(options.tlsPort, 'TLS_PORT');
  return chooseAddresses(folder, options);
}

/**
 * A new folder with a server of its own is removed again where settings are faulty. So its server is made while the services load and check them:
 * `initdb` needs a core of its own.
 */
const isRemovedByFault = ({ databaseUrl, databaseUrls }: BankOptions, folder: DataFolder): boolean =>
  folder.isNew && databaseUrl === undefined && databaseUrls === undefined;

/** Opens the database server while keys and the files of the certificate authority are made. */
async function serverAndTrustFiles(
  options: BankOptions,
  folder: DataFolder,
  { postgresPort }: Addresses,
  started: Cleanups,
): Promise<DatabaseServer> {
  makeKeys(folder.keys);
  const opening = openDatabaseServer(options, folder, postgresPort);
  const opened = opening.catch(noop);
  started.push(async () => {
    const server = await opened;
    if (!server?.stop) return;
    await options.beforeDatabaseStops?.(server.adminUrl!);
    await server.stop();
  });
  const made = makeTrustFiles(folder.ca);
  await Promise.allSettled([opening, made]);
  const server = await opening;
  await made;
  return server;
}

/** The services' settings; with several replicas also where these count their limits. */
async function limitSettings(
  { settings, replicas = 1, valkeyUrl, log = noop }: BankOptions,
  folder: DataFolder,
  started: Cleanups,
): Promise<NodeJS.ProcessEnv> {
  if (replicas === 1) return { ...settings, ...(valkeyUrl !== undefined && { VALKEY_URL: valkeyUrl }) };
  const own = valkeyUrl === undefined ? await startLimitStore(folder, log) : undefined;
  if (own) started.push(() => own.stop());
  return { ...settings, REPLICAS: String(replicas), VALKEY_URL: own?.url ?? valkeyUrl };
}

const exitReasonMs = 500;

async function openOver(
  server: DatabaseServer,
  addresses: Addresses,
  folder: DataFolder,
  options: BankOptions,
  loadingServices: readonly LoadingService[],
  started: Cleanups,
  stop: () => Promise<void>,
): Promise<Bank> {
  const { log = noop, settings, signal, services: wanted = services } = options;
  if (options.firstLine !== undefined) log(options.firstLine);
  const databases = await databasesOf(options, server.adminUrl, folder, log);
  signal?.throwIfAborted();
  const { stop: stopSigner, ...certificateSigner } = await startCertificateSigner(folder.ca);
  started.push(stopSigner);
  const bank: RunningBank = {
    ...addresses,
    by: process.pid,
    certificateSigner,
    profile: options.profile ?? 'baseline',
    databases: urls(databases, 'serviceUrl'),
    ownerDatabases: urls(databases, 'ownerUrl'),
  };
  writeDatabaseUrls(folder.urls, bank.databases);
  announce(folder, bank);
  const { length: others } = addresses.replicas;
  log(`starting ${others === 0 ? '' : `${others + 1} replicas of each of `}${wanted.length} services`);
  const loading = loadDemoBank(databases, options.demoBank, { folder: folder.demoBank, timeZone: timeZone(settings), onProgress: log });
  // A service that cannot start is reported at once; the loading error that follows from it is not.
  loading.catch(noop);
  const running = await startServices(wanted, bank, folder, options, loadingServices, started);
  await loading;
  signal?.throwIfAborted();
  // Opened last and closed first, so that admitted requests are answered.
  await openGateway(bank, folder, options, started);
  logEnds(running, server, log);
  const operatorFile = options.operatorFile ?? operatorFileOf(bank.baseUrl);
  writeOperatorFile(operatorFile, operatorFileContent(bank, folder));
  started.push(() => {
    removeAddresses(operatorFile);
  });
  const ofServices = processesOf(running, bank, folder, options, started);
  return { ...bank, folder, operatorFile, ownerUrls: urls(databases, 'ownerUrl'), adminUrl: server.adminUrl, ...ofServices, stop };
}

/** Logs the reason for which a service or the database server ends unexpectedly. */
function logEnds(running: readonly RunningService[], server: DatabaseServer, log: (line: string) => void): void {
  for (const { ended } of running)
    void ended.then((line) => {
      if (line !== undefined) log(line);
    });
  void server.ended?.then((reason) => {
    if (reason !== undefined) log(`${reason}\nRequests are answered 503 until the bank is restarted.`);
  });
}

/** The processes of the services, what they warn of, the function that replaces one that has ended, and the settings for a further one. */
function processesOf(
  running: RunningService[],
  bank: RunningBank,
  folder: DataFolder,
  options: BankOptions,
  started: Cleanups,
): Pick<Bank, 'pids' | 'settingWarnings' | 'restart' | 'environmentOf'> {
  const pids: Partial<Record<Service, number>> = {};
  for (const { service, pid } of running) if (pid !== undefined) pids[service] = pid;
  const restart = async (service: Service): Promise<void> => {
    await Promise.all(running.filter((one) => one.service === service).map(({ ended }) => ended));
    const next = await load(service, folder, options).start(bank);
    running.push(next);
    if (next.pid !== undefined) pids[service] = next.pid;
    started.push(() => next.stop());
  };
  const settingWarnings = [...new Set(running.flatMap((one) => one.settingWarnings ?? []))];
  return {
    pids,
    settingWarnings,
    restart,
    environmentOf: (service) => ({ ...options.settings, ...environmentOf(service, bank, folder, 0) }),
  };
}

/** Opens the gateway with routes to all services. Requests to a service that is down are answered 503. */
async function openGateway(
  bank: RunningBank,
  folder: DataFolder,
  { trustedProxies, forwardedHeader, proxyProtocol, clientCertProxies, clientCertForm, traces }: BankOptions,
  started: Cleanups,
): Promise<void> {
  const log = new LogFile(join(folder.logs, 'gateway.log'));
  const gateway = await startGateway({
    port: bank.port,
    trustedProxies,
    clientCertProxies,
    clientCertForm,
    ...(forwardedHeader && { forwardedHeader }),
    ...(proxyProtocol && { proxyProtocol }),
    traces,
    tls: await tlsListener(bank, folder),
    targets: targetsOf(bank),
    onAnswer: accessLog((line) => {
      log.write(line);
    }),
  });
  log.write(logLine('info', 'gateway listens', { url: gateway.url }));
  started.push(() => gateway.close().then(() => log.close()), followTlsFiles(gateway, bank, folder));
}

export const targetsOf = (bank: Pick<RunningBank, 'services' | 'replicas'>): Record<Service, string[]> =>
  Object.fromEntries(services.map((service) => [service, addressesOf(bank, service).map(({ port }) => originOf(port))])) as Record<
    Service,
    string[]
  >;
