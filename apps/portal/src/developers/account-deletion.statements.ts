import { type Purged, purgeBatch, statement } from '@open-banking/database';

/** The things that must be removed before the account can be deleted, and the console's own client, which goes with it. */
export interface AccountLeftovers {
  readonly clients: number;
  readonly customers: number;
  readonly consoleClientId: string | null;
}

export const accountLeftovers = statement<AccountLeftovers, [developerId: string]>(
  'portal.account-leftovers',
  /* sql */ `
  select (select count(*)::int from developer_client c where c.developer_id = d.developer_id and c.ended_at is null and c.client_id is distinct from k.client_id)
           as clients,
         (select count(*)::int from sandbox_customer s where s.developer_id = d.developer_id and s.removed_at is null) as customers,
         k.client_id as "consoleClientId"
  from developer d left join console_client k using (developer_id)
  where d.developer_id = $1
`,
);

/** Customers that were removed, with their data sets: what is left of them is which seed they had. */
export const deleteRemovedCustomers = statement<Purged, [developerId: string]>(
  'portal.delete-removed-customers',
  /* sql */ `
  with gone as (select customer_id from sandbox_customer where developer_id = $1 and removed_at is not null limit ${purgeBatch}),
  data_sets as (delete from sandbox_data_set s using gone where s.customer_id = gone.customer_id)
  delete from sandbox_customer c using gone where c.customer_id = gone.customer_id
  returning true as purged
`,
);

/** With sessions, codes, keys, choices and whose clients were whose. No row: something was added meanwhile. */
export const deleteDeveloper = statement<{ email: string }, [developerId: string]>(
  'portal.delete-developer',
  /* sql */ `
  delete from developer d
  where d.developer_id = $1
    and not exists (select from developer_client c where c.developer_id = d.developer_id and c.ended_at is null)
    and not exists (select from sandbox_customer s where s.developer_id = d.developer_id)
  returning d.email
`,
);
