import pg from 'pg';

/** A follower cannot go on with this core: what it would read is not what its source was followed in. Starting again changes nothing. */
export class FollowStopped extends Error {}

/** The log of the core's server, as `feedInternal.followCoreLog` takes it. */
export interface ServerLog {
  readonly system: string;
  readonly timeline: number;
  readonly end: string;
  readonly history: string;
}

/** `0/16B3748` as the number that it is. */
export function positionOf(lsn: string): bigint {
  const [high = '', low = ''] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

async function withClient<T>(
  config: pg.ClientConfig & { readonly replication?: string },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Which server this is, on which timeline, and where its log ends: by the replication protocol, which needs no further privilege. */
export const identifyServer = (url: string): Promise<ServerLog> =>
  withClient({ connectionString: url, replication: 'database' }, async (client) => {
    const { rows } = await client.query<{ systemid: string; timeline: string | number; xlogpos: string }>('IDENTIFY_SYSTEM');
    const { systemid, timeline, xlogpos } = rows[0]!;
    const history = Number(timeline) > 1 ? await historyOf(client, Number(timeline)) : '';
    return { system: systemid, timeline: Number(timeline), end: String(positionOf(xlogpos)), history };
  });

async function historyOf(client: pg.Client, timeline: number): Promise<string> {
  const { rows } = await client.query<{ content: Buffer | string }>(`TIMELINE_HISTORY ${timeline}`);
  return String(rows[0]!.content);
}

/** A relation as the replication protocol and `--table` name it. */
export interface RelationName {
  readonly schema: string;
  readonly name: string;
}

/** Whether `--table` names a relation: by its name, or by schema and name. */
export const isNamed = ({ schema, name }: RelationName, tables: readonly string[]): boolean =>
  tables.includes(name) || tables.includes(`${schema}.${name}`);

const relationName = ({ schema, name }: RelationName): string => (schema === 'public' ? name : `${schema}.${name}`);

/** What a publication has, as `pg_publication_tables` says it. */
export interface PublishedTables {
  readonly inserts: boolean;
  readonly tables: readonly (RelationName & { readonly columns: readonly string[] })[];
  /** Those of `--table` that are partitioned. */
  readonly partitioned: readonly string[];
}

/** Options of the command that say what is followed. */
export interface Followed {
  readonly publication: string;
  readonly tables: readonly string[];
  readonly ignored: readonly string[];
}

/** Why a publication does not bring what `--table` names, with what to do about it; undefined where it does. */
export function publicationFault({ publication, tables, ignored }: Followed, published: PublishedTables | undefined): string | undefined {
  if (!published) return `The core has no publication ${publication}: create it (docs/feed.md), or name another by --publication.`;
  if (!published.inserts)
    return `The publication ${publication} has no inserts: alter publication ${publication} set (publish = 'insert').`;
  const has = published.tables.map(relationName).join(', ') || 'no table';
  const own = published.tables.filter((table) => isNamed(table, tables));
  if (own.length === 0 && published.partitioned.length > 0)
    return `The publication ${publication} has the partitions of ${tables.join(', ')} (${has}): alter publication ${publication} set (publish_via_partition_root = true).`;
  if (own.length === 0) return `The publication ${publication} has ${has}, and not ${tables.join(', ')}: name its table by --table.`;
  const bare = own.find(({ columns }) => !columns.includes('change'));
  if (bare) return `The publication ${publication} leaves out the column change of ${relationName(bare)}: publish the whole table.`;
  const other = published.tables.find((table) => !isNamed(table, tables) && !isNamed(table, ignored));
  return (
    other &&
    `The publication ${publication} also has ${relationName(other)}, whose rows would be lost: take it out, or name it by --ignore-table.`
  );
}

/** A replication slot, if it is there. */
export interface SlotState {
  /** Whether the log that it needs is gone (`max_slot_wal_keep_size`). */
  readonly isLost: boolean;
}

/** Why a source that is taken up to a position cannot go on with a slot; undefined where it can, or where the slot is still to be made. */
export function slotFault(slot: string, source: string, taken: bigint, state: SlotState | undefined): string | undefined {
  const anew = 'Compare the data (openbank feed reconcile), and follow from a new slot under another --source.';
  if (state?.isLost) return `The slot ${slot} has lost its log, and with it changes that were not taken. ${anew}`;
  if (!state && taken >= 0n)
    return `The slot ${slot} is not there, though ${source} was followed from it: what the core has committed meanwhile would be lost. ${anew}`;
  return undefined;
}

const published = /* sql */ `
  select p.pubinsert as inserts,
    (select coalesce(json_agg(json_build_object('schema', t.schemaname, 'name', t.tablename, 'columns', t.attnames)), '[]')
     from pg_publication_tables t where t.pubname = p.pubname) as tables,
    (select coalesce(json_agg(c.relname), '[]') from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'p' and (c.relname::text = any($2) or n.nspname || '.' || c.relname = any($2))) as partitioned
  from pg_publication p where p.pubname = $1`;

const slotOf = /* sql */ `
  select coalesce(s.wal_status = 'lost', false) as "isLost", s.active_pid as pid, coalesce(a.application_name = $2, false) as "isOwn"
  from pg_replication_slots s left join pg_stat_activity a on a.pid = s.active_pid where s.slot_name = $1`;

const waitMs = 100;
const maxWaits = 100;

/**
 * Makes sure that a slot can be followed: the publication has the tables, the slot is there (it is made for a source that nothing was taken
 * of), and this follower's own earlier connection has left it. Throws `FollowStopped` where changes would be lost.
 */
export async function prepareSlot(
  url: string,
  followed: Followed,
  slot: string,
  source: string,
  taken: bigint,
  ownName: string,
): Promise<void> {
  await withClient({ connectionString: url }, async (client) => {
    const { rows: publications } = await client.query<PublishedTables>(published, [followed.publication, followed.tables]);
    refuse(publicationFault(followed, publications[0]));
    for (let waits = 0; waits < maxWaits; waits += 1) {
      const { rows } = await client.query<SlotState & { readonly pid: number | null; readonly isOwn: boolean }>(slotOf, [slot, ownName]);
      const [state] = rows;
      refuse(slotFault(slot, source, taken, state));
      if (!state) return void (await client.query(`select pg_create_logical_replication_slot($1, 'pgoutput')`, [slot]));
      if (state.pid === null) return;
      if (!state.isOwn) throw new Error(`the slot ${slot} is followed by another process (PID ${state.pid} of the core)`);
      // The server has not noticed yet that this follower ended the connection.
      await client.query('select pg_terminate_backend($1)', [state.pid]);
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
    throw new Error(`the slot ${slot} is still held by the last connection`);
  });
}

function refuse(fault: string | undefined): void {
  if (fault !== undefined) throw new FollowStopped(fault);
}
