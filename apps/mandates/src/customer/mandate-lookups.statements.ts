import { statement } from '@open-banking/database';
import type { Times } from '../mandates/mandate.js';

/** A mandate as operators see it: of its customer the id, of the account the ends of its number. */
export interface MandateFactsRow extends Times {
  readonly resourceId: string;
  readonly clientId: string;
  readonly creditorSchemeId: string;
  readonly mandateId: string;
  readonly suspendedBy: 'customer' | 'bank' | null;
  readonly dateOfSignature: string | null;
  readonly createdAt: string;
  readonly statusChangedAt: string;
  readonly debtor: string | null;
  readonly owners: readonly { readonly psuId: string; readonly approvedAt: string }[];
  readonly history: readonly { readonly from: string; readonly to: string; readonly reason: string | null; readonly at: string }[];
}

export const mandateFacts = statement<MandateFactsRow, [resourceId: string]>(
  'mandate-lookups.one',
  /* sql */ `
  select m.resource_id as "resourceId", m.client_id as "clientId", m.creditor_scheme_id as "creditorSchemeId", m.mandate_id as "mandateId",
    m.mandate_status as "mandateStatus", m.reason_code as "reasonCode", m.suspended_by as "suspendedBy", m.date_of_signature::text as "dateOfSignature",
    to_json(m.created_at) #>> '{}' as "createdAt", to_json(m.status_changed_at) #>> '{}' as "statusChangedAt", m.approve_by as "approveBy",
    m.final_collection_date::text as "finalCollectionDate", m.idle_since::text as "idleSince",
    left(m.debtor_account ->> 'iban', 4) || '…' || right(m.debtor_account ->> 'iban', 4) as debtor,
    coalesce((
      select json_agg(json_build_object('psuId', a.psu_id, 'approvedAt', to_json(a.approved_at) #>> '{}') order by a.approved_at)
      from mandate_approval a where a.resource_id = m.resource_id
    ), '[]') as owners,
    coalesce((
      select json_agg(json_build_object('from', h.from_status, 'to', h.to_status, 'reason', h.reason, 'at', to_json(h.changed_at) #>> '{}') order by h.change_number)
      from mandate_status_change h where h.resource_id = m.resource_id
    ), '[]') as history
  from mandate m
  where m.resource_id = $1
`,
);
