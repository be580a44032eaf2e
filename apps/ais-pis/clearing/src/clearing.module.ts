import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { LedgerModule } from '@open-banking/ais-pis-ledger';
import { PaymentsModule } from '@open-banking/ais-pis-payments';
import { OperatorsModule } from '@open-banking/ais-pis-operators';
import { NotificationsModule } from '@open-banking/ais-pis-notifications';
import { BookingAnswersService } from './booking-answers.service.js';
import { ClearingFileService } from './clearing-file.service.js';
import { ClearingInternal } from './clearing.internal.js';
import { InvestigationsService } from './investigations.service.js';
import { SettlementStatementService } from './settlement-statement.service.js';
import { ClearingSimulatorService } from './simulator.service.js';
import { InstructionDeliveriesService } from './core-banking/instruction-deliveries.service.js';
import { CreditTransfersService } from './credit-transfers/credit-transfers.service.js';
import { ReconciliationInternal } from './reconciliation/reconciliation.internal.js';
import { ReconciliationService } from './reconciliation/reconciliation.service.js';
import { RecoveryWatchService } from './recovery/recovery-watch.service.js';
import { RecoveryInternal } from './recovery/recovery.internal.js';
import { RecoveryService } from './recovery/recovery.service.js';

/** Clearing and what agrees with it: reconciliation, recovery, incoming credit transfers, and the port to a core banking system. */
@Module({
  imports: [CommandsModule, LedgerModule, PaymentsModule, OperatorsModule, NotificationsModule],
  providers: [
    BookingAnswersService,
    ClearingFileService,
    ClearingInternal,
    ClearingSimulatorService,
    InvestigationsService,
    SettlementStatementService,
    InstructionDeliveriesService,
    CreditTransfersService,
    ReconciliationService,
    ReconciliationInternal,
    RecoveryWatchService,
    RecoveryService,
    RecoveryInternal,
  ],
  exports: [ClearingFileService, CreditTransfersService, ReconciliationService, RecoveryWatchService],
})
export class ClearingModule {}
