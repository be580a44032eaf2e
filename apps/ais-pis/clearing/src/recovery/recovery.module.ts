import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { LedgerModule } from '@open-banking/ais-pis-ledger';
import { PaymentProductsModule, PaymentsModule } from '@open-banking/ais-pis-payments';
import { RecoveryWatchService } from './recovery-watch.service.js';
import { RecoveryInternal } from './recovery.internal.js';
import { RecoveryService } from './recovery.service.js';

@Module({
  imports: [CommandsModule, LedgerModule, PaymentProductsModule, PaymentsModule],
  providers: [RecoveryWatchService, RecoveryService, RecoveryInternal],
  exports: [RecoveryWatchService],
})
export class RecoveryModule {}
