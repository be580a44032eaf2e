import { Module } from '@nestjs/common';
import { MandatesModule } from '../mandates/mandates.module.js';
import { CancellationApprovals } from './cancellation-approvals.service.js';
import { CustomerAccounts } from './customer-accounts.service.js';
import { MandateApprovals } from './mandate-approvals.service.js';

@Module({
  imports: [MandatesModule],
  providers: [CustomerAccounts, MandateApprovals, CancellationApprovals],
  exports: [CustomerAccounts, MandateApprovals, CancellationApprovals],
})
export class ApprovalsModule {}
