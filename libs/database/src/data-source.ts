import pg, { type Pool } from 'pg';
import { DataSource } from 'typeorm';
import { DatabaseLogin, type DatabaseLogins } from './database-login.js';
import { Database } from './database.js';
import { entityClasses } from './entities.js';
import { LoginPool } from './login-pool.js';
import type { OnRetry } from './retry-conflicts.js';
import { refuseForgetfulPooler } from './pooled-statements.js';
import { idleInTransactionMs, randomPageCost, refuseUnlimitedRole } from './role-limits.js';
import { Standby, type StandbyEvents } from './standby.js';
import { retryUntilAvailable } from './retry-until.js';
import { TimeLimitedClient } from './time-limited-client.js';

export interface DatabaseSettings extends DatabaseLogins {
  readonly poolSize: number;
  /** How long the server lets a statement run; the connection waits `graceMs` longer for it to say so. */
  readonly statementTimeoutMs: number;
  readonly lockTimeoutMs: number;
  /** How long a request waits for a free connection, or for the server to take one. */
  readonly connectTimeoutMs: number;
  /** How long a connection is used before another one replaces it; without end where it is left out. */
  readonly databaseConnectionSeconds?: number;
  /** A standby, or several: reads that may be a second old are answered there. Connections go there directly, not to the pooler. */
  readonly databaseReadUrl?: string;
  /** DATABASE_READ_URL_FILE, which each new connection to the standby reads again. */
  readonly databaseReadUrlFile?: string | undefined;
  /** Told of what happens to reads that a standby may answer. */
  readonly onStandby?: StandbyEvents;
  /** Told when a transaction is run again after a deadlock or a serialization failure. */
  readonly onRetry?: OnRetry;
  /** Told of connections lost while idle; without a listener pg would end the process. */
  readonly onLost?: (error: Error) => void;
  /** Told why it is waited for, while it does not answer. */
  readonly onWait?: (reason: Error) => void;
}

/**
 * Connections that a pool opens before its service is ready, and keeps: a login costs both sides 10 ms of processor time, and the first
 * requests of a new replica come at once. Half of a small pool: each costs the server some 2.4 MB.
 */
const keptOpen = (poolSize: number): number => Math.max(1, Math.min(4, Math.floor(poolSize / 2)));
/** An answer that the server has given up on time arrives within this. */
const graceMs = 200;

const session = ({ statementTimeoutMs, lockTimeoutMs }: DatabaseSettings) => ({
  statement_timeout: statementTimeoutMs,
  lock_timeout: lockTimeoutMs,
  idle_in_transaction_session_timeout: idleInTransactionMs,
  options: `-c random_page_cost=${randomPageCost}`,
});

const connecting = ({ statementTimeoutMs, databaseConnectionSeconds }: DatabaseSettings) => ({
  query_timeout: statementTimeoutMs + graceMs,
  Client: TimeLimitedClient,
  keepAlive: true,
  ...(databaseConnectionSeconds !== undefined && { maxLifetimeSeconds: databaseConnectionSeconds }),
});

/** The standby that the settings name, with as many connections as the primary. */
function standbyOf(settings: DatabaseSettings, primary: () => Pool): Standby | undefined {
  const { databaseReadUrl: url, databaseReadUrlFile: urlFile, poolSize: max, connectTimeoutMs: connectionTimeoutMillis } = settings;
  if (url === undefined) return undefined;
  const source = new DatabaseLogin({ url, urlFile });
  const options = { ...source.servers(), source, ...session(settings), ...connecting(settings), max, connectionTimeoutMillis };
  return new Standby(primary, new LoginPool(options), settings.onStandby);
}

/** The service's data source. It does not migrate and never synchronizes: the service role owns nothing. */
export function dataSource(settings: DatabaseSettings): DataSource {
  const { databasePooler } = settings;
  const source = new DatabaseLogin(settings);
  const servers = source.servers();
  return new DataSource({
    type: 'postgres',
    driver: { ...pg, Pool: LoginPool },
    url: servers.connectionString,
    synchronize: false,
    entities: entityClasses(),
    poolSize: settings.poolSize,
    connectTimeoutMS: settings.connectTimeoutMs,
    poolErrorHandler: (error: Error) => settings.onLost?.(error),
    extra: {
      ...servers,
      source,
      min: keptOpen(settings.poolSize),
      ...(databasePooler === undefined && session(settings)),
      ...connecting(settings),
    },
  });
}

async function openConnections(pool: Pool): Promise<void> {
  const opened = await Promise.allSettled(Array.from({ length: pool.options.min ?? 0 }, () => pool.connect()));
  for (const one of opened) if (one.status === 'fulfilled') one.value.release();
}

/**
 * Connects and returns the database. For `timeoutMs` one that does not answer is waited for, by this and by the first statements;
 * one that refuses is not.
 */
export async function openDatabase(settings: DatabaseSettings, timeoutMs = 0): Promise<Database> {
  const began = performance.now();
  const source = await retryUntilAvailable(
    async () => {
      const one = dataSource(settings);
      await one.initialize();
      if (settings.databasePooler !== undefined) await refuseUnlimitedRole(one, settings);
      return one;
    },
    { timeoutMs, onWait: settings.onWait },
  );
  const retry = { timeoutMs: Math.max(0, timeoutMs - (performance.now() - began)), onWait: settings.onWait };
  const database: Database = new Database(
    source,
    retry,
    settings.onRetry,
    standbyOf(settings, () => database.pool),
  );
  await openConnections(database.pool);
  if (settings.databasePooler !== undefined)
    await refuseForgetfulPooler(database.pool).catch(async (error: unknown) => {
      await database.close();
      throw error;
    });
  return database;
}
