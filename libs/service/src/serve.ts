import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, ModulesContainer, NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  ClientCertificatesService,
  InternalCalls,
  InternalSigner,
  InternalVerifier,
  Operators,
  RemoteOperators,
  RemoteTokenAuthority,
  SenderConstraintService,
  TokenAuthority,
} from '@open-banking/access';
import { BankClock, Cursors, Database, openDatabase, serviceKey } from '@open-banking/database';
import { readSettings, variableOf, serviceSettings, SETTINGS, type ServiceSettings } from '@open-banking/config';
import { type RouteRegistrar } from '@open-banking/http';
import { type BackgroundWorker } from '@open-banking/commands';
import { RateLimitsModule } from '@open-banking/limits';
import { Refusal } from '@open-banking/messages';
import {
  clockInternal,
  everyInternal,
  issuerRowsOf,
  operationsOf,
  pageRowsOf,
  services,
  type Operation,
  type Service,
} from '@open-banking/spec';
import { ClockInternal } from './clock/clock.internal.js';
import { DueWork, dueWorkOf } from './clock/due-work.js';
import { followClock } from './clock/follow-clock.js';
import { MovedClock } from './clock/moved-clock.js';
import { ErrorFilter } from './error-filter.js';
import { clientCertificate } from './client-certificate.js';
import { consentFrequencyProviders, pipeline } from '@open-banking/pipeline';
import { Draining, HealthController } from './health.controller.js';
import { internalEndpoints, internalServer } from './internal-server.js';
import { errorFields, logs, writeFatal, writeUncaught, type Logs } from './log.js';
import { Metrics } from './metrics.js';
import { adapter, observe } from './server.js';
import { handlersOf, startUpFaults } from './start-up-check.js';

export interface Serving {
  /** Where this service asks about tokens; by default the issuer's service, over the internal port. */
  readonly tokenAuthority?: Type<TokenAuthority>;
  /** Where this service finds the named operators; by default it asks ais-pis. */
  readonly operators?: Type<Operators>;
  /** How far the sandbox's clock was moved, where this service keeps it; by default ais-pis is asked. */
  readonly clockOffset?: (database: Database) => Promise<number>;
}

/** Runs a service until it is told to stop. Ends the process with one clear message where it cannot start. */
export async function serve(service: Service, modules: readonly (Type | DynamicModule)[], serving: Serving = {}): Promise<void> {
  try {
    const settings = readSettings(serviceSettings);
    const written = logs(service, settings.logLevel);
    writeUncaught(service, written);
    const running = await start(service, modules, serving, settings, written);
    written.log.info({ event: 'listening', port: running.port, internalPort: running.internalPort });
    process.send?.({ event: 'listening', port: running.port, internalPort: running.internalPort });
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => {
        void running.stop().then(() => process.exit(0));
      });
    // A parent that is gone cannot stop us any more.
    if (process.send)
      process.once('disconnect', () => {
        void running.stop().then(() => process.exit(0));
      });
  } catch (error) {
    writeFatal(service, 'cannot start', error instanceof Refusal ? new Error(reasonOf(error)) : error);
    process.exit(1);
  }
}

/** How often connections are looked at that have nothing more to answer, once the port is closed. */
const idleMs = 50;
const proofsPurgedMs = 60_000;

/** A refusal keeps its reason for the log; who starts a service reads it here. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message } = ((error as { detail?: unknown }).detail ?? {}) as { message?: string };
  return message === undefined ? error.message : `${error.message} (${message})`;
}

export interface Running {
  readonly port: number;
  readonly internalPort: number;
  stop(): Promise<void>;
}

async function start(
  service: Service,
  modules: readonly (Type | DynamicModule)[],
  serving: Serving,
  settings: ServiceSettings,
  written: Logs,
): Promise<Running> {
  const { log } = written;
  refuseKeyless(service, settings.keysDir);
  const database = await openDatabase({ ...settings, url: settings.databaseUrl, ...databaseLog(log) }, settings.startPatienceMs);
  const metrics = new Metrics(service);
  const draining = new Draining();
  const due = new DueWork();
  const calls = new InternalCalls(new InternalSigner(service, settings.keysDir), internalAddresses(service, settings));
  const remote = new RemoteTokenAuthority(calls);
  const moved = new MovedClock(() => {
    remote.forget();
    return due.run();
  });
  const root = await rootModule(service, modules, serving, settings, { database, draining, moved, calls, remote });
  const app = await NestFactory.create<NestFastifyApplication>(root, adapter(settings.trustedProxies), {
    bodyParser: false,
    logger: false,
    abortOnError: false,
  });
  refuseUnfitTable(service, app);
  const server = app.getHttpAdapter().getInstance();
  observe(server as never, written, metrics, clientCertificate(settings.clientCertProxies), draining);
  for (const raw of instancesOf(app).filter(servesRaw)) await raw.registerRoutes(server as never);
  await app.init();
  const purging = setInterval(() => {
    void app
      .get(SenderConstraintService)
      .purge()
      .catch(() => undefined);
  }, proofsPurgedMs).unref();
  const leaving = new AbortController();
  const onFault = (error: unknown): void => {
    log.error({ due: true, ...errorFields(error) });
  };
  if (settings.sandbox)
    await keepTime(moved, serving.clockOffset && (() => serving.clockOffset!(database)), calls, leaving.signal, onFault);
  const endDue = due.begin(dueWorkOf(instancesOf(app)), onFault);
  const stopWorkers = await startWorkers(instancesOf(app), written, metrics);
  const internal = internalServer(
    internalEndpoints(instancesOf(app), settings.sandbox),
    new InternalVerifier(service, settings.keysDir, app.get(Operators)),
    metrics,
    log,
  );
  await listen(
    () => internal.listen({ host: settings.internalHost, port: settings.internalPort }),
    'INTERNAL_HOST, INTERNAL_PORT',
    settings.internalHost,
    settings.internalPort,
  );
  await listen(() => app.listen(settings.port, settings.host), 'HOST, PORT', settings.host, settings.port);
  database.endPatience();
  return {
    port: (server.server.address() as { port: number }).port,
    internalPort: (internal.server.address() as { port: number }).port,
    stop: async () => {
      draining.started = true;
      await pause(settings.drainMs);
      clearInterval(purging);
      setTimeout(() => process.exit(1), settings.shutdownMs).unref();
      leaving.abort();
      await endDue();
      await stopWorkers();
      // A connection whose answer was under way is kept alive by that; nothing more comes on it.
      const idle = setInterval(() => {
        server.server.closeIdleConnections();
      }, idleMs).unref();
      await app.close();
      clearInterval(idle);
      await internal.close();
      await database.close();
    },
  };
}

const databaseLog = (log: Logs['log']) => ({
  onLost: (error: Error): void => {
    log.warn({ event: 'database lost', message: error.message });
  },
  onWait: (error: unknown): void => {
    log.warn({ event: 'waiting for the database', message: reasonOf(error) });
  },
});

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use',
  EACCES: 'this user may not use the port',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'nobody knows this name',
  EAI_AGAIN: 'nobody knows this name',
};

/** Throws one line that names the settings where the port cannot be had. */
async function listen(start: () => Promise<unknown>, names: string, host: string, port: number): Promise<void> {
  try {
    await start();
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new Error(`${names}: cannot listen at ${host}:${port}, ${reasons[code] ?? message}`, { cause: error });
  }
}

/** A key of another service, or none, would be found by the first call alone. */
function refuseKeyless(service: Service, keysDir: string): void {
  const file = `${service}.private.jwk.json`;
  if (!existsSync(join(keysDir, file))) throw new Error(`KEYS_DIR ${keysDir} has no ${file}: this service's own key`);
}

/** Begins what works besides answering requests; returns how to end it. */
async function startWorkers(instances: readonly object[], { log }: Logs, metrics: Metrics): Promise<() => Promise<unknown>> {
  const report = (line: object, error?: unknown): void => {
    log[error === undefined ? 'warn' : 'error']({ ...line, ...(error !== undefined && errorFields(error)) });
  };
  const workers = instances.filter(works);
  for (const worker of workers)
    await worker.startWork({
      instances,
      report,
      gauge: (about, read) => {
        metrics.gauge(about, read);
      },
    });
  return () => Promise.all(workers.map((worker) => worker.stopWork()));
}

/** From here on the clock is where the sandbox has moved it; where this service keeps that itself, from the first request on. */
async function keepTime(
  moved: MovedClock,
  own: (() => Promise<number>) | undefined,
  calls: InternalCalls,
  signal: AbortSignal,
  onFault: (error: unknown) => void,
): Promise<void> {
  if (own) await moved.moveTo(await own());
  const ask = own ?? (async () => (await calls.call<{ offsetMs: number }>('ais-pis', clockInternal.readClock))?.offsetMs ?? 0);
  void followClock(moved, ask, signal, onFault);
}

/** What is there before the modules. */
interface Ground {
  readonly database: Database;
  readonly draining: Draining;
  readonly moved: MovedClock;
  readonly calls: InternalCalls;
  readonly remote: RemoteTokenAuthority;
}

async function rootModule(
  service: Service,
  modules: readonly (Type | DynamicModule)[],
  serving: Serving,
  settings: ServiceSettings,
  { database, draining, moved, calls, remote }: Ground,
): Promise<DynamicModule> {
  const certificates = new ClientCertificatesService(settings);
  const shared = [
    { provide: SETTINGS, useValue: settings },
    { provide: Database, useValue: database },
    { provide: Draining, useValue: draining },
    { provide: BankClock, useValue: new BankClock(settings.timeZone, () => moved.offsetMs) },
    { provide: MovedClock, useValue: moved },
    { provide: ClockInternal, useClass: ClockInternal },
    { provide: Cursors, useValue: new Cursors(await serviceKey(database, 'cursors')) },
    { provide: InternalCalls, useValue: calls },
    { provide: SenderConstraintService, useValue: new SenderConstraintService(database, settings, certificates) },
    { provide: ClientCertificatesService, useValue: certificates },
    serving.operators ? { provide: Operators, useClass: serving.operators } : { provide: Operators, useValue: new RemoteOperators(calls) },
    serving.tokenAuthority ? { provide: TokenAuthority, useClass: serving.tokenAuthority } : { provide: TokenAuthority, useValue: remote },
  ];
  @Module({})
  class Bank {}
  return {
    module: Bank,
    global: true,
    imports: [RateLimitsModule.forRoot({ planFile: settings.planFile }), ...modules],
    controllers: [HealthController],
    exports: shared.map(({ provide }) => provide),
    providers: [
      ...shared,
      ...pipeline.map((step) => ({ provide: APP_GUARD, useClass: step as Type })),
      ...consentFrequencyProviders(service),
      {
        provide: APP_FILTER,
        useValue: new ErrorFilter(
          [...operationsOf(service), ...issuerRowsOf(service), ...pageRowsOf(service)].filter((row) => settings.sandbox || !row.sandbox),
        ),
      },
    ],
  };
}

/** The addresses of the services this one calls: the issuers ask all about a customer's resources, the others ask ais-pis. */
function internalAddresses(service: Service, settings: ServiceSettings): Partial<Record<Service, string>> {
  const called = everyInternal.listCustomerResources.callers?.includes(service) ? services : (['ais-pis'] as const);
  const addresses = called
    .filter((other) => other !== service)
    .map((other) => {
      const name = `${other.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())}InternalUrl` as keyof ServiceSettings;
      return { other, variable: variableOf(name), address: settings[name] as string | undefined };
    });
  const missing = addresses
    .filter(({ address }) => !address)
    .map(({ other, variable }) => `${variable} is not set: internal address of ${other}`);
  if (missing.length > 0) throw new Error(missing.join('\n'));
  return Object.fromEntries(addresses.map(({ other, address }) => [other, address]));
}

/** The table and the handlers must agree before a single request is taken. */
function refuseUnfitTable(service: Service, app: NestFastifyApplication): void {
  const controllers = [...app.get(ModulesContainer).values()]
    .flatMap((module) => [...module.controllers.values()])
    .map(({ metatype }) => metatype as Function);
  const handlers = handlersOf(controllers).filter(({ row }: { row: Operation }) => row.kind === 'business' || row.kind === 'metadata');
  const faults = startUpFaults(operationsOf(service), handlers);
  if (faults.length > 0) throw new Error(`its handlers do not fit the table:\n  ${faults.join('\n  ')}`);
}

const instancesOf = (app: NestFastifyApplication): object[] => {
  const modules = [...app.get(ModulesContainer).values()];
  const instances = modules
    .flatMap((module) => [...module.providers.values(), ...module.controllers.values()])
    .map(({ instance }) => instance as unknown);
  return [...new Set(instances.filter((instance): instance is object => typeof instance === 'object' && instance !== null))];
};

const servesRaw = (instance: object): instance is RouteRegistrar =>
  typeof (instance as Partial<RouteRegistrar>).registerRoutes === 'function';

const works = (instance: object): instance is BackgroundWorker => typeof (instance as Partial<BackgroundWorker>).startWork === 'function';
