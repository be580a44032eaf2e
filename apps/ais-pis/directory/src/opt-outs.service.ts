import { Injectable } from '@nestjs/common';
import { AuditService, CustomerAlerts } from '@open-banking/commands';
import { BankClock, Database } from '@open-banking/database';
import { lockOptOut, markConsents, storeOptOut } from './opt-outs.statements.js';

/** The general opt-out of a customer: no third party may see or use their accounts. */
@Injectable()
export class OptOutsService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly audit: AuditService,
    private readonly alerts: CustomerAlerts,
  ) {}

  /** False: it is so already. */
  change(psuId: string, optOut: boolean): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const before = await tx.row(lockOptOut, psuId);
      if (!before || (before.optedOutAt !== null) === optOut) return false;
      await tx.rows(storeOptOut, psuId, optOut ? this.clock.now() : null);
      await tx.rows(markConsents, psuId);
      await this.alerts.ofCustomer(tx, psuId, optOut ? 'third-parties-off' : 'third-parties-on');
      await this.audit.record(tx, { operation: optOut ? 'optOut' : 'takeOptOutBack', psuId, subject: psuId });
      return true;
    });
  }
}
