import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { APP_FILTER, DiscoveryModule } from '@nestjs/core';
import {
  ClientCertificatesService,
  DeveloperKeys,
  noDeveloperKeys,
  InternalCalls,
  Operators,
  RemoteOperators,
  SenderConstraintService,
  TokenAuthority,
  type RemoteTokenAuthority,
} from '@open-banking/access';
import { ServiceSettings, type FileReaders, type SettingsClass } from '@open-banking/config';
import { BankClock, Cursors, Database, serviceKey } from '@open-banking/database';
import { ErasureInternal, ErasureService, ErasureSource, PlatformErasings, type ErasureTarget } from '@open-banking/erasure';
import { FeedInternal, FeedSource, type FeedContext, type FeedTarget, type ServiceTables } from '@open-banking/feed';
import { RateLimitsModule, type LimitStore } from '@open-banking/limits';
import { pipelineProviders } from '@open-banking/pipeline';
import { CustomerReceipts, ReceiptStore, type ReceiptCollector } from '@open-banking/receipts';
import { issuerRowsOf, operationsOf, pageRowsOf, sandboxRowsOf, statusRowsOf, type Service } from '@open-banking/spec';
import { AnswerCountsService } from './availability/answer-counts.service.js';
import { AvailabilityInternal } from './availability/availability.internal.js';
import { GatewayProbeController } from './availability/gateway-probe.controller.js';
import { ProbedService, ReadyPeriodsService } from './availability/ready-periods.service.js';
import { ClockInternal } from './clock/clock.internal.js';
import { SandboxClock } from './clock/sandbox-clock.js';
import { ErrorFilter } from './error-filter.js';
import { HealthController } from './health/health.controller.js';
import { Draining, ReadinessService } from './health/readiness.service.js';
import { ServiceStateInternal } from './health/service-state.internal.js';
import { AnnouncedMaintenance, type MaintenanceTimes } from './maintenance/announced-maintenance.js';
import { OwnMaintenanceService } from './maintenance/own-maintenance.service.js';
import { platformErasings } from './platform-erasings.js';
import { RemoteReceiptStore } from './remote-receipt-store.js';
import type { RequestLog } from './request-log.js';
import { noUnservedPages, UnservedPages } from './unserved-pages.js';
import { SandboxDataFormat, SandboxDataInternal, SandboxDataOwners } from './sandbox-data.internal.js';

/** A service's replacements for the defaults. */
export interface ServiceOptions {
  /** The settings of this service besides those of every service; each class is injectable. */
  readonly settings?: readonly SettingsClass[];
  /** Reads the files that these settings name, so that a faulty file is reported with the settings. */
  readonly fileReaders?: FileReaders;
  /** Answers questions about tokens; by default the issuer's service, over the internal port. */
  readonly tokenAuthority?: Type<TokenAuthority>;
  /** Finds the named operators; by default it asks ais-pis. */
  readonly operators?: Type<Operators>;
  /** Keeps the log of receipts; by default ais-pis does. */
  readonly receiptStore?: Type<ReceiptStore>;
  /** How far the sandbox's clock was moved, where this service stores it; by default ais-pis is asked. */
  readonly clockOffset?: (database: Database) => Promise<number>;
  /** Maintenance that has not ended, where this service stores it; by default ais-pis is asked. */
  readonly announcedMaintenance?: (database: Database) => Promise<readonly MaintenanceTimes[]>;
  /** Finds developers by their sandbox keys; without it there are no keys. */
  readonly developerKeys?: Type<DeveloperKeys>;
  /** Pages for browsers at addresses that nothing serves; by default a plain one in all languages of the customer pages. */
  readonly unservedPages?: Type<UnservedPages>;
  /** How the tables of this service are loaded, where a customer made for a developer has data in them; imported when it is needed. */
  readonly sandboxData?: () => Promise<ServiceTables>;
  /** Opens what takes the changes of the bank's core, when the first of them arrives (docs/feed.md). */
  readonly feed?: () => Promise<(context: FeedContext) => FeedTarget>;
  /** This service's part in the erasure of a customer's personal data; imported when it happens (docs/erasure.md). */
  readonly erasure?: () => Promise<{ readonly erasure: ErasureTarget }>;
  /** The same of a service whose target needs more than its database; its class imports the target when it happens. */
  readonly erasureSource?: Type<ErasureSource>;
  /** Decides which customers are a developer's; without it the portal is trusted, which has asked ais-pis first. */
  readonly sandboxDataOwners?: Type<SandboxDataOwners>;
}

/** Makes the service's own settings injectable by their classes. */
export function settingsModule(own: readonly object[]): DynamicModule {
  @Module({})
  class OwnSettings {}
  const providers = own.map((values) => ({ provide: values.constructor, useValue: values }));
  return { module: OwnSettings, global: true, providers, exports: own.map((values) => values.constructor) };
}

/** The objects that exist before Nest starts. */
export interface StartupContext {
  readonly database: Database;
  readonly draining: Draining;
  readonly maintenance: AnnouncedMaintenance;
  readonly sandboxClock: SandboxClock;
  readonly calls: InternalCalls;
  readonly remote: RemoteTokenAuthority;
  readonly receipts: ReceiptCollector;
  /** Present where the settings name a portal to record requests. */
  readonly requestLog?: RequestLog;
  /** The store in which replicas share their limits, if the settings name one. */
  readonly limitStore?: LimitStore;
  /** The longest time that a request waits for others, in milliseconds. */
  readonly requestMs?: number;
}

/** The root module of a service: what every service has, the steps of a request, and the service's own modules. */
export async function serviceModule(
  service: Service,
  modules: readonly (Type | DynamicModule)[],
  options: ServiceOptions,
  settings: ServiceSettings,
  context: StartupContext,
): Promise<DynamicModule> {
  const everywhere = await providersOfEveryService(service, options, settings, context);
  const rows = [
    ...operationsOf(service),
    ...issuerRowsOf(service),
    ...pageRowsOf(service),
    ...statusRowsOf(service),
    ...sandboxRowsOf(service),
  ];
  @Module({})
  class Bank {}
  return {
    module: Bank,
    global: true,
    imports: [DiscoveryModule, RateLimitsModule.forRoot({ planFile: settings.planFile, ...context.limitStore }), ...modules],
    controllers: [HealthController, GatewayProbeController],
    exports: everywhere.map(({ provide }) => provide),
    providers: [
      ...everywhere,
      AnswerCountsService,
      ReadyPeriodsService,
      { provide: ProbedService, useValue: new ProbedService(service) },
      ...pipelineProviders(service),
      {
        provide: APP_FILTER,
        inject: [UnservedPages],
        useFactory: (pages: UnservedPages) =>
          new ErrorFilter(
            rows.filter((row) => settings.sandbox || !row.sandbox),
            context.maintenance,
            pages,
          ),
      },
    ],
  };
}

async function providersOfEveryService(service: Service, options: ServiceOptions, settings: ServiceSettings, context: StartupContext) {
  const { database, draining, maintenance, sandboxClock, calls, remote, receipts } = context;
  const { announcedMaintenance, receiptStore } = options;
  const certificates = new ClientCertificatesService(settings);
  return [
    { provide: ServiceSettings, useValue: settings },
    { provide: Database, useValue: database },
    { provide: Draining, useValue: draining },
    { provide: AnnouncedMaintenance, useValue: maintenance },
    {
      provide: OwnMaintenanceService,
      useValue: new OwnMaintenanceService(maintenance, announcedMaintenance && (() => announcedMaintenance(database))),
    },
    { provide: ReadinessService, useValue: new ReadinessService(service, database, calls, settings) },
    { provide: BankClock, useValue: new BankClock(settings.timeZone, () => sandboxClock.offsetMs) },
    { provide: SandboxClock, useValue: sandboxClock },
    { provide: ClockInternal, useClass: ClockInternal },
    { provide: ServiceStateInternal, useClass: ServiceStateInternal },
    { provide: AvailabilityInternal, useClass: AvailabilityInternal },
    { provide: Cursors, useValue: new Cursors(await serviceKey(database, 'cursors')) },
    { provide: InternalCalls, useValue: calls },
    { provide: SenderConstraintService, useValue: new SenderConstraintService(database, settings, certificates) },
    { provide: ClientCertificatesService, useValue: certificates },
    options.operators ? { provide: Operators, useClass: options.operators } : { provide: Operators, useValue: new RemoteOperators(calls) },
    { provide: CustomerReceipts, useValue: receipts },
    receiptStore ? { provide: ReceiptStore, useClass: receiptStore } : { provide: ReceiptStore, useValue: new RemoteReceiptStore(calls) },
    ...sandboxData(options),
    ...(options.feed
      ? [
          { provide: FeedSource, useValue: { open: options.feed } satisfies FeedSource },
          { provide: FeedInternal, useClass: FeedInternal },
        ]
      : []),
    ...erasure(options),
    options.developerKeys
      ? { provide: DeveloperKeys, useClass: options.developerKeys }
      : { provide: DeveloperKeys, useValue: noDeveloperKeys },
    options.unservedPages
      ? { provide: UnservedPages, useClass: options.unservedPages }
      : { provide: UnservedPages, useValue: noUnservedPages },
    options.tokenAuthority ? { provide: TokenAuthority, useClass: options.tokenAuthority } : { provide: TokenAuthority, useValue: remote },
  ];
}

/** The providers of a service in which customers made for a developer have data. */
function sandboxData({ sandboxData: format, sandboxDataOwners: owners }: ServiceOptions) {
  if (!format) return [];
  return [
    { provide: SandboxDataFormat, useValue: { read: format } satisfies SandboxDataFormat },
    owners ? { provide: SandboxDataOwners, useClass: owners } : { provide: SandboxDataOwners, useValue: askedElsewhere },
    { provide: SandboxDataInternal, useClass: SandboxDataInternal },
  ];
}
/** The providers of a service that holds personal data of customers. */
function erasure({ erasure: target, erasureSource: source, feed }: ServiceOptions) {
  if (!target && !source) return [];
  return [
    source
      ? { provide: ErasureSource, useClass: source }
      : { provide: ErasureSource, useValue: { open: async () => (await target!()).erasure } satisfies ErasureSource },
    { provide: PlatformErasings, useValue: platformErasings(feed !== undefined) },
    { provide: ErasureService, useClass: ErasureService },
    { provide: ErasureInternal, useClass: ErasureInternal },
  ];
}

const askedElsewhere: SandboxDataOwners = {
  admit: () => Promise.resolve(),
  update: () => Promise.resolve([]),
  replace: () => Promise.resolve(),
};
