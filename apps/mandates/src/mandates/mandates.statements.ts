import type { OpenCount } from '@open-banking/commands';
import { statement } from '@open-banking/database';
import { hasNumber, type ComparableNumber } from './mandate-number.js';
import type { MandateRequest } from './mandates.messages.js';
import type { Times } from './mandate.js';

/** The debited account, as the customer chose it. */
export interface DebtorAccount {
  readonly iban: string;
  readonly currency: string;
  readonly name: string;
}

export interface MandateRow extends Times {
  readonly resourceId: string;
  readonly clientId: string;
  readonly request: MandateRequest;
  readonly dateOfSignature: string | null;
  readonly statusChangedAt: Date;
  readonly psuId: string | null;
  readonly debtorAccountId: string | null;
  readonly debtorAccount: DebtorAccount | null;
  readonly suspendedBy: 'customer' | 'bank' | null;
  /** The customers who have approved it. */
  readonly approvers: readonly string[];
}

/** Until the transaction ends this client creates no other mandate of a creditor with this number. Taken before all locks of mandates. */
export const lockNewNumber = statement<object, [clientId: string, ...ComparableNumber]>(
  'mandates.lock-new-number',
  /* sql */ `
  select pg_advisory_xact_lock(hashtextextended('new mandate ' || jsonb_build_array($1::text, $2::text, $3::text, $4::text)::text, 0))
`,
);

/** No row: this creditor already has a mandate with this number that is neither rejected nor cancelled. The caller has locked the number. */
export const insertMandate = statement<
  { resourceId: string },
  [
    resourceId: string,
    clientId: string,
    creditorSchemeId: string,
    mandateId: string,
    request: string,
    status: string,
    now: Date,
    approveBy: Date,
    finalCollectionDate: string | null,
    ...ComparableNumber,
  ]
>(
  'mandates.insert',
  /* sql */ `
  insert into mandate (resource_id, client_id, creditor_scheme_id, mandate_id, request, mandate_status, created_at, status_changed_at, approve_by, final_collection_date)
  select $1::uuid, $2::text, $3::text, $4::text, $5::jsonb, $6::text, $7::timestamptz, $7::timestamptz, $8::timestamptz, $9::date
  where not exists (select from mandate m where m.client_id = $2 and ${hasNumber('m', 10)} and m.mandate_status not in ('RJCT', 'CANC'))
  on conflict (client_id, creditor_scheme_id, mandate_id) where mandate_status not in ('RJCT', 'CANC') do nothing
  returning resource_id as "resourceId"
`,
);

export const mandateColumns = /* sql */ `
  m.resource_id as "resourceId", m.client_id as "clientId", m.request, m.mandate_status as "mandateStatus", m.reason_code as "reasonCode", m.date_of_signature::text as "dateOfSignature",
  m.status_changed_at as "statusChangedAt", m.approve_by as "approveBy", m.final_collection_date::text as "finalCollectionDate", m.idle_since::text as "idleSince",
  m.psu_id as "psuId", m.debtor_account_id as "debtorAccountId", m.debtor_account as "debtorAccount", m.suspended_by as "suspendedBy",
  array(select a.psu_id from mandate_approval a where a.resource_id = m.resource_id) as approvers`;

const ofClient = /* sql */ `select ${mandateColumns} from mandate m where m.client_id = $1 and m.resource_id = $2`;

/** No row: this client has no such mandate. */
export const mandateOfClient = statement<MandateRow, [clientId: string, resourceId: string]>('mandates.one', ofClient, {
  together: ['text', 'uuid'],
});

/** A mandate of any client: for collections, customers and the bank. */
export const mandateById = statement<MandateRow, [resourceId: string]>(
  'mandates.any',
  `select ${mandateColumns} from mandate m where m.resource_id = $1`,
);

/** Locks the mandate until the transaction ends; a second statement reads it (`locked-mandate.ts`). */
export const lockMandate = statement<{ resourceId: string }, [clientId: string, resourceId: string]>(
  'mandates.lock',
  /* sql */ `
  select resource_id as "resourceId" from mandate where client_id = $1 and resource_id = $2 for update
`,
);
export const lockAnyMandate = statement<{ resourceId: string }, [resourceId: string]>(
  'mandates.lock-any',
  'select resource_id as "resourceId" from mandate where resource_id = $1 for update',
);

/** Locks the mandate that occupies a number although its approval deadline has passed and its rejection is not stored yet. */
export const lockNotApproved = statement<
  { resourceId: string; mandateStatus: 'RCVD' | 'PATC' },
  [clientId: string, ...ComparableNumber, now: Date]
>(
  'mandates.lock-not-approved',
  /* sql */ `
  select resource_id as "resourceId", mandate_status as "mandateStatus" from mandate m
  where client_id = $1 and ${hasNumber('m', 2)} and mandate_status not in ('RJCT', 'CANC') and approve_by <= $5
  for update
`,
);

/** Stores the debited account for good: a second owner's approval does not change it. */
export const chooseAccount = statement<never, [resourceId: string, psuId: string, accountId: string, account: string]>(
  'mandates.choose-account',
  /* sql */ `
  update mandate set psu_id = $2, debtor_account_id = $3, debtor_account = $4 where resource_id = $1
`,
);

export const signMandate = statement<never, [resourceId: string, today: string]>(
  'mandates.sign',
  /* sql */ `
  update mandate set date_of_signature = $2, idle_since = $2 where resource_id = $1
`,
);

export const waitForSecond = statement<never, [resourceId: string, approveBy: Date]>(
  'mandates.wait-for-second',
  'update mandate set approve_by = $2 where resource_id = $1',
);

export const insertApproval = statement<never, [resourceId: string, psuId: string, now: Date]>(
  'mandates.insert-approval',
  /* sql */ `
  insert into mandate_approval (resource_id, psu_id, approved_at) values ($1, $2, $3)
`,
);

/** Counts mandates that wait for an approval. Those past their deadline do not count, even if their rejection is not stored yet. */
export const openMandates = statement<OpenCount, [clientId: string, now: Date, max: number]>(
  'mandates.open',
  /* sql */ `
  select count(*)::int as open, min(approve_by) as "firstEnds" from (
    select approve_by from mandate where client_id = $1 and approve_by > $2 order by approve_by limit $3
  ) waiting
`,
);
