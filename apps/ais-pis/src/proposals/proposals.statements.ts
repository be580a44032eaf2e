import { statement } from '@open-banking/database';

export interface ProposalRow {
  readonly proposalId: string;
  /** The id of the row of the act. */
  readonly operation: string;
  readonly subject: string;
  readonly request: object | null;
  readonly state: 'PROPOSED' | 'DONE' | 'REFUSED';
  readonly proposedBy: string;
  readonly proposedAt: string;
  readonly decidedBy: string | null;
  readonly decidedAt: string | null;
}

const columns = /* sql */ `
  proposal_id as "proposalId", operation, subject, request, state, proposed_by as "proposedBy", to_json(proposed_at) #>> '{}' as "proposedAt",
  decided_by as "decidedBy", to_json(decided_at) #>> '{}' as "decidedAt"`;

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
  select ${columns}, request is not distinct from $3::jsonb as same from operator_proposal where operation = $1 and subject = $2 and state = 'PROPOSED'
`,
);

export const findProposal = statement<ProposalRow, [proposalId: string]>(
  'proposals.one',
  /* sql */ `
  select ${columns} from operator_proposal where proposal_id = $1
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
export const listProposals = statement<ProposalRow, [state: string | null, after: string | null, most: number]>(
  'proposals.list',
  /* sql */ `
  select ${columns}
  from operator_proposal
  where (proposed_at, proposal_id) < (
      coalesce((select b.proposed_at from operator_proposal b where b.proposal_id = $2), 'infinity'), coalesce($2, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
    )
    and ($1::text is null or state = $1)
  order by proposed_at desc, proposal_id desc
  limit $3
`,
);
