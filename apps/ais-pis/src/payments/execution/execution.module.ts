import { Module } from '@nestjs/common';
import { JobsModule } from '@open-banking/commands';
import { readSettings } from '@open-banking/config';
import { CalendarModule } from '../../calendar/calendar.module.js';
import { LedgerModule } from '../../ledger/ledger.module.js';
import { PaymentsModule } from '../payments.module.js';
import { ClearingService } from './clearing.service.js';
import { ExecutionService } from './execution.service.js';
import { EXECUTION_SETTINGS, executionSettings } from './execution.settings.js';

@Module({
  imports: [JobsModule, CalendarModule, LedgerModule, PaymentsModule],
  providers: [{ provide: EXECUTION_SETTINGS, useFactory: () => readSettings(executionSettings) }, ClearingService, ExecutionService],
  exports: [ClearingService, ExecutionService],
})
export class ExecutionModule {}
