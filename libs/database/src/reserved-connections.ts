import type { Pool } from 'pg';
import type { Servers, ConnectionSource } from './database-client.js';
import { LoginPool } from './login-pool.js';
import { retryConflicts, type OnRetry } from './retry-conflicts.js';
import { idleInTransactionMs } from './role-limits.js';
import { query } from './statement-query.js';
import type { Statement } from './statement.js';
import { TimeLimitedClient } from './time-limited-client.js';

/** The part of a pool's options that says where its connections go, how they log in and how long they last. */
interface Destination extends Servers {
  readonly source?: ConnectionSource;
  readonly maxLifetimeSeconds?: number;
}

export interface ReservedOptions {
  /** The name of the connections in `pg_stat_activity`. */
  readonly name: string;
  readonly max: number;
  /** How long a statement may run, and how long one waits for a connection. */
  readonly timeoutMs: number;
  /** Receives the error of a connection that is lost while it is idle. */
  readonly onLost: (error: Error) => void;
}

/** How much longer than the server the connection waits for an answer. */
const graceMs = 200;

/**
 * Connections besides the pool of a service, for statements that must not wait behind its requests. Each is opened when a statement needs
 * it and closed after ten idle seconds.
 */
export class ReservedConnections {
  readonly #pool: Pool;
  #closed?: Promise<void>;

  /** `limited`: the connections set their time limits themselves. */
  constructor(
    beside: Pool,
    limited: boolean,
    { name, max, timeoutMs, onLost }: ReservedOptions,
    private readonly onRetry?: OnRetry,
  ) {
    const { connectionString, servers, wanted, source, maxLifetimeSeconds } = beside.options as unknown as Destination;
    this.#pool = new LoginPool({
      ...{ connectionString, servers, wanted, source },
      ...(maxLifetimeSeconds !== undefined && { maxLifetimeSeconds }),
      ...(limited && {
        options: `-c statement_timeout=${timeoutMs} -c lock_timeout=0 -c idle_in_transaction_session_timeout=${idleInTransactionMs}`,
      }),
      ...{ query_timeout: timeoutMs + graceMs, Client: TimeLimitedClient },
      application_name: name,
      max,
      connectionTimeoutMillis: timeoutMs,
    });
    this.#pool.on('error', onLost);
  }

  /** Runs a statement as a transaction of its own, again after a conflict. */
  rows<Row, Args extends readonly unknown[]>(statement: Statement<Row, Args>, ...args: Args): Promise<Row[]> {
    return retryConflicts(() => query(this.#pool, statement, args), this.onRetry);
  }

  /** Waits for the statements in progress. */
  close(): Promise<void> {
    return (this.#closed ??= this.#pool.end());
  }
}
