import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { LedgerModule } from '../ledger/ledger.module.js';
import { PaymentProductsModule } from '../payments/payment-products.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { RecoveryWatchService } from './recovery-watch.service.js';
import { RecoveryInternal } from './recovery.internal.js';
import { RecoveryService } from './recovery.service.js';

@Module({
  imports: [CommandsModule, LedgerModule, PaymentProductsModule, PaymentsModule],
  providers: [RecoveryWatchService, RecoveryService, RecoveryInternal],
  exports: [RecoveryWatchService],
})
export class RecoveryModule {}
