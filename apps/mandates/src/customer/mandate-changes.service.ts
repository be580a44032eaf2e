import { Injectable } from '@nestjs/common';
import { AuditService } from '@open-banking/commands';
import {
  CustomerMandateChange,
  type InternalRequest,
  type MandateChanged,
  MandateChangeRequest,
  mandateScenariosContracts,
  mandatesContracts,
  ServesInternal,
} from '@open-banking/contracts';
import { BankClock, Database, type Transaction } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { mandatesInternal } from '@open-banking/spec';
import { CustomerAccountsService } from '../approvals/customer-accounts.service.js';
import { RemoteClientsService } from '../directory/remote-directory.service.js';
import { lockedAnyMandate } from '../mandates/locked-mandate.js';
import { MandateStateMachine } from '../mandates/mandate-state-machine.service.js';
import { reasons, stateAt, type MandateStatus } from '../mandates/mandate.js';
import { mandateById, type MandateRow } from '../mandates/mandates.statements.js';

type Change = InternalRequest<MandateChangeRequest>;
type Move = (tx: Transaction, mandate: MandateRow, status: MandateStatus, by: 'customer' | 'bank') => Promise<boolean>;

/** Changes that a customer or the bank makes to a mandate, without a request of the creditor. */
@Injectable()
export class MandateChangesService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly stateMachine: MandateStateMachine,
    private readonly audit: AuditService,
    private readonly clients: RemoteClientsService,
    private readonly accounts: CustomerAccountsService,
  ) {}

  @ServesInternal(mandatesContracts.suspendMandate)
  suspend(asked: Change): Promise<MandateChanged> {
    return this.change(
      mandatesInternal.suspendMandate.id,
      asked,
      async (tx, { resourceId }, status, by) =>
        status === 'ACTV' && this.stateMachine.move(tx, resourceId, status, 'SUSP', reasons.suspended[by], by),
    );
  }

  /** Only who suspended the mandate may resume it: neither the customer after the bank, nor the bank after the customer. */
  @ServesInternal(mandatesContracts.resumeMandate)
  resume(asked: Change): Promise<MandateChanged> {
    return this.change(
      mandatesInternal.resumeMandate.id,
      asked,
      async (tx, { resourceId, suspendedBy }, status, by) =>
        status === 'SUSP' && suspendedBy === by && this.stateMachine.move(tx, resourceId, status, 'ACTV'),
    );
  }

  /** Ends the mandate for good. A mandate that waits for a second owner is rejected. */
  @ServesInternal(mandatesContracts.endMandate)
  end(asked: Change): Promise<MandateChanged> {
    return this.change(mandatesInternal.endMandate.id, asked, async (tx, { resourceId }, status) => {
      if (status === 'PATC') return this.stateMachine.move(tx, resourceId, status, 'RJCT', reasons.refused);
      return (status === 'ACTV' || status === 'SUSP') && this.stateMachine.move(tx, resourceId, status, 'CANC', reasons.ended);
    });
  }

  /** What the mandate's customer would do on the bank's pages, for the developer of its client. Sandbox only. */
  @ServesInternal(mandateScenariosContracts.changeDevelopersMandate)
  async changeAsCustomer({ params, body }: InternalRequest<CustomerMandateChange>): Promise<MandateChanged> {
    const { developerId = '', resourceId = '' } = params;
    const mandate = await this.database.row(mandateById, resourceId);
    const owned = mandate ? await this.clients.ownedBy(developerId, [mandate.clientId]) : [];
    if (!mandate || owned.length === 0) throw new Refusal('RESOURCE_UNKNOWN', { resourceId });
    const [owner] = await this.accounts.ownersAmong(mandate.approvers, mandate.debtorAccountId);
    if (!owner) throw new Refusal([{ code: 'STATUS_INVALID', text: 'No customer has approved this mandate.' }]);
    const { psuId } = owner;
    const asked = { caller: 'portal', params: { resourceId }, body: { psuId } };
    const changed = await { suspend: () => this.suspend(asked), resume: () => this.resume(asked), cancel: () => this.end(asked) }[
      body.change
    ]();
    if (!changed.done) throw new Refusal([{ code: 'STATUS_INVALID', text: `The mandate is ${changed.mandateStatus}.` }]);
    return changed;
  }

  private async change(
    operation: string,
    { caller, operator, params: { resourceId = '' }, body: { psuId } }: Change,
    move: Move,
  ): Promise<MandateChanged> {
    const by = caller === 'operator' ? 'bank' : 'customer';
    // A mandate on an account that the customer does not own now is answered as absent, whoever approved it.
    if (by === 'customer' && !(await this.isOfCustomer(resourceId, psuId))) throw new Refusal('RESOURCE_UNKNOWN', { resourceId });
    return this.database.transaction(async (tx) => {
      const mandate = await lockedAnyMandate(tx, resourceId);
      if (!mandate) throw new Refusal('RESOURCE_UNKNOWN', { resourceId });
      const { mandateStatus } = stateAt(mandate, this.clock.now(), this.clock.today());
      const done = await move(tx, mandate, mandateStatus, by);
      if (done) await this.audit.record(tx, { operation, clientId: mandate.clientId, operator, psuId, subject: resourceId });
      const now = (await lockedAnyMandate(tx, resourceId))!;
      return { done, mandateStatus: now.mandateStatus, ...(now.suspendedBy && { suspendedBy: now.suspendedBy }) };
    });
  }

  private async isOfCustomer(resourceId: string, psuId: string | undefined): Promise<boolean> {
    const mandate = await this.database.row(mandateById, resourceId);
    return mandate !== undefined && psuId !== undefined && this.accounts.isOwner(psuId, mandate.debtorAccountId);
  }
}
