import { amountText, statement } from '@open-banking/database';

export interface AlertedMandate {
  /** Null: nobody has approved the mandate. */
  readonly debtorAccountId: string | null;
  readonly creditorName: string;
  readonly approvers: readonly string[];
  /** Of the collection, where one was named. */
  readonly amount: { readonly currency: string; readonly amount: string } | null;
}

/** What alerts about a mandate say, and who has approved it. */
export const alertedMandate = statement<AlertedMandate, [resourceId: string, collectionId: string | null]>(
  'alert-outbox.mandate',
  /* sql */ `
  select m.debtor_account_id as "debtorAccountId", m.request -> 'creditor' ->> 'name' as "creditorName",
    array(select a.psu_id::text from mandate_approval a where a.resource_id = m.resource_id) as approvers,
    (select jsonb_build_object('currency', c.currency, 'amount', ${amountText('c.currency', 'c.amount')}) from collection c where c.collection_id = $2) as amount
  from mandate m where m.resource_id = $1
`,
);

/** Locks a mandate, so that two runs of a job write its alerts one after the other. */
export const lockAlerted = statement<{ resourceId: string }, [resourceId: string]>(
  'alert-outbox.lock-mandate',
  'select resource_id as "resourceId" from mandate where resource_id = $1 for update',
);

/** Those of these customers for whom an alert of the same kind, thing and instant is written already. */
export const alreadyAlerted = statement<{ psuId: string }, [psuIds: readonly string[], kind: string, subjectId: string, occurredAt: Date]>(
  'alert-outbox.already',
  /* sql */ `
  select o.psu_id::text as "psuId" from unnest($1::uuid[]) o (psu_id) cross join lateral (
    select from customer_alert a
    where a.psu_id = o.psu_id and a.settled_at is null and a.kind = $2 and a.subject_id = $3 and a.occurred_at = $4 limit 1
  ) waiting
  union all
  select o.psu_id::text from unnest($1::uuid[]) o (psu_id) cross join lateral (
    select from customer_alert a
    where a.psu_id = o.psu_id and a.settled_at is not null and a.kind = $2 and a.subject_id = $3 and a.occurred_at = $4 limit 1
  ) settled
`,
);
