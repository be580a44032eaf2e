import { statement } from '@open-banking/database';

/** A leaf that a customer may see: one of their own with what it opens to, or a gap. */
export interface ReceiptRow {
  readonly index: number;
  readonly leaf: string;
  readonly opening: string | null;
}

/** The customer's receipts of a day among its first `size` leaves, oldest first. */
export const receiptsOfDay = statement<ReceiptRow, [psuId: string, day: string, after: number, size: number, most: number]>(
  'customer-receipts.of-day',
  /* sql */ `
  select leaf_index::float8 as index, leaf, opening from receipt
  where psu_id = $1 and day = $2 and leaf_index > $3::bigint and leaf_index < $4::bigint order by leaf_index limit $5
`,
);

/** What was lost on a day, whosever it was: nobody can know. */
export const gapsOfDay = statement<ReceiptRow, [day: string, size: number]>(
  'customer-receipts.gaps-of-day',
  /* sql */ `
  select leaf_index::float8 as index, leaf, null as opening from receipt
  where day = $1 and leaf_index < $2::bigint and leaf like '%"lost":[%' order by leaf_index limit 100
`,
);

/** The nearest days before and after this one on which the customer has receipts. */
export const neighbouringDays = statement<{ before: string | null; after: string | null }, [psuId: string, day: string]>(
  'customer-receipts.neighbouring-days',
  /* sql */ `
  select
    (select day::text from receipt r where r.psu_id = $1 and r.day < $2::date order by r.day desc limit 1) as before,
    (select day::text from receipt r where r.psu_id = $1 and r.day > $2::date order by r.day limit 1) as after
`,
);

export const namesOfClients = statement<{ clientId: string; name: string }, [clientIds: readonly string[]]>(
  'customer-receipts.names-of-clients',
  /* sql */ `
  select client_id as "clientId", name from client where client_id = any($1)
`,
);
