import type { EntityManager, DataSource, QueryRunner } from 'typeorm';
import type { Pool, PoolClient } from 'pg';
import { retryUntilAvailable, type RetryOptions } from './retry-until.js';
import { asRefusal, leavesOpen, OutcomeUnknown } from './postgres-error.js';
import type { Statement } from './statement.js';
import { waitWithin } from './time-budget.js';
import type { TimedQuery } from './time-limited-client.js';

/** What can run statements: the database itself, or one transaction of it. */
export interface Queries {
  /** All rows of a statement, in its order. */
  rows<Row, Args extends readonly unknown[]>(statement: Statement<Row, Args>, ...args: Args): Promise<Row[]>;
  /** The first row, or undefined where there is none. */
  row<Row, Args extends readonly unknown[]>(statement: Statement<Row, Args>, ...args: Args): Promise<Row | undefined>;
}

async function query<Row>(runner: Pool | PoolClient, statement: Statement<Row, never>, values: readonly unknown[]): Promise<Row[]> {
  const { name, text, waitsMs } = statement;
  const asked: TimedQuery = { name, text, values: values as unknown[], ...(waitsMs !== undefined && { query_timeout: waitsMs }) };
  try {
    const { rows } = await runner.query(asked);
    return rows as Row[];
  } catch (error) {
    throw asRefusal(error);
  }
}

const refuse = (error: unknown): never => {
  throw asRefusal(error);
};

/** What comes within so many milliseconds (0: whenever); what comes later goes to `late`. */
async function within<T>(ms: number, coming: Promise<T>, late: (came: T) => unknown): Promise<T> {
  if (ms === 0) return coming;
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => {
      refuse(new Error('timeout exceeded when trying to connect'));
      coming.then(late, () => undefined);
    }, ms);
  });
  try {
    return await Promise.race([coming, over]);
  } finally {
    clearTimeout(timer);
  }
}

/** One transaction: statements and entities (`manager`) on the same connection. */
export class Transaction implements Queries {
  readonly #after: (() => void)[] = [];

  constructor(
    private readonly client: PoolClient,
    readonly manager: EntityManager,
  ) {}

  /** Tells somebody when it is stored. Only a hint: a process that dies between the two tells nobody. */
  afterCommit(tell: () => void): void {
    this.#after.push(tell);
  }

  /** Called by who has committed it. */
  committed(): void {
    for (const tell of this.#after) tell();
  }

  rows<Row, Args extends readonly unknown[]>(statement: Statement<Row, Args>, ...args: Args): Promise<Row[]> {
    return query(this.client, statement as Statement<Row, never>, args);
  }

  async row<Row, Args extends readonly unknown[]>(statement: Statement<Row, Args>, ...args: Args): Promise<Row | undefined> {
    return (await this.rows(statement, ...args))[0];
  }
}

/** A service's own database. Statements go straight to pg's pool by name: 0.9 of the floor, against 0.27 through a repository. */
export class Database implements Queries {
  #patience: RetryOptions;

  constructor(
    readonly source: DataSource,
    patience: RetryOptions = { patienceMs: 0 },
  ) {
    this.#patience = patience;
  }

  /** What a service does before it listens: a database that does not answer is waited for. Only for what may be done twice. */
  patiently<T>(work: () => Promise<T>): Promise<T> {
    return this.#patience.patienceMs === 0 ? work() : retryUntilAvailable(work, this.#patience);
  }

  /** From here on whoever finds no database is told at once. */
  endPatience(): void {
    this.#patience = { patienceMs: 0 };
  }

  /** TypeORM's own pool of pg connections. */
  get pool(): Pool {
    return (this.source.driver as unknown as { master: Pool }).master;
  }

  rows<Row, Args extends readonly unknown[]>(statement: Statement<Row, Args>, ...args: Args): Promise<Row[]> {
    return this.patiently(() => this.ask(statement, args));
  }

  private async ask<Row, Args extends readonly unknown[]>(statement: Statement<Row, Args>, args: Args): Promise<Row[]> {
    const { pool } = this;
    const mostMs = pool.options.connectionTimeoutMillis ?? 0;
    const waitMs = waitWithin(mostMs);
    // The pool itself bounds the wait for a connection; a request that has little time left waits less.
    if (waitMs === mostMs) return query(pool, statement as Statement<Row, never>, args);
    const client = await within(waitMs, pool.connect(), (late) => {
      late.release();
    }).catch(refuse);
    try {
      return await query(client, statement as Statement<Row, never>, args);
    } finally {
      client.release();
    }
  }

  async row<Row, Args extends readonly unknown[]>(statement: Statement<Row, Args>, ...args: Args): Promise<Row | undefined> {
    return (await this.rows(statement, ...args))[0];
  }

  /**
   * Runs `work` in one transaction (read committed): all of it is stored, or none. `OutcomeUnknown` where the commit was sent and
   * not answered.
   */
  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const runner = this.source.createQueryRunner();
    const client = await this.patiently(() => this.connected(runner));
    let committing = false;
    try {
      await runner.startTransaction();
      const tx = new Transaction(client, runner.manager);
      const result = await work(tx);
      committing = true;
      await runner.commitTransaction();
      committing = false;
      tx.committed();
      return result;
    } catch (error) {
      if (committing && leavesOpen(error)) throw new OutcomeUnknown(error);
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      throw asRefusal(error);
    } finally {
      await runner.release();
    }
  }

  private async connected(runner: QueryRunner): Promise<PoolClient> {
    const mostMs = this.pool.options.connectionTimeoutMillis ?? 0;
    // A runner that is released before it has its connection would keep it for ever.
    return within(waitWithin(mostMs), runner.connect() as Promise<PoolClient>, () => runner.release()).catch(refuse);
  }

  close(): Promise<void> {
    return this.source.destroy();
  }
}
