import type { ProposalRow } from '@open-banking/contracts';
import { amountText, statement } from '@open-banking/database';
import { clearingInternal, directoryInternal, heldPaymentsInternal, lookupsInternal } from '@open-banking/spec';

const [resolve, revoke, remove, release, refuse] = [
  clearingInternal.resolveInstruction.id,
  lookupsInternal.revokeConsent.id,
  directoryInternal.removeClient.id,
  heldPaymentsInternal.releaseHeldPayment.id,
  heldPaymentsInternal.refuseHeldPayment.id,
];
const proposals = /* sql */ `
  select o.proposal_id as "proposalId", o.operation, o.subject, o.request, o.state, o.proposed_by as "proposedBy",
    to_json(o.proposed_at) #>> '{}' as "proposedAt", o.decided_by as "decidedBy", to_json(o.decided_at) #>> '{}' as "decidedAt",
    p.payment_id as "paymentId", ${amountText('p.currency', 'p.amount')} as amount, p.currency, c.consent_id as "consentId", t.client_id as "clientId", t.name as "clientName"`;
const joined = /* sql */ `
  operator_proposal o
  left join clearing_instruction i on i.instruction_id = case when o.operation = '${resolve}' then o.subject::uuid end
  left join payment p on p.payment_id = coalesce(i.payment_id, case when o.operation in ('${release}', '${refuse}') then o.subject::uuid end)
  left join consent c on c.consent_id = case when o.operation = '${revoke}' then o.subject::uuid end
  left join client t on t.client_id = coalesce(p.client_id, c.client_id, case when o.operation = '${remove}' then o.subject end)`;

/** No row: the same act on the same thing is proposed already. */
export const insertProposal = statement<
  { proposalId: string },
  [proposalId: string, operation: string, subject: string, request: string | null, proposedBy: string, now: Date]
>(
  'proposals.insert',
  /* sql */ `
  insert into operator_proposal (proposal_id, operation, subject, request, state, proposed_by, proposed_at)
  values ($1, $2, $3, $4, 'PROPOSED', $5, $6)
  on conflict (operation, subject) where state = 'PROPOSED' do nothing
  returning proposal_id as "proposalId"
`,
);

export const openProposal = statement<ProposalRow & { same: boolean }, [operation: string, subject: string, request: string | null]>(
  'proposals.open',
  /* sql */ `
  ${proposals}, o.request is not distinct from $3::jsonb as same from ${joined} where o.operation = $1 and o.subject = $2 and o.state = 'PROPOSED'
`,
);

export const findProposal = statement<ProposalRow, [proposalId: string]>(
  'proposals.one',
  /* sql */ `
  ${proposals} from ${joined} where o.proposal_id = $1
`,
);

/** No row: it is decided already. */
export const decideProposal = statement<
  { proposalId: string },
  [proposalId: string, state: 'DONE' | 'REFUSED', decidedBy: string, now: Date]
>(
  'proposals.decide',
  /* sql */ `
  update operator_proposal set state = $2, decided_by = $3, decided_at = $4 where proposal_id = $1 and state = 'PROPOSED' returning proposal_id as "proposalId"
`,
);

/** Newest first; `after` is the last id of the previous page. */
export const listProposals = statement<ProposalRow, [state: string | null, subject: string | null, after: string | null, max: number]>(
  'proposals.list',
  /* sql */ `
  ${proposals}
  from ${joined}
  where (o.proposed_at, o.proposal_id) < (
      coalesce((select b.proposed_at from operator_proposal b where b.proposal_id = $3), 'infinity'), coalesce($3, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
    )
    and ($1::text is null or o.state = $1)
    and ($2::text is null or o.subject = $2)
  order by o.proposed_at desc, o.proposal_id desc
  limit $4
`,
);
