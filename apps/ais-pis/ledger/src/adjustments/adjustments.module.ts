import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { LedgerModule } from '../ledger.module.js';
import { AdjustmentsInternal } from './adjustments.internal.js';
import { AdjustmentsService } from './adjustments.service.js';

@Module({ imports: [CommandsModule, LedgerModule], providers: [AdjustmentsService, AdjustmentsInternal] })
export class AdjustmentsModule {}
