import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { CustomerResourcesModule } from '@open-banking/ais-pis-accounts';
import { NotificationsModule } from '@open-banking/ais-pis-notifications';
import { ConsentApprovalsService } from './consent-approvals.service.js';
import { ConsentDetailsService } from './consent-details.service.js';
import { ConsentStateMachine } from './consent-state-machine.service.js';
import { ConsentsController } from './consents.controller.js';
import { ConsentsService } from './consents.service.js';

@Module({
  imports: [CommandsModule, CustomerResourcesModule, NotificationsModule],
  controllers: [ConsentsController],
  providers: [ConsentStateMachine, ConsentsService, ConsentApprovalsService, ConsentDetailsService],
  exports: [ConsentApprovalsService, ConsentDetailsService, ConsentStateMachine],
})
export class ConsentsModule {}
