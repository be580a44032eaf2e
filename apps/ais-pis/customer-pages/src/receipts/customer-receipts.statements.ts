import { statement } from '@open-banking/database';
import type { PaymentRequest } from '@open-banking/ais-pis-payments';

/** A leaf that a customer may see: one of their own, or a gap. */
export interface LeafRow {
  readonly index: number;
  readonly leaf: string;
  /** Of leaves of the first version. */
  readonly opening: string | null;
}

/** The customer's leaves of a day among its first `size`, oldest first. */
export const leavesOfDay = statement<LeafRow, [psuId: string, day: string, after: number, size: number, max: number]>(
  'customer-receipts.of-day',
  /* sql */ `
  select leaf_index::float8 as index, leaf, opening from receipt_leaf
  where day = $2 and psu_id = $1 and leaf_index > $3::bigint and leaf_index < $4::bigint order by leaf_index limit $5
`,
);

/** What was lost on a day, whosever it was: nobody can know. All of it, as the page adds it up: there is one row for each time that a process failed. */
export const gapsOfDay = statement<LeafRow, [day: string, size: number]>(
  'customer-receipts.gaps-of-day',
  /* sql */ `
  select leaf_index::float8 as index, leaf, null as opening from receipt_gap
  where day = $1 and leaf_index < $2::bigint order by leaf_index
`,
);

/** The nearest days before and after this one on which the customer has receipts. */
export const neighbouringDays = statement<{ before: string | null; after: string | null }, [psuId: string, day: string]>(
  'customer-receipts.neighbouring-days',
  /* sql */ `
  select
    (select d.day::text from receipt_day d where d.day < $2::date
       and exists (select from receipt_leaf r where r.day = d.day and r.psu_id = $1) order by d.day desc limit 1) as before,
    (select d.day::text from receipt_day d where d.day > $2::date
       and exists (select from receipt_leaf r where r.day = d.day and r.psu_id = $1) order by d.day limit 1) as after
`,
);

export const namesOfClients = statement<{ clientId: string; name: string }, [clientIds: readonly string[]]>(
  'customer-receipts.names-of-clients',
  /* sql */ `
  select client_id as "clientId", name from client where client_id = any($1)
`,
);

/** Those of these payments that debit an account of the customer: their pages show no others. */
export const shownPayments = statement<
  { readonly paymentId: string; readonly request: PaymentRequest },
  [psuId: string, paymentIds: readonly string[]]
>(
  'customer-receipts.payments',
  /* sql */ `
  select p.payment_id as "paymentId", p.request
  from payment p join holder mine on mine.resource_id = p.debtor_account_id
  where mine.psu_id = $1 and p.payment_id = any($2::uuid[])
`,
);

/** Those of these consents that the customer has approved. */
export const approvedConsents = statement<{ readonly consentId: string }, [psuId: string, consentIds: readonly string[]]>(
  'customer-receipts.consents',
  /* sql */ `
  select consent_id as "consentId" from consent_approval where psu_id = $1 and consent_id = any($2::uuid[])
`,
);
