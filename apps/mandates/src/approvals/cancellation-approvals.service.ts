import type { CancellationFacts } from '@open-banking/pages';
import { Injectable } from '@nestjs/common';
import { ApprovalBlocked, Approvals, type ApprovalRequest, type ApprovalSubject } from '@open-banking/issuer';
import { BankClock, Database, type Transaction } from '@open-banking/database';
import { CancellationsService } from '../mandates/cancellations.service.js';
import { lockedMandate } from '../mandates/locked-mandate.js';
import { MandateStateMachine } from '../mandates/mandate-state-machine.service.js';
import { reasons, stateAt, type MandateStatus, type Times } from '../mandates/mandate.js';
import { mandateOfClient } from '../mandates/mandates.statements.js';
import { ApprovalConditionsService } from './approval-conditions.service.js';
import { CustomerAccountsService } from './customer-accounts.service.js';
import { cancellationFacts } from './mandate-facts.js';

/** Approvals at the cancellation issuer: a customer ends a mandate. Any one of the owners of its account may do so. */
@Injectable()
export class CancellationApprovalsService extends Approvals<CancellationFacts> {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly stateMachine: MandateStateMachine,
    private readonly cancellations: CancellationsService,
    private readonly conditions: ApprovalConditionsService,
    private readonly accounts: CustomerAccountsService,
  ) {
    super();
  }

  /** An approved cancellation counts as `active`, so that the client can still redeem its code. */
  async find(id: string, clientId: string): Promise<ApprovalSubject | undefined> {
    const last = await this.cancellations.last(this.database, clientId, id);
    return (
      last && {
        id,
        state: last.state === 'pending' ? 'open' : last.state === 'approved' ? 'active' : 'ended',
        ...(last.state === 'pending' && { answerBy: last.answerBy }),
      }
    );
  }

  async facts({ id, clientId, psuId }: ApprovalRequest): Promise<CancellationFacts> {
    const mandate = await this.database.row(mandateOfClient, clientId, id);
    if (!mandate) throw new ApprovalBlocked('state');
    const last = await this.cancellations.last(this.database, clientId, id);
    const situation = { mandate, status: this.currentStatus(mandate), today: this.clock.today() };
    const isOwner = await this.accounts.isOwner(psuId, mandate.debtorAccountId);
    return this.conditions.unlessStopped(clientId, cancellationFacts(situation, { isOwner, isPending: last?.state === 'pending' }));
  }

  async approve(tx: Transaction, asked: ApprovalRequest, facts: CancellationFacts): Promise<'complete'> {
    const { id, clientId, psuId } = asked;
    const mandate = await lockedMandate(tx, clientId, id);
    if (!mandate || facts.blocked) throw new ApprovalBlocked(facts.blocked ?? 'customer');
    if (!(await this.accounts.isOwner(psuId, mandate.debtorAccountId))) throw new ApprovalBlocked('customer');
    const status = this.currentStatus(mandate);
    const last = await this.cancellations.last(tx, clientId, id);
    if ((status !== 'ACTV' && status !== 'SUSP') || last?.state !== 'pending') throw new ApprovalBlocked('state');
    await this.conditions.require(asked);
    await this.cancellations.close(tx, last, 'approved');
    await this.stateMachine.move(tx, id, status, 'CANC', reasons.cancelled);
    return 'complete';
  }

  /** The mandate is unchanged. */
  async refuse(tx: Transaction, { id, clientId, psuId }: ApprovalRequest): Promise<void> {
    const mandate = await lockedMandate(tx, clientId, id);
    const isOwner = mandate !== undefined && (await this.accounts.isOwner(psuId, mandate.debtorAccountId));
    const last = isOwner ? await this.cancellations.last(tx, clientId, id) : undefined;
    if (last?.state === 'pending') await this.cancellations.close(tx, last, 'refused');
  }

  private currentStatus(times: Times): MandateStatus {
    return stateAt(times, this.clock.now(), this.clock.today()).mandateStatus;
  }
}
