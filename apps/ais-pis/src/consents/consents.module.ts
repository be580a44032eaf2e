import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { readSettings } from '@open-banking/config';
import { CustomerResourcesModule } from '../customer-resources/customer-resources.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { settings } from '../settings.js';
import { ConsentApprovalsService } from './consent-approvals.service.js';
import { ConsentStateMachine } from './consent-state-machine.service.js';
import { ConsentsController } from './consents.controller.js';
import { ConsentsService } from './consents.service.js';
import { CONSENT_SETTINGS } from './consents.settings.js';

@Module({
  imports: [CommandsModule, CustomerResourcesModule, NotificationsModule],
  controllers: [ConsentsController],
  providers: [
    { provide: CONSENT_SETTINGS, useFactory: () => readSettings(settings) },
    ConsentStateMachine,
    ConsentsService,
    ConsentApprovalsService,
  ],
  exports: [ConsentApprovalsService, ConsentStateMachine],
})
export class ConsentsModule {}
