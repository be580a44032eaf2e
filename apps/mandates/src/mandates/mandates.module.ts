import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { CancellationsService } from './cancellations.service.js';
import { MandateStateMachine } from './mandate-state-machine.service.js';
import { MandatesController } from './mandates.controller.js';
import { MandatesService } from './mandates.service.js';

@Module({
  imports: [CommandsModule, NotificationsModule],
  controllers: [MandatesController],
  providers: [MandatesService, MandateStateMachine, CancellationsService],
  exports: [MandateStateMachine, CancellationsService],
})
export class MandatesModule {}
