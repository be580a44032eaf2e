import { Injectable } from '@nestjs/common';
import {
  type InternalRequest,
  type ProposalPage,
  type ProposalRow,
  proposalsContracts,
  ProposalsQuery,
  ServesInternal,
} from '@open-banking/contracts';
import { ProposalsService } from './proposals.service.js';

@Injectable()
export class ProposalsInternal {
  constructor(private readonly proposals: ProposalsService) {}

  @ServesInternal(proposalsContracts.listProposals)
  list({ body }: InternalRequest<ProposalsQuery>): Promise<ProposalPage> {
    return this.proposals.list(body);
  }

  @ServesInternal(proposalsContracts.approveProposal)
  approve({ operator = '', params: { proposalId = '' } }: InternalRequest): Promise<ProposalRow> {
    return this.proposals.approve(proposalId, operator);
  }

  @ServesInternal(proposalsContracts.refuseProposal)
  refuse({ operator = '', params: { proposalId = '' } }: InternalRequest): Promise<ProposalRow> {
    return this.proposals.refuse(proposalId, operator);
  }
}
