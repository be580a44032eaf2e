import pg from 'pg';

/** Rows by table, and bytes of the database. */
export interface Stored {
  readonly rows: Readonly<Record<string, number>>;
  readonly bytes: number;
}

/** The contents of a service's database. */
export class StoredRows {
  private constructor(private readonly client: pg.Client) {}

  static async open(ownerUrl: string): Promise<StoredRows> {
    const client = new pg.Client({ connectionString: ownerUrl });
    await client.connect();
    return new StoredRows(client);
  }

  async now(): Promise<Stored> {
    const { rows: tables } = await this.client.query<{ name: string }>(
      "select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by 1",
    );
    const each = tables.map(({ name }) => `select '${name}' as name, count(*)::int as count from ${name}`);
    const { rows } = await this.client.query<{ name: string; count: number }>(each.join(' union all '));
    const { rows: sizes } = await this.client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
    return { rows: Object.fromEntries(rows.map(({ name, count }) => [name, count])), bytes: Number(sizes[0]!.bytes) };
  }

  /** Registrations that are not removed. */
  async registrations(): Promise<number> {
    const { rows } = await this.client.query<{ count: number }>(
      'select count(*)::int as count from client where registered_from is not null and removed_at is null',
    );
    return rows[0]!.count;
  }

  /** Gives back the room of deleted rows, as an operator may at night. */
  async shrink(): Promise<void> {
    await this.client.query('vacuum full');
  }

  close(): Promise<void> {
    return this.client.end();
  }
}

/** The tables that have other numbers of rows, with the difference. */
export const difference = (before: Stored, after: Stored): Record<string, number> =>
  Object.fromEntries(
    Object.entries(after.rows)
      .map(([name, count]) => [name, count - (before.rows[name] ?? 0)] as const)
      .filter(([, count]) => count !== 0),
  );
