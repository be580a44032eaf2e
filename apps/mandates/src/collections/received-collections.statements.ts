import { statement } from '@open-banking/database';
import type { ReceivedCollection } from './received-collections.messages.js';
import type { ReturnReason } from './collection.js';

/** Locks this collection id until the transaction ends: nobody else decides about it meanwhile. */
export const lockReceivedCollection = statement<object, [collectionId: string]>(
  'received-collections.lock',
  /* sql */ `
  select pg_advisory_xact_lock(hashtextextended('received collection ' || $1::text, 0))
`,
);

/** The mandate with these identifiers that debits this account or has no account yet; living mandates before ended ones. */
export const mandateByNumber = statement<{ resourceId: string; scheme: string }, [creditorId: string, mandateId: string, iban: string]>(
  'received-collections.mandate',
  /* sql */ `
  select resource_id as "resourceId", request -> 'mandateType' ->> 'localInstrumentCode' as scheme
  from mandate
  where creditor_scheme_id = $1 and mandate_id = $2 and (debtor_account is null or debtor_account ->> 'iban' = $3)
  order by debtor_account is null, mandate_status not in ('ACTV', 'SUSP'), created_at desc
  limit 1
`,
);

/** A collection with this id that matched a mandate. */
export const collectionKnown = statement<{ resourceId: string }, [collectionId: string]>(
  'received-collections.known',
  /* sql */ `
  select resource_id as "resourceId" from collection where collection_id = $1
`,
);

export interface UnmatchedRow {
  readonly collectionId: string;
  readonly message: ReceivedCollection;
  readonly reason: ReturnReason;
  readonly presentedOn: string;
}

export const unmatchedCollection = statement<UnmatchedRow, [collectionId: string]>(
  'received-collections.unmatched',
  /* sql */ `
  select collection_id as "collectionId", message, reason, presented_on::text as "presentedOn" from unmatched_collection where collection_id = $1
`,
);

export const insertUnmatched = statement<
  UnmatchedRow,
  [collectionId: string, message: string, reason: string, today: string, receivedBy: string, now: Date]
>(
  'received-collections.insert-unmatched',
  /* sql */ `
  insert into unmatched_collection (collection_id, message, reason, presented_on, received_by, received_at) values ($1, $2, $3, $4, $5, $6)
  returning collection_id as "collectionId", message, reason, presented_on::text as "presentedOn"
`,
);
