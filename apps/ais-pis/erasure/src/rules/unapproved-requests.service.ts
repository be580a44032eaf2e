import { Injectable } from '@nestjs/common';
import { eraseAuditSalts } from '@open-banking/commands';
import { BankClock, Database, purgeBatch, type Transaction } from '@open-banking/database';
import { RecurringWork } from '@open-banking/http';
import { daysAfter } from '@open-banking/messages';
import { RetentionSettings } from './retention.settings.js';
import { eraseUnapprovedAccess, eraseUnapprovedOrders } from './unapproved-requests.statements.js';

const dayMs = 86_400_000;

/**
 * Erases names, account numbers and texts in payments and consents that nobody approved. They name people whom only the client knows, so they
 * are found by no customer's erasure.
 */
@Injectable()
export class UnapprovedRequestsService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly retention: RetentionSettings,
  ) {}

  @RecurringWork('erase-unapproved-requests', { everyMs: 3_600_000 })
  async erase(): Promise<void> {
    const days = this.retention.unapprovedRetentionDays;
    const now = this.clock.now();
    const endedBefore = new Date(now.getTime() - days * dayMs);
    await this.batches(async (tx) => (await tx.rows(eraseUnapprovedOrders, endedBefore, now)).map(({ paymentId }) => paymentId));
    const actedBefore = daysAfter(this.clock.today(), -days);
    await this.batches(async (tx) => (await tx.rows(eraseUnapprovedAccess, actedBefore)).map(({ consentId }) => consentId));
  }

  /** With the salts of the audit, by which the digests of these requests could be guessed. */
  private async batches(erase: (tx: Transaction) => Promise<readonly string[]>): Promise<void> {
    const batch = () =>
      this.database.transaction(async (tx) => {
        const ids = await erase(tx);
        await eraseAuditSalts(tx, ids);
        return ids.length;
      });
    while ((await batch()) === purgeBatch);
  }
}
