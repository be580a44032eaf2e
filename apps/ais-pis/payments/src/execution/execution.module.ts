import { Module } from '@nestjs/common';
import { JobsModule } from '@open-banking/commands';
import { BookkeepingModule, CalendarModule, LedgerModule } from '@open-banking/ais-pis-ledger';
import { NotificationsModule } from '@open-banking/ais-pis-notifications';
import { ChecksModule } from '../checks/checks.module.js';
import { PaymentProductsModule } from '../payment-products.module.js';
import { PaymentsModule } from '../payments.module.js';
import { ProductDaysService } from './product-days.service.js';
import { ClearingService } from './clearing.service.js';
import { ClosedDaysService } from './closed-days.service.js';
import { ExecutionService } from './execution.service.js';
import { HeldFundsService } from './held-funds.service.js';
import { PaymentDayNewsService } from './payment-day-news.service.js';
import { PaymentGroupsService } from './payment-groups.service.js';

@Module({
  imports: [
    BookkeepingModule,
    JobsModule,
    CalendarModule,
    LedgerModule,
    ChecksModule,
    NotificationsModule,
    PaymentProductsModule,
    PaymentsModule,
  ],
  providers: [
    ClearingService,
    ClosedDaysService,
    ExecutionService,
    HeldFundsService,
    PaymentDayNewsService,
    PaymentGroupsService,
    ProductDaysService,
  ],
  exports: [ClearingService, ExecutionService, HeldFundsService],
})
export class ExecutionModule {}
