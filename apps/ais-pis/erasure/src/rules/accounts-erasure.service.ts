import { Injectable } from '@nestjs/common';
import { AuditService } from '@open-banking/commands';
import { BankClock } from '@open-banking/database';
import { ErasureSource, type ErasureTarget } from '@open-banking/service';
import { ConsentStateMachine } from '@open-banking/ais-pis-consents';
import { RetentionSettings } from './retention.settings.js';

/** What ais-pis erases of a customer. Its statements are loaded when somebody is erased. */
@Injectable()
export class AccountsErasureService extends ErasureSource {
  readonly fed = true;

  constructor(
    private readonly clock: BankClock,
    private readonly audit: AuditService,
    private readonly consents: ConsentStateMachine,
    private readonly retention: RetentionSettings,
  ) {
    super();
  }

  async open(): Promise<ErasureTarget> {
    const { accountsAndPayments } = await import('./accounts-and-payments.js');
    const { clock, audit, consents, retention } = this;
    return accountsAndPayments({ clock, audit, consents, legalMonths: retention.legalRetentionMonths });
  }
}
