import { amountText, jsonReference, statement } from '@open-banking/database';
import type { ConsentTimes } from '@open-banking/ais-pis-consents';
import type { PaymentRequest, PaymentTimes } from '@open-banking/ais-pis-payments';

/** A customer who has approved. The name is null if the customer was made for another developer. */
export interface ApproverRow {
  readonly psuId: string;
  readonly name: string | null;
}

interface OwnRow {
  readonly clientId: string;
  readonly createdAt: Date;
  readonly approvers: readonly ApproverRow[];
}

/** Times in JSON are ISO 8601. */
export interface DeveloperConsentRow extends OwnRow, ConsentTimes {
  readonly consentId: string;
  readonly kind: string;
  readonly requested: readonly string[];
  readonly recurring: boolean;
  readonly frequencyPerDay: number;
  readonly everywhere: readonly string[] | null;
  readonly grants: readonly { readonly kind: string; readonly account: string; readonly permissions: readonly string[] }[];
  /** The first approval of a consent that needs a second one; null: it needs none. */
  readonly firstApprovedAt: Date | null;
  readonly approvedAt: Date | null;
  readonly endedAt: Date | null;
  readonly readsUsedUpAt: Date | null;
}

export interface DeveloperPaymentRow extends OwnRow, PaymentTimes {
  readonly paymentId: string;
  readonly product: string;
  readonly currency: string;
  readonly amount: string;
  readonly fee: string;
  /** Without names and accounts once the customer is erased. */
  readonly request: Partial<PaymentRequest>;
  readonly executionDate: string | null;
  readonly history: readonly { readonly to: string; readonly at: string; readonly reason: string | null }[];
  readonly clearing: string | null;
  readonly clearingAnswer: { readonly answer: 'rejected' | 'returned'; readonly reason: string } | null;
}

type ListParams = [developerHash: Buffer, clientIds: readonly string[], status: string | null, before: string | null, max: number];

/** The clients `$2` of the developer `$1`: what is found begins with them, so that another developer's is never found. */
const ownClients = /* sql */ `own as (select client_id from client where registered_from = $1 and client_id = any($2))`;

/** The newest of each client, from its index, and of these the newest: a page reads as many rows as it has for each client, at most. */
const newestOfClients = (table: string, id: string, status: string): string => /* sql */ `
    select c.* from own cross join lateral (
      select o.* from ${table} o
      where o.client_id = own.client_id and ($3::text is null or o.${status} = $3) and ($4::uuid is null or (o.created_at, o.${id}) < (
        select b.created_at, b.${id} from ${table} b where b.${id} = $4 and b.client_id in (select client_id from own)
      ))
      order by o.created_at desc, o.${id} desc limit $5
    ) c
    order by c.created_at desc, c.${id} desc limit $5
  `;

const approversOf = (table: string, id: string): string => /* sql */ `
    coalesce((
      select json_agg(json_build_object('psuId', a.psu_id, 'name', case when d.developer_hash is null or d.developer_hash = $1 then u.name end) order by a.approved_at)
      from ${table} a join psu u on u.psu_id = a.psu_id left join developer_customer d on d.psu_id = a.psu_id
      where a.${id} = o.${id}
    ), '[]') as approvers`;

const consentColumns = /* sql */ `
  o.consent_id as "consentId", o.client_id as "clientId", o.created_at as "createdAt", o.status, o.kind, o.recurring, o.frequency_per_day as "frequencyPerDay",
    o.valid_until::text as "validUntil", o.approve_by as "approveBy", o.ends_at as "endsAt", o.everywhere, o.approved_at as "approvedAt", o.ended_at as "endedAt",
    o.reads_used_up_at as "readsUsedUpAt",
    array(select jsonb_object_keys(o.access - '{restrictedTo,additionalInformation}'::text[])) || case when o.access -> 'additionalInformation' ? 'ownerName' then '{ownerName}'::text[] else '{}' end as requested,
    case when exists (select from consent_second_owner s where s.consent_id = o.consent_id)
      then (select min(a.approved_at) from consent_approval a where a.consent_id = o.consent_id) end as "firstApprovedAt",
    coalesce((
      select json_agg(json_build_object('kind', g.kind, 'permissions', g.permissions,
        'account', coalesce(g.reference ->> 'iban', g.reference ->> 'bban', (${jsonReference('g.reference')})::json ->> 'maskedPan', g.resource_id::text)) order by g.service, g.resource_id)
      from consent_grant g where g.consent_id = o.consent_id
    ), '[]') as grants,
    ${approversOf('consent_approval', 'consent_id')}`;

/** Consents of a developer's clients, the newest first. */
export const listDeveloperConsents = statement<DeveloperConsentRow, ListParams>(
  'developer-objects.consents',
  /* sql */ `
  with ${ownClients}, page as (${newestOfClients('consent', 'consent_id', 'status')})
  select ${consentColumns} from page o order by o.created_at desc, o.consent_id desc
`,
);

/** No row: the consent does not exist, or is of no client of this developer. */
export const findDeveloperConsent = statement<DeveloperConsentRow, [developerHash: Buffer, consentId: string]>(
  'developer-objects.consent',
  /* sql */ `
  select ${consentColumns} from consent o join client t on t.client_id = o.client_id and t.registered_from = $1 where o.consent_id = $2
`,
);

const paymentColumns = /* sql */ `
  o.payment_id as "paymentId", o.client_id as "clientId", o.created_at as "createdAt", o.payment_product as product, o.currency, ${amountText('o.currency', 'o.amount')} as amount,
    ${amountText('o.currency', 'o.fee')} as fee, o.transaction_status as "transactionStatus", o.approve_by as "approveBy", o.request, o.execution_date::text as "executionDate",
    coalesce((
      select json_agg(json_build_object('to', h.to_status, 'at', to_json(h.changed_at) #>> '{}', 'reason', h.reason) order by h.change_number)
      from payment_status_change h where h.payment_id = o.payment_id
    ), '[]') as history,
    (select i.state from clearing_instruction i where i.payment_id = o.payment_id) as clearing,
    (select json_build_object('answer', w.answer, 'reason', w.reason) from payment_clearing_answer w where w.payment_id = o.payment_id) as "clearingAnswer",
    ${approversOf('payment_approval', 'payment_id')}`;

/** Payments of a developer's clients, the newest first. */
export const listDeveloperPayments = statement<DeveloperPaymentRow, ListParams>(
  'developer-objects.payments',
  /* sql */ `
  with ${ownClients}, page as (${newestOfClients('payment', 'payment_id', 'transaction_status')})
  select ${paymentColumns} from page o order by o.created_at desc, o.payment_id desc
`,
);

/** No row: the payment does not exist, or is of no client of this developer. */
export const findDeveloperPayment = statement<DeveloperPaymentRow, [developerHash: Buffer, paymentId: string]>(
  'developer-objects.payment',
  /* sql */ `
  select ${paymentColumns} from payment o join client t on t.client_id = o.client_id and t.registered_from = $1 where o.payment_id = $2
`,
);

/** Those of these numbers that are accounts at this bank. */
export const accountsAtThisBank = statement<{ readonly iban: string }, [ibans: readonly string[]]>(
  'developer-objects.accounts-at-this-bank',
  'select iban from account where iban = any($1)',
);
