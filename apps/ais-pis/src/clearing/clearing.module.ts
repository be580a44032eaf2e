import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { CalendarModule } from '../calendar/calendar.module.js';
import { ExecutionModule } from '../payments/execution/execution.module.js';
import { RecoveryModule } from '../recovery/recovery.module.js';
import { ClearingFile } from './clearing-file.service.js';
import { ClearingInternal } from './clearing.internal.js';
import { Investigations } from './investigations.service.js';
import { ClearingSimulator } from './simulator.service.js';

@Module({
  imports: [CommandsModule, ExecutionModule, CalendarModule, RecoveryModule],
  providers: [ClearingFile, ClearingInternal, ClearingSimulator, Investigations],
})
export class ClearingModule {}
