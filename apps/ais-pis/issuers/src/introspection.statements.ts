import type { Outages, RegisterStanding } from '@open-banking/access';
import type { ConsentState, Grant } from '@open-banking/contracts';
import { fromToken, ofToken, tokenColumns, tokenLookup, type TokenRow, type TokenLookup } from '@open-banking/issuer';
import { statement, writtenBy } from '@open-banking/database';
import type { Permission, Role } from '@open-banking/spec';
import { joinedStanding, horizon } from '@open-banking/ais-pis-directory';

/** A token with its client and the consent named in its scope, if any. */
export interface IntrospectionRow extends TokenRow {
  readonly roles: readonly Role[] | null;
  readonly organization: string | null;
  readonly suspended: boolean;
  readonly outages: Outages | null;
  readonly registerStanding: RegisterStanding | null;
  readonly consentId: string | null;
  readonly status: ConsentState['status'];
  readonly recurring: boolean;
  readonly frequencyPerDay: number;
  readonly readsUsedUpAt: number | null;
  readonly grants: readonly Grant[] | null;
  readonly everywhere: readonly Permission[] | null;
  readonly listsOnly: boolean;
  readonly ownerName: boolean;
  readonly restrictedTo: readonly string[] | null;
  readonly shared: readonly string[] | null;
  readonly joint: ConsentState['joint'] | null;
  /** The customer who approved the consent first. */
  readonly customer: string | null;
  /** The hash of the grant that the token hangs on, as PostgreSQL writes bytes. */
  readonly grantHash: string | null;
  /** The first instant at which the passage of time alone changes this row, in milliseconds since 1970, or long past. Null: none. */
  readonly until: number | null;
  /** The oldest transaction that was running when this was read. */
  readonly horizon: number;
  /** The transaction that last changed a balance of the customer's accounts; null without an account, absent where it was not asked for. */
  readonly lastChange?: number | null;
}

/**
 * The full id of the last transaction that changed a balance of the customer's own accounts. Whatever changes an entry of an account
 * changes its balance in the same transaction (`ledger.statements.ts`), so this is the last change of both.
 */
const lastChange = /* sql */ `, (
      select max(${writtenBy('b')})::float8
      from holder h join account_balance b on b.account_id = h.resource_id where h.psu_id = (a.payload->>'accountId')::uuid
    ) as "lastChange"`;
const standing = joinedStanding('c');

/** A consent past its last day is expired, whether or not the change is stored yet. While a customer has opted out it opens nothing, as one they have ended. */
const introspection = (name: string, more: string) =>
  statement<IntrospectionRow, [...TokenLookup, today: string]>(
    name,
    /* sql */ `
  select ${tokenColumns},
    ${standing.effectiveRoles} as roles, c.organization, c.outages, c.suspended_at is not null as suspended, case when c.suspended_at is null then ${standing.registerStanding} end as "registerStanding", k.consent_id as "consentId",
    case when k.status = 'valid' and (k.valid_until < $4::date or k.ends_at <= $3) then 'expired' when k.status = 'valid' and k.opted_out then 'revokedByPsu' else k.status end as status,
    k.recurring, k.frequency_per_day as "frequencyPerDay", extract(epoch from k.reads_used_up_at)::float8 * 1000 as "readsUsedUpAt", k.everywhere, k.lists_only as "listsOnly", k.owner_name as "ownerName", k.restricted_to as "restrictedTo", k.psu_id as customer,
    case when k.everywhere is not null then array(select s.resource_id::text from consent_second_owner s where s.consent_id = k.consent_id and s.approved_by is not null) end as shared,
    (
      select json_agg(json_build_object('resourceId', s.resource_id, 'owners', json_build_array(k.psu_id, s.approved_by)))
      from consent_second_owner s where s.consent_id = k.consent_id and s.approved_by is not null
    ) as joint,
    case when k.everywhere is null then (
      select json_agg(json_build_object('service', r.service, 'kind', r.kind, 'resourceId', r.resource_id, 'permissions', r.permissions)) from consent_grant r where r.consent_id = k.consent_id
    ) end as grants,
    a.grant_hash::text as "grantHash", extract(epoch from least(a.expires_at, g.expires_at, k.ends_at, r.good_until))::float8 * 1000 as until, ${horizon} as horizon${more}
  from ${fromToken}
  left join client c on c.client_id = a.payload->>'clientId' and c.removed_at is null
  ${standing.join}
  -- In a case expression: conditions joined by "and" are evaluated in any order, and the scope of a client token has no id to cast.
  -- "is not distinct from" keeps the index on the client out: the consent is found by its id, however many the client has.
  left join consent k on k.consent_id = case when a.payload->>'scope' like 'AIS:%' then substr(a.payload->>'scope', 5)::uuid end and k.client_id is not distinct from a.payload->>'clientId'
  where ${ofToken}
`,
    { together: [...tokenLookup, 'date'] },
  );

export const introspect = introspection('issuers.introspect', '');
/** For a bank with a standby, which must have what the customer has seen. */
export const introspectWithLastChange = introspection('issuers.introspect-with-last-change', lastChange);
