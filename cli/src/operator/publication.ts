import { LogicalReplicationService, PgoutputPlugin, type Pgoutput } from 'pg-logical-replication';
import { FollowStopped, isNamed, positionOf, type Followed } from './core-banking-server.js';

/** A transaction of the core: its rows of the followed table, in order. */
export interface FollowedTransaction {
  /** The place in the core's log where it ends: rises from commit to commit. */
  readonly position: bigint;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Says that it and all before it are applied: the core may forget them. */
  readonly acknowledge: () => Promise<void>;
}

interface Publication extends Followed {
  readonly url: string;
  readonly slot: string;
  /** The name of the connection, as the core sees it. */
  readonly name: string;
}

/**
 * Follows a publication of a PostgreSQL by logical replication, until the connection ends or `signal` does: each committed transaction that
 * inserts into the table, in the order of the commits. The next one is not read before `onTransaction` returns. What is not acknowledged
 * comes again. Throws `FollowStopped` at an insert into a table that is neither followed nor ignored. Its connection is over when it
 * returns.
 */
export async function followPublication(
  { url, slot, name, publication, tables, ignored }: Publication,
  onTransaction: (transaction: FollowedTransaction) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return;
  // Acknowledged by hand alone: by itself the service acknowledges what it has received, whether or not anybody has applied it.
  const replication = new LogicalReplicationService(
    { connectionString: url, application_name: name },
    { acknowledge: { auto: false, timeoutSeconds: 0 }, flowControl: { enabled: true } },
  );
  const transactions = new Transactions(
    { publication, tables, ignored },
    onTransaction,
    async (lsn) => void (await replication.acknowledge(lsn)),
  );
  const failed = new Promise<never>((_, reject) => {
    replication.on('error', reject);
    transactions.onFailure = reject;
  });
  replication.on('data', (_, message) => transactions.take(message as Pgoutput.Message));
  replication.on('heartbeat', (lsn) => transactions.heartbeat(lsn));
  const stopped = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  try {
    await Promise.race([
      replication.subscribe(new PgoutputPlugin({ protoVersion: 1, publicationNames: [publication] }), slot),
      failed,
      stopped,
    ]);
  } finally {
    await replication.destroy();
  }
}

/** Puts the messages of a publication together to transactions. */
class Transactions {
  #rows: Readonly<Record<string, unknown>>[] = [];
  #isOpen = false;
  #isOver = false;
  /** Numbers of transactions: handed on, and acknowledged. */
  #handed = 0;
  #acknowledged = 0;
  #applied: string | undefined;
  onFailure: (error: Error) => void = () => undefined;

  constructor(
    private readonly followed: Followed,
    private readonly onTransaction: (transaction: FollowedTransaction) => Promise<void>,
    private readonly acknowledge: (lsn: string) => Promise<void>,
  ) {}

  async take(message: Pgoutput.Message): Promise<void> {
    if (this.#isOver) return;
    if (message.tag === 'begin') {
      this.#rows = [];
      this.#isOpen = true;
    } else if (message.tag === 'insert') this.#insert(message);
    else if (message.tag === 'commit') await this.#commit(message);
  }

  /** Nothing more is acknowledged once a row came that no service takes. */
  #insert({ relation, new: row }: Pgoutput.MessageInsert): void {
    const { publication, tables, ignored } = this.followed;
    if (isNamed(relation, tables)) this.#rows.push(row);
    else if (!isNamed(relation, ignored)) {
      this.#isOver = true;
      this.onFailure(
        new FollowStopped(
          `The publication ${publication} brings a row of ${relation.schema}.${relation.name}, which is not ${tables.join(', ')}: name it by --table if its rows are changes (a partition), or by --ignore-table.`,
        ),
      );
    }
  }

  async #commit({ commitLsn, commitEndLsn }: Pgoutput.MessageCommit): Promise<void> {
    this.#isOpen = false;
    if (this.#rows.length === 0) return;
    const end = commitEndLsn!;
    const number = (this.#handed += 1);
    const acknowledge = async (): Promise<void> => {
      this.#acknowledged = number;
      this.#applied = end;
      await this.acknowledge(end);
    };
    try {
      await this.onTransaction({ position: positionOf(commitLsn!), rows: this.#rows, acknowledge });
    } catch (error) {
      this.onFailure(error as Error);
    }
  }

  /** The core asks whether this side is alive. While nothing waits, all that it has sent is applied, ignored tables' changes among it. */
  async heartbeat(lsn: string): Promise<void> {
    if (this.#isOver) return;
    const applied = this.#handed === this.#acknowledged && !this.#isOpen ? lsn : this.#applied;
    if (applied !== undefined) await this.acknowledge(applied);
  }
}
