import { Module } from '@nestjs/common';
import { CalendarModule } from '../calendar/calendar.module.js';
import { PaymentProductsModule } from '../payments/payment-products.module.js';
import { ReconciliationInternal } from './reconciliation.internal.js';
import { ReconciliationService } from './reconciliation.service.js';

@Module({
  imports: [CalendarModule, PaymentProductsModule],
  providers: [ReconciliationService, ReconciliationInternal],
  exports: [ReconciliationService],
})
export class ReconciliationModule {}
