import * as infrastructure from '@open-banking/spec';
import { services, type Operation, type Service } from '@open-banking/spec';

/** An internal operation, and a service that serves it. */
export interface InternalRow {
  readonly row: Operation;
  readonly service: Service;
}

type Rows = Readonly<Record<string, Omit<Operation, 'service'>>>;

/** Groups that another service serves than ais-pis, or several. */
const homes: Readonly<Record<string, readonly Service[]>> = {
  everyInternal: services.filter((service) => service !== 'portal'),
  clockInternal: ['ais-pis'],
  issuerInternal: ['ais-pis', 'mandates'],
  notificationKeysInternal: ['ais-pis', 'mandates'],
  developerNotificationsInternal: ['ais-pis', 'mandates'],
  backgroundInternal: ['ais-pis', 'mandates'],
  mandatesInternal: ['mandates'],
  mandateLookupsInternal: ['mandates'],
  mandateScenariosInternal: ['mandates'],
  developerMandatesInternal: ['mandates'],
  feedInternal: ['ais-pis', 'cards'],
  erasureInternal: services.filter((service) => service !== 'portal'),
  sandboxDataInternal: ['ais-pis', 'cards'],
  requestLogInternal: ['portal'],
};

const isGroup = (name: string, group: unknown): group is Rows => name.endsWith('Internal') && typeof group === 'object' && group !== null;

/** Every internal operation of the table at the services that serve it. */
export const internalRows: readonly InternalRow[] = Object.entries(infrastructure as unknown as Record<string, unknown>).flatMap(
  ([name, group]) =>
    isGroup(name, group)
      ? Object.values(group).flatMap((row) =>
          (homes[name] ?? ['ais-pis']).map((service) => ({ row: { ...row, service } as Operation, service })),
        )
      : [],
);
