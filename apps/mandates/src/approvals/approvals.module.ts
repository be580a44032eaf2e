import { Module } from '@nestjs/common';
import { MandatesModule } from '../mandates/mandates.module.js';
import { CancellationApprovalsService } from './cancellation-approvals.service.js';
import { CustomerAccountsService } from './customer-accounts.service.js';
import { MandateApprovalsService } from './mandate-approvals.service.js';
import { MandateNumbersService } from './mandate-numbers.service.js';

@Module({
  imports: [MandatesModule],
  providers: [CustomerAccountsService, MandateNumbersService, MandateApprovalsService, CancellationApprovalsService],
  exports: [CustomerAccountsService, MandateApprovalsService, CancellationApprovalsService],
})
export class ApprovalsModule {}
