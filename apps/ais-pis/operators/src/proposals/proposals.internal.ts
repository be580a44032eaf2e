import { Injectable } from '@nestjs/common';
import { ServesInternal, type InternalRequest } from '@open-banking/http';
import { proposalsInternal } from '@open-banking/spec';
import { ProposalsQuery, type ProposalPage } from './proposals.messages.js';
import { ProposalsService } from './proposals.service.js';
import type { ProposalRow } from './proposals.statements.js';

@Injectable()
export class ProposalsInternal {
  constructor(private readonly proposals: ProposalsService) {}

  @ServesInternal(proposalsInternal.listProposals, { body: ProposalsQuery })
  list({ body }: InternalRequest<ProposalsQuery>): Promise<ProposalPage> {
    return this.proposals.list(body);
  }

  @ServesInternal(proposalsInternal.approveProposal)
  approve({ operator = '', params: { proposalId = '' } }: InternalRequest): Promise<ProposalRow> {
    return this.proposals.approve(proposalId, operator);
  }

  @ServesInternal(proposalsInternal.refuseProposal)
  refuse({ operator = '', params: { proposalId = '' } }: InternalRequest): Promise<ProposalRow> {
    return this.proposals.refuse(proposalId, operator);
  }
}
