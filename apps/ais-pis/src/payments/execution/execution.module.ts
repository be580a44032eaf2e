import { Module } from '@nestjs/common';
import { JobsModule } from '@open-banking/commands';
import { BookkeepingModule } from '../../bookkeeping/bookkeeping.module.js';
import { CalendarModule } from '../../calendar/calendar.module.js';
import { LedgerModule } from '../../ledger/ledger.module.js';
import { ChecksModule } from '../checks/checks.module.js';
import { PaymentsModule } from '../payments.module.js';
import { ClearingService } from './clearing.service.js';
import { ExecutionService } from './execution.service.js';
import { HeldFundsService } from './held-funds.service.js';
import { PaymentGroupsService } from './payment-groups.service.js';

@Module({
  imports: [BookkeepingModule, JobsModule, CalendarModule, LedgerModule, ChecksModule, PaymentsModule],
  providers: [ClearingService, ExecutionService, HeldFundsService, PaymentGroupsService],
  exports: [ClearingService, ExecutionService, HeldFundsService],
})
export class ExecutionModule {}
