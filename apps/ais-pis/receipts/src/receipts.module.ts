import { Module } from '@nestjs/common';
import { NotificationsModule } from '@open-banking/ais-pis-notifications';
import { ReceiptHeadsService } from './receipt-heads.service.js';
import { ReceiptsController } from './receipts.controller.js';
import { ReceiptsInternal } from './receipts.internal.js';

/** The log of receipts of all services: what third parties read, and what customers approved. */
@Module({
  imports: [NotificationsModule],
  controllers: [ReceiptsController],
  providers: [ReceiptHeadsService, ReceiptsInternal],
  exports: [ReceiptHeadsService],
})
export class ReceiptsModule {}
