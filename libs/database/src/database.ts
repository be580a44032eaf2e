import type { Pool, PoolClient } from 'pg';
import { inSpan } from '@open-banking/telemetry/tracing';
import type { EntityManager, DataSource, QueryRunner } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { ReservedConnections, type ReservedOptions } from './reserved-connections.js';
import { retryConflicts, type OnRetry } from './retry-conflicts.js';
import { retryUntilAvailable, type RetryOptions } from './retry-until.js';
import { asOutcomeUnknown, asRefusal, leavesOpen, OutcomeUnknown, TransactionConflict } from './postgres-error.js';
import { BatchedReads, hasBatch, type PiggybackAsker } from './batched-reads.js';
import { PolledReads } from './polled-reads.js';
import type { Piggyback } from './statement-batch.js';
import { query, recordQuery, send, within } from './statement-query.js';
import type { Standby } from './standby.js';
import type { Statement } from './statement.js';
import { databaseSpan } from './database-span.js';
import { waitWithin } from './time-budget.js';

/** What can run statements: the database itself, or one transaction of it. */
export interface Queries {
  /** All rows of a statement, in its order. */
  rows<Row, Args extends readonly unknown[]>(statement: Statement<Row, Args>, ...args: Args): Promise<Row[]>;
  /** The first row, or undefined where there is none. */
  row<Row, Args extends readonly unknown[]>(statement: Statement<Row, Args>, ...args: Args): Promise<Row | undefined>;
}

const firstOf = <Row>([row]: readonly Row[]): Row | undefined => row;

const refuse = (error: unknown): never => {
  throw asRefusal(error);
};

/** One transaction: statements and entities on the same connection. */
export class Transaction implements Queries {
  readonly #after: (() => void)[] = [];
  #conflict?: TransactionConflict;

  constructor(
    private readonly client: PoolClient,
    private readonly manager: EntityManager,
  ) {}

  /** Calls `action` once the transaction is committed, never for an attempt that was rolled back. Only a hint: a process may die between the two. */
  afterCommit(action: () => void): void {
    this.#after.push(action);
  }

  /** Called by `Database` when it has committed the transaction. */
  committed(): void {
    for (const action of this.#after) action();
  }

  /** Set when PostgreSQL has undone this transaction because of another one, even if the callback has caught the error. */
  get conflict(): TransactionConflict | undefined {
    return this.#conflict;
  }

  async rows<Row, Args extends readonly unknown[]>(statement: Statement<Row, Args>, ...args: Args): Promise<Row[]> {
    try {
      return await query(this.client, statement, args);
    } catch (error) {
      if (error instanceof TransactionConflict) this.#conflict = error;
      throw error;
    }
  }

  async row<Row, Args extends readonly unknown[]>(statement: Statement<Row, Args>, ...args: Args): Promise<Row | undefined> {
    return (await this.rows(statement, ...args))[0];
  }

  /** Runs `work` so that an error undoes only what it has written; locks stay. Not nested. */
  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    await this.send('savepoint part');
    let result: T;
    try {
      result = await work();
    } catch (error) {
      // Where this fails too, the connection is gone; the first error says why.
      await this.send('rollback to savepoint part').catch(() => undefined);
      throw error;
    }
    await this.send('release savepoint part');
    return result;
  }

  private send(text: string): Promise<unknown> {
    return this.entities((manager) => manager.query(text));
  }

  /** Reads and writes entities in this transaction. Use `insert`, `update` and `delete`: `save` reads first. */
  async entities<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await inSpan('entities', databaseSpan, () => work(this.manager));
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal instanceof TransactionConflict) this.#conflict = refusal;
      throw refusal;
    }
  }
}

/** A service's own database. Statements go straight to pg's pool by name: 0.9 of the floor, against 0.27 through a repository. */
export class Database implements Queries {
  #retry: RetryOptions;
  readonly #batches = new BatchedReads(() => this.pool);
  readonly #polled = new PolledReads(() => this.pool);

  constructor(
    readonly source: DataSource,
    retry: RetryOptions = { timeoutMs: 0 },
    private readonly onRetry?: OnRetry,
    /** Where reads may be answered that their statement and their request allow; absent without DATABASE_READ_URL. */
    readonly standby?: Standby,
  ) {
    this.#retry = retry;
  }

  /** What a service does before it listens: a database that does not answer is waited for. Only for what may be done twice. */
  retriedWhileStarting<T>(work: () => Promise<T>): Promise<T> {
    return this.#retry.timeoutMs === 0 ? work() : retryUntilAvailable(work, this.#retry);
  }

  /** Tells `asker` what the runs of statements that are declared with this question answer to it. To be called before any of them runs. */
  piggybacks(question: Piggyback, asker: PiggybackAsker): void {
    this.#batches.piggyback(question, asker);
  }

  /** From here on, a database that does not answer is an error at once. */
  stopWaitingForDatabase(): void {
    this.#retry = { timeoutMs: 0 };
  }

  /**
   * TypeORM's pool of pg connections, so that statements and entities share one. `master` is a public member of `PostgresDriver`,
   * typed `any`; TypeORM has no other way to a pool it has made (its `obtainMasterConnection` hands out single connections).
   */
  get pool(): Pool {
    return (this.source.driver as PostgresDriver).master as Pool;
  }

  /**
   * Connections to this database besides its pool. Behind PgBouncer a connection cannot set its own time limits: the role has them. The
   * caller closes them.
   */
  reserve(options: ReservedOptions): ReservedConnections {
    return new ReservedConnections(this.pool, this.pool.options.statement_timeout !== undefined, options, this.onRetry);
  }

  /** A statement alone is a transaction of its own: after a conflict it is run again like one. */
  rows<Row, Args extends readonly unknown[]>(statement: Statement<Row, Args>, ...args: Args): Promise<Row[]> {
    if (!this.standby || !statement.standby) return this.atPrimary(statement, args);
    return this.standby.rows(statement, args).then((rows) => rows ?? this.atPrimary(statement, args));
  }

  private atPrimary<Row, Args extends readonly unknown[]>(statement: Statement<Row, Args>, args: Args): Promise<Row[]> {
    return retryConflicts(() => this.retriedWhileStarting(() => this.ask(statement, args)), this.onRetry);
  }

  private ask<Row, Args extends readonly unknown[]>(statement: Statement<Row, Args>, args: Args): Promise<Row[]> {
    if (hasBatch(statement))
      return recordQuery(statement.name, () => this.#batches.rows(statement, args, () => this.askAlone(statement, args)));
    return recordQuery(statement.name, async () => {
      const polled = statement.polled && (await this.#polled.rows<Row>(statement, args));
      return polled ?? this.askAlone(statement, args);
    });
  }

  private async askAlone<Row, Args extends readonly unknown[]>(statement: Statement<Row, Args>, args: Args): Promise<Row[]> {
    const { pool } = this;
    const maxMs = pool.options.connectionTimeoutMillis ?? 0;
    const waitMs = waitWithin(maxMs);
    // The pool itself bounds the wait for a connection; a request that has little time left waits less.
    if (waitMs === maxMs) return send(pool, statement, args);
    const client = await this.pooled();
    // As pg's pool does: a server that ends a connection says so before it closes it, and the next request would meet it closing.
    let failure: Error | undefined;
    try {
      return await send(client, statement, args);
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      client.release(failure);
    }
  }

  row<Row, Args extends readonly unknown[]>(statement: Statement<Row, Args>, ...args: Args): Promise<Row | undefined> {
    return this.rows(statement, ...args).then(firstOf);
  }

  /** Reads entities, with the time limits and errors of statements. Entities are written in a transaction. */
  entities<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const read = async (): Promise<T> => {
      const runner = this.source.createQueryRunner();
      await this.connected(runner);
      try {
        return await inSpan('entities', databaseSpan, () => work(runner.manager)).catch(refuse);
      } finally {
        await runner.release();
      }
    };
    return retryConflicts(() => this.retriedWhileStarting(read), this.onRetry);
  }

  /**
   * Runs `work` in one transaction (read committed): all of it is stored, or none. `OutcomeUnknown` where the commit was sent and
   * not answered. After a deadlock or a serialization failure `work` runs again in a new transaction, so it must have no effects
   * outside `tx`; what should follow the commit goes to `tx.afterCommit`.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return retryConflicts(() => this.attempt(work), this.onRetry);
  }

  /**
   * Runs a write that is one statement as a transaction of its own: without BEGIN and COMMIT it is one round trip. `OutcomeUnknown`
   * where it was sent and not answered. After a conflict it is run again, as a transaction is.
   */
  write<Row, Args extends readonly unknown[]>(statement: Statement<Row, Args>, ...args: Args): Promise<Row[]> {
    return retryConflicts(() => this.writeOnce(statement, args), this.onRetry);
  }

  private async writeOnce<Row, Args extends readonly unknown[]>(statement: Statement<Row, Args>, args: Args): Promise<Row[]> {
    const client = await this.retriedWhileStarting(() => this.pooled());
    let failure: Error | undefined;
    try {
      return await query(client, statement, args);
    } catch (error) {
      failure = error as Error;
      throw asOutcomeUnknown(error);
    } finally {
      client.release(failure);
    }
  }

  /** A connection of the pool, for which a request that has little time left waits less. */
  private pooled(): Promise<PoolClient> {
    return within(waitWithin(this.pool.options.connectionTimeoutMillis ?? 0), this.pool.connect(), (late) => {
      late.release();
    }).catch(refuse);
  }

  private async attempt<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const runner = this.source.createQueryRunner();
    const client = await this.retriedWhileStarting(() => this.connected(runner));
    const tx = new Transaction(client, runner.manager);
    let committing = false;
    try {
      await runner.startTransaction();
      const result = await work(tx);
      // A commit of what PostgreSQL has undone would look like success.
      if (tx.conflict) throw tx.conflict;
      committing = true;
      await inSpan('COMMIT', databaseSpan, () => runner.commitTransaction());
      committing = false;
      tx.committed();
      return result;
    } catch (error) {
      if (committing && leavesOpen(error)) throw new OutcomeUnknown(error);
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      throw tx.conflict ?? asRefusal(error);
    } finally {
      await runner.release();
    }
  }

  private async connected(runner: QueryRunner): Promise<PoolClient> {
    const maxMs = this.pool.options.connectionTimeoutMillis ?? 0;
    // A runner that is released before it has its connection would keep it for ever.
    return within(waitWithin(maxMs), runner.connect() as Promise<PoolClient>, () => runner.release()).catch(refuse);
  }

  async close(): Promise<void> {
    await Promise.all([this.source.destroy(), this.standby?.close()]);
  }
}
