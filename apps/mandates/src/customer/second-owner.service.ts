import { type InternalRequest, MandateApproval, mandatesContracts, PendingMandateRequest, ServesInternal } from '@open-banking/contracts';
import type { Blocked, MandateFacts } from '@open-banking/pages';
import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { ApprovalBlocked, type ApprovalRequest } from '@open-banking/issuer';
import { AuditService } from '@open-banking/commands';
import { Database } from '@open-banking/database';
import { mandatesInternal } from '@open-banking/spec';
import { MandateApprovalsService } from '../approvals/mandate-approvals.service.js';

type Outcome = { readonly outcome: 'complete' | 'partial' } | { readonly blocked: Blocked };

/** Approvals of second owners on the bank's own pages: ais-pis shows the page and checks the code, this service stores the approval. */
@Injectable()
export class SecondOwnerService {
  constructor(
    private readonly database: Database,
    private readonly approvals: MandateApprovalsService,
    private readonly audit: AuditService,
  ) {}

  @ServesInternal(mandatesContracts.readMandateFacts)
  async facts(request: InternalRequest<PendingMandateRequest>): Promise<{ facts: MandateFacts } | { blocked: Blocked }> {
    return orBlocked(async () => ({ facts: await this.approvals.facts(askedBy(request)) }));
  }

  @ServesInternal(mandatesContracts.approveMandate)
  async approve(request: InternalRequest<MandateApproval>): Promise<Outcome> {
    const asked = askedBy(request);
    return orBlocked(async () => {
      const facts = await this.approvals.facts(asked);
      if (facts.blocked) throw new ApprovalBlocked(facts.blocked);
      if (!isDeepStrictEqual(JSON.parse(JSON.stringify(facts)), request.body.facts)) throw new ApprovalBlocked('state');
      return {
        outcome: await this.database.transaction(async (tx) => {
          const outcome = await this.approvals.approve(tx, asked, facts, facts.offers);
          await this.audit.record(tx, {
            operation: mandatesInternal.approveMandate.id,
            clientId: asked.clientId,
            psuId: asked.psuId,
            subject: asked.id,
          });
          return outcome;
        }),
      };
    });
  }

  @ServesInternal(mandatesContracts.refuseMandate)
  async refuse(request: InternalRequest<PendingMandateRequest>): Promise<void> {
    const asked = askedBy(request);
    await this.database.transaction(async (tx) => {
      await this.approvals.refuse(tx, asked);
      await this.audit.record(tx, {
        operation: mandatesInternal.refuseMandate.id,
        clientId: asked.clientId,
        psuId: asked.psuId,
        subject: asked.id,
      });
    });
  }
}

const askedBy = ({ params: { resourceId = '' }, body: { psuId, clientId } }: InternalRequest<PendingMandateRequest>): ApprovalRequest => ({
  id: resourceId,
  clientId,
  psuId,
});

async function orBlocked<Answer>(work: () => Promise<Answer>): Promise<Answer | { blocked: Blocked }> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApprovalBlocked) return { blocked: error.why };
    throw error;
  }
}
