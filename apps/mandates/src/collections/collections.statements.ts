import { amountText, statement } from '@open-banking/database';
import type { Refundable, ReturnReason } from './collection.js';

export interface CollectionRow extends Refundable {
  readonly collectionId: string;
  readonly resourceId: string;
  readonly currency: string;
  readonly amount: string;
  readonly endToEndId: string | null;
  readonly remittance: string | null;
  readonly presentedOn: string;
  readonly reason: ReturnReason | null;
  readonly refundedOn: string | null;
}

const columns = /* sql */ `
  collection_id as "collectionId", resource_id as "resourceId", currency, ${amountText('currency', 'amount')} as amount, end_to_end_id as "endToEndId", remittance, presented_on::text as "presentedOn",
  state, reason, booked_on::text as "bookedOn", refund_asked_at as "refundAskedAt", refunded_on::text as "refundedOn"`;

export const collectionById = statement<CollectionRow, [collectionId: string]>(
  'collections.one',
  `select ${columns} from collection where collection_id = $1`,
);

/** A collection that counts for this period. */
export const collectionOfPeriod = statement<{ collectionId: string }, [resourceId: string, period: string]>(
  'collections.of-period',
  /* sql */ `
  select collection_id as "collectionId" from collection where resource_id = $1 and period = $2::date and state <> 'returned'
`,
);

export const insertCollection = statement<
  CollectionRow,
  [
    collectionId: string,
    resourceId: string,
    currency: string,
    amount: string,
    endToEndId: string | null,
    remittance: string | null,
    today: string,
    period: string | null,
    reason: string | null,
    now: Date,
  ]
>(
  'collections.insert',
  /* sql */ `
  insert into collection (collection_id, resource_id, currency, amount, end_to_end_id, remittance, presented_on, period, state, reason, created_at, decided_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, case when $9::text is null then 'accepted' else 'returned' end, $9, $10, case when $9::text is not null then $10::timestamptz end)
  returning ${columns}
`,
);

/** No row: the collection's state is not `from`. */
export const decideCollection = statement<
  { collectionId: string },
  [collectionId: string, from: string, to: string, reason: string | null, bookedOn: string | null, now: Date]
>(
  'collections.decide',
  /* sql */ `
  update collection set state = $3, reason = $4, booked_on = $5, decided_at = $6 where collection_id = $1 and state = $2
  returning collection_id as "collectionId"
`,
);

export const collectedOn = statement<never, [resourceId: string, day: string]>(
  'collections.collected-on',
  /* sql */ `
  update mandate set idle_since = greatest(idle_since, $2::date) where resource_id = $1
`,
);

/** No row: a refund was already requested. */
export const askRefund = statement<{ collectionId: string }, [collectionId: string, psuId: string, now: Date]>(
  'collections.ask-refund',
  /* sql */ `
  update collection set refund_asked_by = $2, refund_asked_at = $3 where collection_id = $1 and state = 'booked' and refund_asked_at is null
  returning collection_id as "collectionId"
`,
);

export const noteRefund = statement<{ collectionId: string }, [collectionId: string, refundedOn: string]>(
  'collections.note-refund',
  /* sql */ `
  update collection set refunded_on = $2 where collection_id = $1 and refund_asked_at is not null and refunded_on is null
  returning collection_id as "collectionId"
`,
);

/** The newest collections of these mandates; those of one day in the order of their ids. */
export const collectionsOf = statement<CollectionRow, [resourceIds: readonly string[], max: number]>(
  'collections.of-mandates',
  /* sql */ `
  select c.* from unnest($1::uuid[]) as of(id)
  cross join lateral (select ${columns} from collection where resource_id = of.id order by presented_on desc, collection_id desc limit $2) c
`,
);

/** Collections of one mandate, the newest first; those of one day in the order of their ids. `olderThan`: one of them. */
export const collectionsOlderThan = statement<CollectionRow, [resourceId: string, olderThan: string | null, max: number]>(
  'collections.older-than',
  /* sql */ `
  select ${columns} from collection
  where resource_id = $1 and ($2::uuid is null or (presented_on, collection_id) < (
    select l.presented_on, l.collection_id from collection l where l.collection_id = $2 and l.resource_id = $1
  ))
  order by presented_on desc, collection_id desc limit $3
`,
);
