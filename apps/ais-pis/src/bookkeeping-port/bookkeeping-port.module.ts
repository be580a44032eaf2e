import { Module } from '@nestjs/common';
import { BookkeepingModule } from '../bookkeeping/bookkeeping.module.js';
import { ClearingModule } from '../clearing/clearing.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { RecoveryModule } from '../recovery/recovery.module.js';
import { InstructionDeliveriesService } from './instruction-deliveries.service.js';

@Module({
  imports: [BookkeepingModule, ClearingModule, NotificationsModule, RecoveryModule],
  providers: [InstructionDeliveriesService],
})
export class BookkeepingPortModule {}
