import { Module } from '@nestjs/common';
import { JobsModule } from '@open-banking/commands';
import { CalendarModule } from '../../calendar/calendar.module.js';
import { LedgerModule } from '../../ledger/ledger.module.js';
import { ChecksModule } from '../checks/checks.module.js';
import { PaymentsModule } from '../payments.module.js';
import { ClearingService } from './clearing.service.js';
import { ExecutionService } from './execution.service.js';
import { PaymentGroupsService } from './payment-groups.service.js';

@Module({
  imports: [JobsModule, CalendarModule, LedgerModule, ChecksModule, PaymentsModule],
  providers: [ClearingService, ExecutionService, PaymentGroupsService],
  exports: [ClearingService, ExecutionService],
})
export class ExecutionModule {}
