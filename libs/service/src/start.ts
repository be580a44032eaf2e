import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { InternalCalls, InternalSigner, InternalVerifier, Operators, RemoteTokenAuthority } from '@open-banking/access';
import { settingFile, type ServiceSettings } from '@open-banking/config';
import { recurringWorkOf, type RecurringWorkScheduler } from '@open-banking/commands';
import { type ConflictReason, openDatabase, requestBudgetMs } from '@open-banking/database';
import { clientAddress, type RouteRegistrar } from '@open-banking/http';
import { RateLimitsService } from '@open-banking/limits';
import { ReceiptCollector, ReceiptStore } from '@open-banking/receipts';
import { limitRawRoutes } from '@open-banking/pipeline';
import type { Service } from '@open-banking/spec';
import { errorReason, type Logs, type Telemetry, type Metrics } from '@open-banking/telemetry';
import type { FastifyInstance } from 'fastify';
import { AnswerCountsService } from './availability/answer-counts.service.js';
import { recurringWork, startWorkers } from './background-workers.js';
import { clientCertificate } from './client-certificate.js';
import { DueWork, dueWorkOf } from './clock/due-work.js';
import { followSandboxClock } from './clock/follow-clock.js';
import { SandboxClock } from './clock/sandbox-clock.js';
import { Draining } from './health/readiness.service.js';
import { injectedInstances, refuseUnfitTable } from './start-up-check.js';
import { internalAddresses, requireServiceKey } from './internal-addresses.js';
import { internalEndpoints, internalServer } from './internal-server.js';
import { limitStore } from './limit-store-observation.js';
import { listen } from './listen.js';
import { AnnouncedMaintenance } from './maintenance/announced-maintenance.js';
import { followMaintenance } from './maintenance/follow-maintenance.js';
import { readCertificates } from './health/certificate-expiry.js';
import { RequestLog } from './request-log.js';
import { adapter, observe } from './server.js';
import { readLag, standbyEvents } from './standby-observation.js';
import { serviceModule, type StartupContext, type ServiceOptions } from './service.module.js';
import { unreadCertificates } from './unread-certificates.js';
import { answerErrors } from './unreadable-requests.js';

/** How often idle connections are closed once the port is. */
const idleMs = 50;

/** A started service. */
export interface RunningService {
  readonly port: number;
  readonly internalPort: number;
  stop(): Promise<void>;
}

/** The settings of a service, and the environment that they were read from: it names their files. */
type Settings = ServiceSettings & { readonly environment: NodeJS.ProcessEnv };

/** Undoes the steps of a start, the last one first. */
type StartedParts = (() => unknown)[];

/**
 * Starts a service: database, application, clock, background work, and last the two ports. What a start that fails has opened is closed.
 */
export async function start(
  service: Service,
  modules: readonly (Type | DynamicModule)[],
  options: ServiceOptions,
  settings: Settings,
  telemetry: Telemetry,
): Promise<RunningService> {
  const started: StartedParts = [];
  try {
    return await startIn(started, service, modules, options, settings, telemetry);
  } catch (error) {
    for (const undo of started.reverse()) await undo();
    throw error;
  }
}

async function startIn(
  started: StartedParts,
  service: Service,
  modules: readonly (Type | DynamicModule)[],
  options: ServiceOptions,
  settings: Settings,
  telemetry: Telemetry,
): Promise<RunningService> {
  requireServiceKey(service, settings.keysDir);
  const recurring = recurringWork(telemetry);
  const due = new DueWork(recurring);
  const context = await openStartupContext(started, service, settings, telemetry, due);
  const root = await serviceModule(service, modules, options, settings, context);
  const app = await NestFactory.create<NestFastifyApplication>(root, adapter(), {
    bodyParser: false,
    logger: false,
    abortOnError: false,
  });
  started.push(() => app.close());
  refuseUnfitTable(service, app);
  const server: FastifyInstance = app.getHttpAdapter().getInstance();
  const clientOfRequest = {
    addressOf: clientAddress(settings.trustedProxies, settings.forwardedHeader),
    certificateOf: clientCertificate(settings, unreadCertificates(telemetry, settings)),
  };
  observe(server, telemetry, clientOfRequest, context, app.get(AnswerCountsService));
  await server.register((scope) => registerRoutes(app, scope));
  await app.init();
  const instances = injectedInstances(app);
  const endWork = await beginWork(started, instances, options, settings, telemetry, context, recurring, due);
  const verifier = new InternalVerifier(service, settings.keysDir, app.get(Operators));
  const quiet = { ...telemetry, written: untilStop(context, telemetry.written) };
  const internal = internalServer(internalEndpoints(instances, settings.sandbox), verifier, quiet, context.requestMs);
  started.push(() => closed(internal.server, () => internal.close()));
  const { host, port, internalHost, internalPort } = settings;
  await listen(internal, { host: internalHost, port: internalPort, settings: 'INTERNAL_HOST, INTERNAL_PORT' });
  await listen({ listen: () => app.listen(port, host) }, { host, port, settings: 'HOST, PORT' });
  context.database.stopWaitingForDatabase();
  beginRecording(context, app);
  return {
    port: portOf(server),
    internalPort: portOf(internal),
    stop: stopping(app, internal, context, settings, endWork),
  };
}

/** Begins what a service does besides answering: the clock, workers and recurring work. Returns what ends it. */
async function beginWork(
  started: StartedParts,
  instances: readonly object[],
  { clockOffset, announcedMaintenance }: ServiceOptions,
  settings: Settings,
  telemetry: Telemetry,
  context: StartupContext,
  recurring: RecurringWorkScheduler,
  due: DueWork,
): Promise<() => Promise<void>> {
  const { database, sandboxClock, calls, maintenance } = context;
  const onFault = unlessStopping(context, telemetry.written);
  const leaving = new AbortController();
  let stopWorkers: () => Promise<unknown> = () => Promise.resolve();
  const end = async (): Promise<void> => {
    leaving.abort();
    await Promise.all([recurring.end(), due.end()]);
    await stopWorkers();
  };
  started.push(end);
  const own = clockOffset && (() => clockOffset(database));
  const clockTasks = settings.sandbox ? await followSandboxClock(sandboxClock, own, calls, leaving.signal, onFault('the clock')) : [];
  stopWorkers = await startWorkers(instances, telemetry);
  recurring.begin([due.begin(dueWorkOf(instances)), ...clockTasks, ...recurringWorkOf(instances)]);
  if (!announcedMaintenance) void followMaintenance(maintenance, calls, leaving.signal, onFault('announced maintenance'));
  return end;
}

/**
 * Logs that ais-pis cannot be followed, but not while this service stops: where a whole bank stops, ais-pis may be gone first. Both may be
 * seen in the same turn of the event loop, so this waits for the next one.
 */
const unlessStopping =
  ({ draining }: StartupContext, written: Logs) =>
  (what: string) =>
  (error: unknown): void => {
    setImmediate(() => {
      if (!draining.started) written.fault({ event: `${what} cannot be followed` }, error);
    });
  };

/** A service that stops ends the calls that it holds, some without an answer: that is no fault, and the line of the call says it. */
const untilStop = ({ draining }: StartupContext, { log, fault }: Logs): Pick<Logs, 'log' | 'fault'> => ({
  log,
  fault: (line, error) => !draining.started && fault(line, error),
});

/**
 * Creates what exists before Nest starts: the database, the internal calls, the clock and the store of limits. Each part that is opened
 * adds its end to `started`.
 */
async function openStartupContext(
  started: StartedParts,
  service: Service,
  settings: Settings,
  { written, metrics }: Telemetry,
  due: DueWork,
): Promise<StartupContext> {
  const events = { ...databaseEvents(written, metrics), onStandby: standbyEvents(settings.databaseReadUrl, written, metrics) };
  const files = {
    urlFile: settingFile('databaseUrl', settings.environment),
    databaseReadUrlFile: settingFile('databaseReadUrl', settings.environment),
  };
  const database = await openDatabase({ ...settings, url: settings.databaseUrl, ...files, ...events }, settings.startTimeoutMs);
  started.push(() => database.close());
  metrics.readPool(database);
  readLag(metrics, database.standby);
  readCertificates(metrics, settings);
  const addresses = internalAddresses(service, settings);
  const requestMs = requestBudgetMs(settings.statementTimeoutMs);
  const calls = new InternalCalls(new InternalSigner(service, settings.keysDir), addresses, metrics.countCall, requestMs);
  started.push(() => {
    calls.close();
  });
  const requestLog = addresses.portal && new RequestLog(calls, metrics, written.log, settings.sandbox);
  const receipts = new ReceiptCollector(service, metrics, written.log);
  const remote = new RemoteTokenAuthority(calls);
  const sandboxClock = new SandboxClock(() => {
    remote.forget();
    return due.run();
  });
  const stores = await limitStore(service, settings, written, metrics);
  if (stores) started.push(() => stores.storage.close());
  const maintenance = new AnnouncedMaintenance();
  return {
    database,
    draining: new Draining(),
    maintenance,
    sandboxClock,
    calls,
    remote,
    receipts,
    requestLog,
    limitStore: stores,
    requestMs,
  };
}

/** How a service stops: it drains, ends its background work, and answers what has arrived before it closes. */
const stopping =
  (
    app: NestFastifyApplication,
    internal: FastifyInstance,
    { calls, database, draining, limitStore, receipts, requestLog }: StartupContext,
    { drainMs }: ServiceSettings,
    endWork: () => Promise<void>,
  ) =>
  async (): Promise<void> => {
    draining.started = true;
    await Promise.all([pause(drainMs), receipts.beginEnd()]);
    await endWork();
    await closed(app.getHttpServer(), () => app.close());
    await receipts.end();
    await closed(internal.server, () => internal.close());
    await requestLog?.end();
    calls.close();
    await limitStore?.storage.close();
    await database.close();
  };

/**
 * Closes a server's port, and then its connections. An answer that was under way keeps its connection alive; nothing more arrives on it.
 * Two services of one process would otherwise wait for each other's.
 */
async function closed(server: Server, close: () => Promise<unknown>): Promise<void> {
  const idle = setInterval(() => {
    server.closeIdleConnections();
  }, idleMs);
  await close();
  clearInterval(idle);
}

function beginRecording({ receipts, requestLog }: StartupContext, app: NestFastifyApplication): void {
  requestLog?.begin();
  receipts.begin(app.get(ReceiptStore));
}

const portOf = ({ server }: FastifyInstance): number => (server.address() as { port: number }).port;

const databaseEvents = ({ log, fault }: Logs, metrics: Metrics) => ({
  onRetry: (reason: ConflictReason): void => {
    metrics.transactionRetries.inc({ reason });
    log.warn({ event: 'transaction run again', reason });
  },
  onLost: (error: Error): void => {
    fault({ event: 'database connection lost' }, error);
  },
  onWait: (error: unknown): void => {
    log.warn({ event: 'waiting for the database', message: errorReason(error) });
  },
});

const registersRoutes = (instance: object): instance is RouteRegistrar =>
  typeof (instance as Partial<RouteRegistrar>).registerRoutes === 'function';

/** Routes that are not Nest's: pages, endpoints of OAuth, files. */
async function registerRoutes(app: NestFastifyApplication, scope: FastifyInstance): Promise<void> {
  answerErrors(scope);
  limitRawRoutes(scope, app.get(RateLimitsService));
  for (const registrar of injectedInstances(app).filter(registersRoutes)) await registrar.registerRoutes(scope);
}
