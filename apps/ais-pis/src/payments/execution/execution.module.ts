import { Module } from '@nestjs/common';
import { JobsModule } from '@open-banking/commands';
import { BookkeepingModule } from '../../bookkeeping/bookkeeping.module.js';
import { CalendarModule } from '../../calendar/calendar.module.js';
import { LedgerModule } from '../../ledger/ledger.module.js';
import { ChecksModule } from '../checks/checks.module.js';
import { NotificationsModule } from '../../notifications/notifications.module.js';
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
