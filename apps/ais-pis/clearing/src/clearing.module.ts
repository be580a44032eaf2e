import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { CalendarModule, LedgerModule } from '@open-banking/ais-pis-ledger';
import { ExecutionModule, PaymentProductsModule } from '@open-banking/ais-pis-payments';
import { ProposalsModule } from '@open-banking/ais-pis-operators';
import { ReconciliationModule } from './reconciliation/reconciliation.module.js';
import { RecoveryModule } from './recovery/recovery.module.js';
import { BookingAnswersService } from './booking-answers.service.js';
import { ClearingFileService } from './clearing-file.service.js';
import { ClearingInternal } from './clearing.internal.js';
import { InvestigationsService } from './investigations.service.js';
import { SettlementStatementService } from './settlement-statement.service.js';
import { ClearingSimulatorService } from './simulator.service.js';

@Module({
  imports: [
    CommandsModule,
    LedgerModule,
    ExecutionModule,
    PaymentProductsModule,
    CalendarModule,
    ProposalsModule,
    ReconciliationModule,
    RecoveryModule,
  ],
  providers: [
    BookingAnswersService,
    ClearingFileService,
    ClearingInternal,
    ClearingSimulatorService,
    InvestigationsService,
    SettlementStatementService,
  ],
  exports: [ClearingFileService],
})
export class ClearingModule {}
