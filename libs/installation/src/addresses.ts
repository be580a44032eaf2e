import type { Profile } from '@open-banking/config';
import { services, type Service } from '@open-banking/spec';
import { holderOf } from './claim.js';
import { freePorts } from './ports.js';
import { readJson, replaceFile, type DataFolder } from './data-folder.js';

export interface ServiceAddress {
  readonly port: number;
  readonly internalPort: number;
}
export type ServiceAddresses = Readonly<Record<Service, ServiceAddress>>;

/** The ports of one bank. They are chosen before anything starts, because each service needs the addresses of all others. */
export interface Addresses {
  readonly port: number;
  readonly baseUrl: string;
  readonly postgresPort: number;
  /** The port of the listener that requests client certificates; absent if there is none. */
  readonly tlsPort?: number | undefined;
  readonly tlsBaseUrl?: string | undefined;
  /** The first replica of each service. */
  readonly services: ServiceAddresses;
  /** The other replicas: in each element one of each service. */
  readonly replicas: readonly ServiceAddresses[];
}

/** The address at which the portal has certificates signed, and its credential there. */
export interface CertificateSigner {
  readonly url: string;
  readonly token: string;
}

/** The facts that the parts of a bank share through its data folder once its databases exist. */
export interface RunningBank extends Addresses {
  /** The process that runs the database. If it is gone, this record is from an earlier run. */
  readonly by: number;
  readonly profile: Profile;
  /** Absent where the parts of the bank are started one by one. */
  readonly certificateSigner?: CertificateSigner;
  readonly databases: Readonly<Record<Service, string>>;
  /** The same databases with the owner's role, which operators use for loading. */
  readonly ownerDatabases?: Readonly<Record<Service, string>>;
}

export const originOf = (port: number): string => `http://127.0.0.1:${port}`;

/** Whether clients come through a TLS front, which this machine need neither reach nor trust. */
export const isBehindFront = ({ port, baseUrl, tlsBaseUrl }: Pick<Addresses, 'port' | 'baseUrl' | 'tlsBaseUrl'>): boolean =>
  baseUrl !== originOf(port) && baseUrl !== tlsBaseUrl;

/** The addresses of all replicas of a service. */
export const addressesOf = (
  { services, replicas }: Pick<Addresses, 'services' | 'replicas'>,
  service: Service,
): readonly ServiceAddress[] => [services, ...replicas].map((replica) => replica[service]);

/** The configured addresses. Port 0 takes any free port; without a TLS port there is no TLS listener. */
export interface AddressOptions {
  readonly port: number;
  readonly baseUrl?: string | undefined;
  readonly tlsPort?: number | undefined;
  /** The number of replicas of each service; one by default. */
  readonly replicas?: number;
}

/**
 * Free ports for all but the gateway, whose port is given (0: any). A bank that was here before gets its ports again where they
 * are free, and what still runs of it keeps them.
 */
export async function chooseAddresses(
  folder: DataFolder,
  { port: wantedPort, baseUrl, tlsPort: wantedTlsPort, replicas = 1 }: AddressOptions,
): Promise<Addresses> {
  const before = readJson<Addresses>(folder.addresses);
  const kept = services.filter((service) => before && holderOf(folder, service) !== undefined && holderOf(folder, service) !== process.pid);
  const open = services.filter((service) => !kept.includes(service));
  const others = Array.from({ length: replicas - 1 }, () => services);
  // All in one call, so that no port comes twice.
  const [any, anyTls, postgresPort, ...rest] = await freePorts([
    undefined,
    undefined,
    before?.postgresPort,
    ...open.flatMap((service) => [portsBefore(before, service)?.port, portsBefore(before, service)?.internalPort]),
    ...others.flat().flatMap(() => [undefined, undefined]),
  ]);
  const next = (service: Service) => [service, { port: rest.shift()!, internalPort: rest.shift()! }] as const;
  const chosen = open.map(next);
  const all = Object.fromEntries([...chosen, ...kept.map((service) => [service, before!.services[service]])]) as ServiceAddresses;
  const port = wantedPort || any!;
  const tlsPort = wantedTlsPort === undefined ? undefined : wantedTlsPort || anyTls!;
  const address = baseUrl ?? originOf(port);
  return {
    port,
    baseUrl: address,
    postgresPort: postgresPort!,
    services: all,
    replicas: others.map((one) => Object.fromEntries(one.map(next)) as ServiceAddresses),
    ...(tlsPort !== undefined && { tlsPort, tlsBaseUrl: `https://${new URL(address).hostname}:${tlsPort}` }),
  };
}

/** A service that the release before did not have had none. */
const portsBefore = (before: Addresses | undefined, service: Service): ServiceAddress | undefined =>
  (before?.services as Partial<ServiceAddresses> | undefined)?.[service];

export const announce = (folder: DataFolder, bank: RunningBank): void => {
  replaceFile(folder.addresses, bank);
};
export const announced = (folder: DataFolder): RunningBank | undefined => readJson<RunningBank>(folder.addresses);
