import { statement } from '@open-banking/database';

export interface ApprovalRecord {
  readonly issuer: string;
  readonly interactionHash: Buffer;
  readonly scope: string;
  readonly clientId: string;
  readonly psuId: string;
}

type Identity = [interactionHash: Buffer, issuer: string, scope: string, clientId: string, psuId: string];

/** If the bank's own app approved, its signed answer is kept with the approval, as proof. */
export const storeApproval = statement<never, [...Identity, about: Buffer, chosen: readonly string[], outcome: string, at: Date]>(
  'approval.store',
  /* sql */ `
  insert into approval (interaction_hash, issuer, scope, client_id, psu_id, about, chosen, outcome, approved_at, app_answer)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, (
    select jsonb_build_object('answer', answer, 'signature', signature) from app_approval
    where interaction_hash = $1 and issuer = $2 and psu_id = $5 and decision = 'approved' and withdrawn_at is null
    order by number desc limit 1
  ))
`,
);

/** No row: this customer has not approved this scope for this client in this interaction, so there is no code to give. */
export const findApproval = statement<{ outcome: string }, Identity>(
  'approval.find',
  /* sql */ `
  select outcome from approval
  where interaction_hash = $1 and issuer = $2 and scope = $3 and client_id = $4 and psu_id = $5
`,
);
