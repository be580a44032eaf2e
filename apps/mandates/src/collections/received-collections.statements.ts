import type { ReceivedCollection } from '@open-banking/contracts';
import { statement } from '@open-banking/database';
import { hasNumber, type ComparableNumber } from '../mandates/mandate-number.js';
import { mandateColumns, type MandateRow } from '../mandates/mandates.statements.js';
import type { ReturnReason } from './collection.js';

/** Locks this collection id until the transaction ends: nobody else decides about it meanwhile. */
export const lockReceivedCollection = statement<object, [collectionId: string]>(
  'received-collections.lock',
  /* sql */ `
  select pg_advisory_xact_lock(hashtextextended('received collection ' || $1::text, 0))
`,
);

/** The mandates of any client with these identifiers for this account, the newest first; of very many, living ones before ended ones. */
export const mandatesByNumber = statement<MandateRow, [...ComparableNumber, iban: string]>(
  'received-collections.mandates',
  /* sql */ `
  select ${mandateColumns}
  from mandate m
  where ${hasNumber('m', 1)} and m.debtor_account ->> 'iban' = $4
  order by m.mandate_status not in ('ACTV', 'SUSP'), m.created_at desc
  limit 100
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
