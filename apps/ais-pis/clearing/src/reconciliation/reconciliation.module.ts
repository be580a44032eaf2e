import { Module } from '@nestjs/common';
import { CalendarModule } from '@open-banking/ais-pis-ledger';
import { PaymentProductsModule } from '@open-banking/ais-pis-payments';
import { ReconciliationInternal } from './reconciliation.internal.js';
import { ReconciliationService } from './reconciliation.service.js';

@Module({
  imports: [CalendarModule, PaymentProductsModule],
  providers: [ReconciliationService, ReconciliationInternal],
  exports: [ReconciliationService],
})
export class ReconciliationModule {}
