import pg from 'pg';
import { LogicalReplicationService, PgoutputPlugin, type Pgoutput } from 'pg-logical-replication';

/** A transaction of the core: its rows of the followed table, in order. */
export interface FollowedTransaction {
  /** Where it ends in the core's log: rises from commit to commit. */
  readonly position: bigint;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Says that it and all before it are applied: the core may forget them. */
  readonly acknowledge: () => Promise<void>;
}

/** `0/16B3748` as the number that it is. */
export function positionOf(lsn: string): bigint {
  const [high = '', low = ''] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** Makes the replication slot, from which on the core keeps its log, unless it is there. */
export async function ensureSlot(url: string, slot: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      `select pg_create_logical_replication_slot($1, 'pgoutput') where not exists (select from pg_replication_slots where slot_name = $1)`,
      [slot],
    );
  } finally {
    await client.end();
  }
}

interface Publication {
  readonly url: string;
  readonly slot: string;
  readonly publication: string;
  readonly table: string;
}

/**
 * Follows a publication of a PostgreSQL by logical replication, until the connection ends or `signal` does: each committed transaction that
 * inserts into the table, in the order of the commits. The next one is not read before `onTransaction` returns. What is not acknowledged
 * comes again.
 */
export async function followPublication(
  { url, slot, publication, table }: Publication,
  onTransaction: (transaction: FollowedTransaction) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  // Acknowledged by hand alone: by itself the service acknowledges what it has received, whether or not anybody has applied it.
  const replication = new LogicalReplicationService(
    { connectionString: url },
    { acknowledge: { auto: false, timeoutSeconds: 0 }, flowControl: { enabled: true } },
  );
  const transactions = new Transactions(table, onTransaction, async (lsn) => void (await replication.acknowledge(lsn)));
  const failed = new Promise<never>((_, reject) => {
    replication.on('error', reject);
    transactions.onFailure = reject;
  });
  replication.on('data', (_, message) => transactions.take(message as Pgoutput.Message));
  replication.on('heartbeat', (lsn) => transactions.heartbeat(lsn));
  const stop = (): void => void replication.stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await Promise.race([replication.subscribe(new PgoutputPlugin({ protoVersion: 1, publicationNames: [publication] }), slot), failed]);
  } finally {
    signal.removeEventListener('abort', stop);
    await replication.destroy();
  }
}

/** Puts the messages of a publication together to transactions. */
class Transactions {
  #rows: Readonly<Record<string, unknown>>[] = [];
  #isOpen = false;
  /** Numbers of transactions: handed on, and acknowledged. */
  #handed = 0;
  #acknowledged = 0;
  #applied: string | undefined;
  onFailure: (error: Error) => void = () => undefined;

  constructor(
    private readonly table: string,
    private readonly onTransaction: (transaction: FollowedTransaction) => Promise<void>,
    private readonly acknowledge: (lsn: string) => Promise<void>,
  ) {}

  async take(message: Pgoutput.Message): Promise<void> {
    if (message.tag === 'begin') {
      this.#rows = [];
      this.#isOpen = true;
    } else if (message.tag === 'insert' && message.relation.name === this.table) this.#rows.push(message.new);
    else if (message.tag === 'commit') await this.#commit(message);
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

  /** The core asks whether somebody is there. While nothing waits, all that it has sent is applied, other tables' changes among it. */
  async heartbeat(lsn: string): Promise<void> {
    const applied = this.#handed === this.#acknowledged && !this.#isOpen ? lsn : this.#applied;
    if (applied !== undefined) await this.acknowledge(applied);
  }
}
