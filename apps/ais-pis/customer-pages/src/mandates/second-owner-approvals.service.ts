import { mandatesContracts } from '@open-banking/contracts';
import type { MandateFacts } from '@open-banking/pages';
import { Injectable } from '@nestjs/common';
import { InternalCalls } from '@open-banking/access';
import { ApprovalBlocked, Approvals, type ApprovalRequest, type ApprovalSubject } from '@open-banking/issuer';
import type { Transaction } from '@open-banking/database';

/** Second owners' approvals of mandates, through the mandates service. */
@Injectable()
export class SecondOwnerApprovalsService extends Approvals<MandateFacts> {
  constructor(private readonly calls: InternalCalls) {
    super();
  }

  /** Clients do not reach this with a scope, because mandates have their own issuer. */
  find(): Promise<ApprovalSubject | undefined> {
    return Promise.resolve(undefined);
  }

  async facts({ id, clientId, psuId }: ApprovalRequest): Promise<MandateFacts> {
    const answer = await this.calls.call('mandates', mandatesContracts.readMandateFacts, {
      params: { resourceId: id },
      body: { psuId, clientId },
    });
    if (!answer || 'blocked' in answer) throw new ApprovalBlocked(answer?.blocked ?? 'state');
    return answer.facts;
  }

  /** Takes effect in the mandates service before it is recorded here; repeating it as the same customer changes nothing. */
  async approve(_: Transaction, { id, clientId, psuId }: ApprovalRequest, facts: MandateFacts): Promise<'complete' | 'partial'> {
    const answer = await this.calls.call('mandates', mandatesContracts.approveMandate, {
      params: { resourceId: id },
      body: { psuId, clientId, facts },
    });
    if (!answer || 'blocked' in answer) throw new ApprovalBlocked(answer?.blocked ?? 'state');
    return answer.outcome;
  }

  async refuse(_: Transaction, { id, clientId, psuId }: ApprovalRequest): Promise<void> {
    await this.calls.call('mandates', mandatesContracts.refuseMandate, { params: { resourceId: id }, body: { psuId, clientId } });
  }
}
