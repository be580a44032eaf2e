import type { Profile } from '@open-banking/config';
import { createServer, type AddressInfo } from 'node:net';
import { services, type Service } from '@open-banking/spec';
import { holderOf } from './claim.js';
import { readJson, replaceFile, type DataFolder } from './data-folder.js';

/** Where everything of one bank listens. Known before anything starts: each service is told of all others. */
export interface Addresses {
  readonly port: number;
  readonly baseUrl: string;
  readonly postgresPort: number;
  /** Of the listener that asks for certificates; absent where there is none. */
  readonly tlsPort?: number | undefined;
  readonly tlsBaseUrl?: string | undefined;
  readonly services: Readonly<Record<Service, { readonly port: number; readonly internalPort: number }>>;
}

/** What the parts of a bank tell each other through its data folder, once its databases are there. */
export interface RunningBank extends Addresses {
  /** The process that keeps the database. Where it is gone, the rest is of a run that was. */
  readonly by: number;
  readonly profile: Profile;
  readonly databases: Readonly<Record<Service, string>>;
  /** The same databases by their owner's role: what operators load is loaded by it. */
  readonly ownerDatabases?: Readonly<Record<Service, string>>;
}

export const originOf = (port: number): string => `http://127.0.0.1:${port}`;

/** What somebody decided; port 0 is any free one, no TLS port no TLS listener. */
export interface Wanted {
  readonly port: number;
  readonly baseUrl?: string | undefined;
  readonly tlsPort?: number | undefined;
}

/**
 * Free ports for all but the gateway, whose port is given (0: any). A bank that was here before gets its ports again where they
 * are free, and what still runs of it keeps them.
 */
export async function chooseAddresses(
  folder: DataFolder,
  { port: wantedPort, baseUrl, tlsPort: wantedTlsPort }: Wanted,
): Promise<Addresses> {
  const before = readJson<Addresses>(folder.addresses);
  const kept = services.filter((service) => before && holderOf(folder, service) !== undefined && holderOf(folder, service) !== process.pid);
  const open = services.filter((service) => !kept.includes(service));
  const [any, anyTls, postgresPort, ...rest] = await freePorts([
    undefined,
    undefined,
    before?.postgresPort,
    ...open.flatMap((service) => [before?.services[service].port, before?.services[service].internalPort]),
  ]);
  const chosen = open.map((service, at) => [service, { port: rest[2 * at]!, internalPort: rest[2 * at + 1]! }]);
  const all = Object.fromEntries([...chosen, ...kept.map((service) => [service, before!.services[service]])]) as Addresses['services'];
  const port = wantedPort || any!;
  const tlsPort = wantedTlsPort === undefined ? undefined : wantedTlsPort || anyTls!;
  const address = baseUrl ?? originOf(port);
  return {
    port,
    baseUrl: address,
    postgresPort: postgresPort!,
    services: all,
    ...(tlsPort !== undefined && { tlsPort, tlsBaseUrl: `https://${new URL(address).hostname}:${tlsPort}` }),
  };
}

export const announce = (folder: DataFolder, bank: RunningBank): void => {
  replaceFile(folder.addresses, bank);
};
export const announced = (folder: DataFolder): RunningBank | undefined => readJson<RunningBank>(folder.addresses);

/** One free port for each wanted one: that one where it is free. All are held until the last is found, so none comes twice. */
export async function freePorts(wanted: readonly (number | undefined)[]): Promise<number[]> {
  const held = [];
  for (const port of wanted) held.push(await hold(port ?? 0).catch(() => hold(0)));
  const ports = held.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(held.map((server) => new Promise((closed) => server.close(closed))));
  return ports;
}

function hold(port: number): Promise<ReturnType<typeof createServer>> {
  const server = createServer();
  return new Promise((held, refused) => {
    server.once('error', refused).listen(port, '127.0.0.1', () => {
      held(server);
    });
  });
}

/** Throws one clear line where somebody else listens on the port already. */
export async function refuseTakenPort(port: number): Promise<void> {
  try {
    const server = await hold(port);
    await new Promise((closed) => server.close(closed));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why =
      code === 'EADDRINUSE'
        ? 'is in use by another program'
        : code === 'EACCES'
          ? 'may not be used by this user'
          : `cannot be used (${(error as Error).message})`;
    throw new Error(`Port ${port} ${why}: set PORT to another one.`);
  }
}
