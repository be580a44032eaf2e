import { approvedByOwners } from '@open-banking/access';
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

export interface CreditorRow {
  readonly accountId: string;
  readonly currency: string;
  readonly iban: string;
  readonly bic: string;
}
export interface DebtorRow extends CreditorRow {
  /** Whether those who approved the mandate may still decide for the account; true where they are not known. */
  readonly isApprovedByOwners: boolean;
}

export const debtorOfCollection = statement<DebtorRow, [accountId: string, approvers: readonly string[] | null]>(
  'collections.account',
  /* sql */ `
  select account_id as "accountId", currency, iban, bic,
    $2::uuid[] is null or ${approvedByOwners('account_id', 'select unnest($2::uuid[])')} as "isApprovedByOwners"
  from account where account_id = $1
`,
);

/** The creditor's account, if one of these IBANs is an account of this bank, in any currency and state. */
export const creditorsAtThisBank = statement<CreditorRow, [ibans: readonly string[]]>(
  'collections.creditor',
  /* sql */ `
  select account_id as "accountId", currency, iban, bic from account where iban = any($1::text[])
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
