import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { ValkeyAddress } from '@open-banking/config';
import { Cluster, Redis, type RedisOptions } from 'iovalkey';
import { windowScript } from './window-script.js';

/** How a client reaches the store, besides its address. */
export interface ValkeyAccess {
  /** PEM file of the authorities that certify the server; without it, those that Node.js trusts. */
  readonly caFile?: string;
  readonly sentinelPassword?: string;
  /** How the connection is called in `CLIENT LIST`. */
  readonly connectionName?: string;
}

/** A client of the store that can run the window script. */
export type ValkeyClient = (Redis | Cluster) & {
  chargeWindows(used: string, charge: string, ...of: readonly (string | number)[]): Promise<string>;
};

const connectTimeout = 500;
const closeWithinMs = 300;
/** A connection that owes an answer for so long is dead, for instance because its host has vanished; it is closed and opened anew. */
const socketTimeout = 1_000;
const backoff = (times: number): number => Math.min(times * 50, 1_000);

/**
 * Opens a client, which only `closeClient` closes for good: one that ends otherwise connects again. It never queues: a command without a
 * connection, or whose connection breaks, fails at once. Repeating is left to the storage, which knows how much time a request has.
 */
export function valkeyClient(address: ValkeyAddress, access: ValkeyAccess): ValkeyClient {
  const client = address.kind === 'cluster' ? openCluster(address, access) : new Redis(serverOptions(address, access));
  if (client instanceof Cluster) client.on('+node', ignoreSecondErrors);
  else {
    ignoreSecondErrors(client);
    reopenUnlessClosed(client);
    refuseOtherDatabases(client, address);
  }
  // EVALSHA; once per connection, and where the server does not know the script, EVAL.
  client.defineCommand('chargeWindows', { lua: windowScript, numberOfKeys: 2 });
  return client as ValkeyClient;
}

/**
 * Why the client cannot use the database of its address, as a sentence; undefined: it can, or has not tried yet. It goes on trying, and is
 * not ready until then.
 */
export const databaseFault = (client: Redis | Cluster): string | undefined => databaseFaults.get(client);

const databaseFaults = new WeakMap<Redis | Cluster, string>();

/**
 * Connects again, later, where the server refuses to select the database of the address. iovalkey 0.4.0 reports an error once and
 * then works in database 0, where another bank may count.
 */
function refuseOtherDatabases(redis: Redis, { database }: ValkeyAddress): void {
  let isRefused = false;
  redis.on('connect', () => {
    isRefused = false;
  });
  redis.on('error', (error: Error & { readonly command?: { readonly name: string } }) => {
    // Others, such as a password that is wrong, have reasons of their own.
    if (error.command?.name !== 'select' || !/NOPERM|DB index|not allowed/.test(error.message)) return;
    isRefused = true;
    databaseFaults.set(
      redis,
      `VALKEY_URL names database ${database}, which the server does not let its user select (${error.message}): grant SELECT, or name another one`,
    );
    redis.disconnect(true);
  });
  // The client may call a connection ready that is being closed; it sends nothing on it.
  redis.on('ready', () => {
    if (!isRefused) databaseFaults.delete(redis);
  });
}

/** Ends the connections, at once where the server does not say goodbye in time. */
export async function closeClient(client: ValkeyClient): Promise<void> {
  closed.add(client);
  await Promise.race([client.quit().catch(() => undefined), pause(closeWithinMs, undefined, { ref: false })]);
  if (client instanceof Redis) ignoreErrors(client);
  client.disconnect();
}

const closed = new WeakSet<Redis | Cluster>();

/**
 * Connects a client again that has ended though nobody closed it. iovalkey 0.4.0 ends a client for good if Sentinels announce a
 * new primary while it asks them for one: the detector of its last connection, which listens until there is another, calls
 * `SentinelConnector.disconnect()`, the question then fails with `Connection is closed.`, and `Redis.connect()` sets the status
 * `end` for every failure of its connector, without asking `retryStrategy`. A Cluster has no such path.
 */
function reopenUnlessClosed(redis: Redis): void {
  let attempts = 0;
  redis.on('ready', () => {
    attempts = 0;
  });
  redis.on('end', () => {
    attempts += 1;
    setTimeout(() => {
      if (!closed.has(redis)) redis.connect().catch(ignore);
    }, backoff(attempts)).unref();
  });
}

/**
 * A TLS connection that ends in its handshake can report a second error (seen: `tlsv1 alert decode error`). iovalkey 0.4.0 listens
 * for the first one only, and an error without a listener would end the process.
 */
function ignoreSecondErrors(redis: Redis): void {
  redis.on('error', () => {
    ignoreErrors(redis);
  });
}

function ignoreErrors({ stream }: { readonly stream?: Pick<Socket, 'on' | 'off'> }): void {
  stream?.off('error', ignore).on('error', ignore);
}
const ignore = (): void => undefined;

const connection = ({ username, password, tls }: ValkeyAddress, { caFile, connectionName }: ValkeyAccess): RedisOptions => ({
  username,
  password,
  connectionName,
  connectTimeout,
  socketTimeout,
  disconnectTimeout: closeWithinMs,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  // A primary that has become a replica: behind the address there may be another one by now.
  reconnectOnError: ({ message }) => message.includes('READONLY'),
  ...(tls && { tls: caFile === undefined ? {} : { ca: readFileSync(caFile) } }),
});

function serverOptions(address: ValkeyAddress, access: ValkeyAccess): RedisOptions {
  const { kind, nodes, primary, database } = address;
  const common: RedisOptions = { ...connection(address, access), db: database, enableOfflineQueue: false, retryStrategy: backoff };
  if (kind === 'server') return { ...common, ...nodes[0] };
  return {
    ...common,
    sentinels: [...nodes],
    name: primary!,
    sentinelPassword: access.sentinelPassword,
    sentinelRetryStrategy: backoff,
    sentinelCommandTimeout: connectTimeout,
    // Sentinels announce a new primary; without listening, the old one would be used until it closes the connection.
    failoverDetector: true,
    ...(common.tls && { sentinelTLS: common.tls, enableTLSForSentinelMode: true }),
  };
}

const openCluster = (address: ValkeyAddress, access: ValkeyAccess): Cluster =>
  new Cluster([...address.nodes], {
    enableOfflineQueue: false,
    clusterRetryStrategy: backoff,
    slotsRefreshTimeout: connectTimeout,
    retryDelayOnFailover: 50,
    redisOptions: connection(address, access),
    // Certificates are made out to names: without this the client would connect to, and check, addresses.
    ...(address.tls && {
      dnsLookup: (host, found) => {
        found(null, host);
      },
    }),
  });
