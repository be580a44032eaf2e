import { statement } from '@open-banking/database';
import type { MandateRequest } from './mandates.messages.js';
import type { MandateStatus } from './mandate.js';

export interface MandateRow {
  readonly request: MandateRequest; readonly mandateStatus: MandateStatus; readonly reasonCode: string | null;
  readonly dateOfSignature: string | null; readonly statusChangedAt: Date;
}

/** No row: this creditor has a living mandate of that number. */
export const insertMandate = statement<{ resourceId: string }, [
  resourceId: string, clientId: string, creditorSchemeId: string, mandateId: string, request: string, status: string, now: Date, approveBy: Date, finalCollectionDate: string | null,
]>('mandates.insert', /* sql */ `
  insert into mandate (resource_id, client_id, creditor_scheme_id, mandate_id, request, mandate_status, created_at, status_changed_at, approve_by, final_collection_date)
  values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9)
  on conflict (client_id, creditor_scheme_id, mandate_id) where mandate_status not in ('RJCT', 'CANC') do nothing
  returning resource_id as "resourceId"
`);

const mandate = /* sql */ `
  select request, mandate_status as "mandateStatus", reason_code as "reasonCode", date_of_signature::text as "dateOfSignature", status_changed_at as "statusChangedAt"
  from mandate
  where client_id = $1 and resource_id = $2`;

/** No row: no such mandate of this client. */
export const mandateOfClient = statement<MandateRow, [clientId: string, resourceId: string]>('mandates.one', mandate);

/** The same, kept from changing until the transaction ends. */
export const lockMandate = statement<MandateRow, [clientId: string, resourceId: string]>('mandates.lock', `${mandate} for update`);

export const cancelMandate = statement<never, [clientId: string, resourceId: string, reasonCode: string, now: Date]>('mandates.cancel', /* sql */ `
  update mandate set mandate_status = 'CANC', reason_code = $3, status_changed_at = $4, approve_by = null
  where client_id = $1 and resource_id = $2
`);
