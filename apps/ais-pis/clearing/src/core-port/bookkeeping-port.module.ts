import { Module } from '@nestjs/common';
import { BookkeepingModule } from '@open-banking/ais-pis-ledger';
import { NotificationsModule } from '@open-banking/ais-pis-notifications';
import { ClearingModule } from '../clearing.module.js';
import { RecoveryModule } from '../recovery/recovery.module.js';
import { InstructionDeliveriesService } from './instruction-deliveries.service.js';

@Module({
  imports: [BookkeepingModule, ClearingModule, NotificationsModule, RecoveryModule],
  providers: [InstructionDeliveriesService],
})
export class BookkeepingPortModule {}
