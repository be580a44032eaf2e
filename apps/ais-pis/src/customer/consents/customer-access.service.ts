import type { ConsentFacts } from '@open-banking/pages';
import { Injectable } from '@nestjs/common';
import { AuditService } from '@open-banking/commands';
import type { ApprovalRequest } from '@open-banking/issuer';
import { BankClock, Database } from '@open-banking/database';
import { ConsentApprovalsService } from '../../consents/consent-approvals.service.js';
import { phaseOf, mayBecome, statusAt, type ConsentStatus } from '../../consents/consent.js';
import { ConsentStateMachine } from '../../consents/consent-state-machine.service.js';
import { lockedConsent } from '../../consents/locked-consent.js';
import { CustomerResourcesService } from '../../customer-resources/customer-resources.service.js';
import { accessOf, oneAccess, pendingOn, type AccessRow, type PendingRow } from './access.statements.js';

/** A consent with its current status, whether or not a change by time is stored yet. */
export interface AccessNow extends Omit<AccessRow, 'status'> {
  readonly status: ConsentStatus;
}

const mostShown = 100;

/** A customer's consents: reading and ending them. */
@Injectable()
export class CustomerAccessService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly approvals: ConsentApprovalsService,
    private readonly resources: CustomerResourcesService,
    private readonly audit: AuditService,
    private readonly life: ConsentStateMachine,
  ) {}

  async list(psuId: string): Promise<{ living: AccessNow[]; ended: AccessNow[]; pending: PendingRow[] }> {
    const [rows, pending] = await Promise.all([this.database.rows(accessOf, psuId, mostShown), this.pending(psuId)]);
    const now = rows.map((row) => this.now(row));
    return {
      living: now.filter(({ status }) => phaseOf(status) !== 'ended'),
      ended: now.filter(({ status }) => phaseOf(status) === 'ended'),
      pending,
    };
  }

  async one(psuId: string, consentId: string): Promise<{ access: AccessNow; facts: ConsentFacts } | undefined> {
    const row = await this.database.row(oneAccess, psuId, consentId);
    return row && { access: this.now(row), facts: await this.approvals.granted({ id: consentId, clientId: row.clientId, psuId }) };
  }

  /** Consents that wait for this customer as a second owner. */
  async pending(psuId: string): Promise<PendingRow[]> {
    const { resources } = await this.resources.of(psuId, []);
    const shared = resources.filter(({ rule }) => rule === 'both').map(({ resourceId }) => resourceId);
    return shared.length > 0 ? this.database.rows(pendingOn, psuId, shared, this.clock.now(), this.clock.today()) : [];
  }

  /** Returns false if the consent had already ended. Any customer who approved it may end it alone, even while it waits for a second owner. */
  end({ id, clientId, psuId }: ApprovalRequest): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const consent = await lockedConsent(tx, id, clientId);
      if (!consent?.approvers.includes(psuId)) return false;
      const from = statusAt(consent, this.clock.now(), this.clock.today());
      const to = from === 'valid' ? 'revokedByPsu' : 'rejected';
      if (!mayBecome(from, to)) return false;
      await this.life.end(tx, id, to);
      await this.audit.record(tx, { operation: 'endAccess', clientId, psuId, subject: id });
      return true;
    });
  }

  private now(row: AccessRow): AccessNow {
    return { ...row, status: statusAt(row, this.clock.now(), this.clock.today()) };
  }
}
