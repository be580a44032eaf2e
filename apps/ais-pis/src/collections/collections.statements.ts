import { amountText, statement } from '@open-banking/database';
import type { BookingReturn } from './collections.messages.js';

export interface CollectionRow {
  readonly accountId: string;
  readonly currency: string;
  readonly amount: string;
  readonly creditorName?: string;
  readonly postingId: string | null;
  readonly bookedOn: string | null;
  readonly reason: BookingReturn | null;
  readonly refundPostingId: string | null;
  readonly refundedOn: string | null;
}

/** Serializes requests about one collection until the transaction ends; a later request finds the first decision. */
export const lockCollection = statement<object, [collectionId: string]>(
  'collections.lock',
  /* sql */ `
  select pg_advisory_xact_lock(hashtextextended('collection ' || $1::text, 0))
`,
);

export const findCollection = statement<CollectionRow, [collectionId: string]>(
  'collections.one',
  /* sql */ `
  select account_id as "accountId", currency, ${amountText('currency', 'amount')} as amount, posting_id as "postingId", booked_on::text as "bookedOn", reason,
         refund_posting_id as "refundPostingId", refunded_on::text as "refundedOn"
  from collection where collection_id = $1
`,
);

export interface DebtorRow {
  readonly accountId: string;
  readonly currency: string;
  readonly iban: string;
  readonly bic: string;
}

export const accountById = statement<DebtorRow, [accountId: string]>(
  'collections.account',
  /* sql */ `
  select account_id as "accountId", currency, iban, bic from account where account_id = $1
`,
);

/** A creditor's account at this bank, in the collection's currency. */
export const creditorAtThisBank = statement<DebtorRow, [iban: string, currency: string]>(
  'collections.creditor',
  /* sql */ `
  select account_id as "accountId", currency, iban, bic from account where iban = $1 and currency = $2
`,
);

export const insertCollection = statement<
  never,
  [
    collectionId: string,
    accountId: string,
    currency: string,
    amount: string,
    mandateId: string,
    creditorId: string,
    postingId: string | null,
    bookedOn: string | null,
    reason: string | null,
    now: Date,
  ]
>(
  'collections.insert',
  /* sql */ `
  insert into collection (collection_id, account_id, currency, amount, mandate_id, creditor_id, posting_id, booked_on, reason, decided_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
`,
);

export const noteRefund = statement<never, [collectionId: string, postingId: string, today: string]>(
  'collections.note-refund',
  /* sql */ `
  update collection set refund_posting_id = $2, refunded_on = $3 where collection_id = $1
`,
);
