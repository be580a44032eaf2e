import type { BlockedCreditor, CapView } from '@open-banking/contracts';
import { amountText, statement } from '@open-banking/database';

/** No row: there is no such customer. */
export const setCap = statement<
  { set: boolean },
  [psuId: string | null, currency: string, perPayment: string | null, perDay: string | null, operator: string, now: Date]
>(
  'payment-rules.set-cap',
  /* sql */ `
  insert into payment_cap (psu_id, currency, per_payment, per_day, set_by, set_at)
  select $1::uuid, $2, $3::numeric, $4::numeric, $5, $6::timestamptz
  where $1::uuid is null or exists (select from psu where psu_id = $1)
  on conflict (holder, currency) do update set per_payment = excluded.per_payment, per_day = excluded.per_day, set_by = excluded.set_by, set_at = excluded.set_at
  returning true as set
`,
);

/** No row: there is no such cap. */
export const removeCap = statement<{ removed: boolean }, [psuId: string | null, currency: string]>(
  'payment-rules.remove-cap',
  /* sql */ `
  delete from payment_cap
  where currency = $2 and holder = coalesce($1::uuid, '00000000-0000-0000-0000-000000000000')
  returning true as removed
`,
);

/** No row: there is no such customer. */
export const findCustomer = statement<{ psuId: string }, [psuId: string]>(
  'payment-rules.customer',
  /* sql */ `
  select psu_id as "psuId" from psu where psu_id = $1
`,
);

/** Those of all customers first. `after`: the place of the last row of the previous page. */
export const listCaps = statement<
  CapView & { readonly place: string },
  [psuId: string | null, afterHolder: string | null, afterCurrency: string | null, max: number]
>(
  'payment-rules.caps',
  /* sql */ `
  select psu_id as "customerId", currency, ${amountText('currency', 'per_payment')} as "perPayment", ${amountText('currency', 'per_day')} as "perDay", set_by as "setBy", to_json(set_at) #>> '{}' as "setAt",
    holder || ' ' || currency as place
  from payment_cap
  where (holder, currency) > (coalesce($2::uuid, '00000000-0000-0000-0000-000000000000'), coalesce($3, '')) and ($1::uuid is null or psu_id = $1)
  order by holder, currency
  limit $4
`,
);

/** What is blocked already stays as it is. */
export const blockCreditors = statement<{ entryId: string }, [creditors: string, operator: string, now: Date]>(
  'payment-rules.block',
  /* sql */ `
  insert into blocked_creditor (entry_id, account, name_pattern, is_pattern, shown, reason, note, added_by, added_at)
  select "entryId", account, "namePattern", "isPattern", shown, reason, note, $2, $3
  from jsonb_to_recordset($1::jsonb)
    as c("entryId" uuid, account text, "namePattern" text, "isPattern" boolean, shown text, reason text, note text)
  on conflict do nothing
  returning entry_id as "entryId"
`,
);

/** No row: it is blocked no longer, or never was. */
export const unblockCreditor = statement<{ entryId: string }, [entryId: string, operator: string, now: Date]>(
  'payment-rules.unblock',
  /* sql */ `
  update blocked_creditor set removed_by = $2, removed_at = $3 where entry_id = $1 and removed_at is null returning entry_id as "entryId"
`,
);

export const findBlocked = statement<{ entryId: string }, [entryId: string]>(
  'payment-rules.find-blocked',
  /* sql */ `
  select entry_id as "entryId" from blocked_creditor where entry_id = $1 and removed_at is null
`,
);

/** In the order in which they were added. */
export const listBlocked = statement<BlockedCreditor, [after: string | null, max: number]>(
  'payment-rules.blocked',
  /* sql */ `
  select entry_id as "entryId", case when account is null then 'name' else 'account' end as kind, shown, reason, note, added_by as "addedBy",
    to_json(added_at) #>> '{}' as "addedAt"
  from blocked_creditor
  where removed_at is null and (added_at, entry_id) > (
      coalesce((select b.added_at from blocked_creditor b where b.entry_id = $1), '-infinity'), coalesce($1, '00000000-0000-0000-0000-000000000000'::uuid)
    )
  order by added_at, entry_id
  limit $2
`,
);
