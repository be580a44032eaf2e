import { Injectable } from '@nestjs/common';
import { AuditService } from '@open-banking/commands';
import { BankClock, Database } from '@open-banking/database';
import { customerPages } from '@open-banking/spec';
import { lockSpending } from '@open-banking/ais-pis-payments';
import { limitsOfCustomer, setLimit, type LimitRow } from './customer-limits.statements.js';

/** What customers say that may be paid at most by instant payments. */
@Injectable()
export class CustomerLimitsService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly audit: AuditService,
  ) {}

  list(psuId: string): Promise<LimitRow[]> {
    return this.database.rows(limitsOfCustomer, psuId);
  }

  /** Takes effect for payments approved after it. Payments that are being decided meanwhile are decided first. */
  set(psuId: string, { currency, perPayment, perDay }: LimitRow): Promise<void> {
    return this.database.transaction(async (tx) => {
      await tx.rows(lockSpending, [psuId]);
      await tx.rows(setLimit, psuId, currency, this.clock.now(), perPayment, perDay);
      await this.audit.record(tx, { operation: customerPages.changeLimits.id, psuId, subject: currency });
    });
  }
}
