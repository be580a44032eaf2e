import { Injectable } from '@nestjs/common';
import { BankClock, Database, purgeAll } from '@open-banking/database';
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
    await purgeAll(this.database, eraseUnapprovedOrders, new Date(now.getTime() - days * dayMs), now);
    await purgeAll(this.database, eraseUnapprovedAccess, daysAfter(this.clock.today(), -days));
  }
}
