import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '@open-banking/messages';
import { DataSource } from 'typeorm';
import { Database } from './database.js';
import { asRefusal } from './postgres-error.js';
import { TimeLimitedClient } from './time-limited-client.js';

export interface DatabaseSettings {
  readonly url: string;
  readonly poolSize: number;
  /** How long the server lets a statement run; the connection waits `graceMs` longer for it to say so. */
  readonly statementTimeoutMs: number;
  readonly lockTimeoutMs: number;
  /** How long a request waits for a free connection, or for the server to take one. */
  readonly connectTimeoutMs: number;
  /** Told of connections lost while idle; without a listener pg would end the process. */
  readonly onLost?: (error: Error) => void;
}

/** An answer that the server has given up on time arrives within this. */
const graceMs = 200;

/** The service's data source. It does not migrate and never synchronizes: the service role owns nothing. */
export const dataSource = (settings: DatabaseSettings): DataSource => new DataSource({
  type: 'postgres',
  url: settings.url,
  synchronize: false,
  poolSize: settings.poolSize,
  connectTimeoutMS: settings.connectTimeoutMs,
  poolErrorHandler: (error: Error) => settings.onLost?.(error),
  extra: {
    statement_timeout: settings.statementTimeoutMs,
    lock_timeout: settings.lockTimeoutMs,
    idle_in_transaction_session_timeout: 10_000,
    query_timeout: settings.statementTimeoutMs + graceMs,
    Client: TimeLimitedClient,
    keepAlive: true,
  },
});

/** Connects and returns the database. A server that does not answer yet is waited for, up to `patienceMs`; one that refuses is not. */
export async function openDatabase(settings: DatabaseSettings, patienceMs = 0): Promise<Database> {
  for (const since = performance.now(); ;) {
    const source = dataSource(settings);
    try {
      await source.initialize();
      return new Database(source);
    } catch (error) {
      const waiting = asRefusal(error) instanceof Refusal && performance.now() - since < patienceMs;
      if (!waiting) throw error;
      await pause(200);
    }
  }
}
