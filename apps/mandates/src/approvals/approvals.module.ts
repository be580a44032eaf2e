import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.js';
import { MandatesModule } from '../mandates/mandates.module.js';
import { ApprovalConditionsService } from './approval-conditions.service.js';
import { CancellationApprovalsService } from './cancellation-approvals.service.js';
import { CustomerAccountsService } from './customer-accounts.service.js';
import { MandateApprovalsService } from './mandate-approvals.service.js';
import { MandateNumbersService } from './mandate-numbers.service.js';

@Module({
  imports: [MandatesModule, DirectoryModule],
  providers: [
    ApprovalConditionsService,
    CustomerAccountsService,
    MandateNumbersService,
    MandateApprovalsService,
    CancellationApprovalsService,
  ],
  exports: [CustomerAccountsService, MandateApprovalsService, CancellationApprovalsService],
})
export class ApprovalsModule {}
