import type { OperatorFile } from '@open-banking/installation/operator-file';
import pg from 'pg';

/** More than the page of a statement has (docs/decisions/0129). */
const wanted = 2_100;
const histories = [
  { service: 'ais-pis', table: 'entry', id: 'account_id' },
  { service: 'cards', table: 'card_transaction', id: 'card_id' },
] as const;

/** Repeats what is booked on an account and on a card under other references, until each has more than the largest page shows. */
export async function lengthenHistories(
  { ownerDatabases }: OperatorFile,
  { accountId, cardId }: { readonly accountId: string; readonly cardId: string },
): Promise<void> {
  for (const { service, table, id } of histories) {
    const client = new pg.Client({ connectionString: ownerDatabases![service] });
    await client.connect();
    try {
      await lengthen(client, table, id, service === 'cards' ? cardId : accountId);
    } finally {
      await client.end();
    }
  }
}

async function lengthen(client: pg.Client, table: string, id: string, resourceId: string): Promise<void> {
  const { rows } = await client.query<{ count: number; columns: string }>(
    `
    select (select count(*)::integer from ${table} where ${id} = $1) as count, string_agg(quote_ident(attname), ', ') as columns
    from pg_attribute
    where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attname not in ('entry_reference', 'transaction_id')`,
    [resourceId],
  );
  const { count, columns } = rows[0]!;
  await client.query(
    `
    insert into ${table} (entry_reference, transaction_id, ${columns})
    select '0' || copy || right(entry_reference, 14), copy || 'C' || entry_reference, ${columns}
    from ${table} cross join generate_series(1, $2::integer) copy
    where ${id} = $1`,
    [resourceId, Math.ceil(wanted / count)],
  );
}
