import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { readSettings } from '@open-banking/config';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { CancellationsService } from './cancellations.service.js';
import { MandateStateMachine } from './mandate-state-machine.service.js';
import { MandatesController } from './mandates.controller.js';
import { MandatesService } from './mandates.service.js';
import { MANDATE_SETTINGS, settings } from './mandates.settings.js';

const given = { provide: MANDATE_SETTINGS, useFactory: () => readSettings(settings) };

@Module({
  imports: [CommandsModule, NotificationsModule],
  controllers: [MandatesController],
  providers: [given, MandatesService, MandateStateMachine, CancellationsService],
  exports: [given, MandateStateMachine, CancellationsService],
})
export class MandatesModule {}
