import { Injectable } from '@nestjs/common';
import { BankClock } from '@open-banking/database';
import { ErasureSource, type ErasureTarget } from '@open-banking/erasure';
import { ConsentEndingsService } from '@open-banking/ais-pis-consents';
import { RetentionSettings } from './retention.settings.js';

/** What ais-pis erases of a customer. Its statements are loaded when somebody is erased. */
@Injectable()
export class AccountsErasureService extends ErasureSource {
  constructor(
    private readonly clock: BankClock,
    private readonly consents: ConsentEndingsService,
    private readonly retention: RetentionSettings,
  ) {
    super();
  }

  async open(): Promise<ErasureTarget> {
    const { accountsAndPayments } = await import('./accounts-and-payments.js');
    const { clock, consents, retention } = this;
    return accountsAndPayments({ clock, consents, legalMonths: retention.legalRetentionMonths });
  }
}
