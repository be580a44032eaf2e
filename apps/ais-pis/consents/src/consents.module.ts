import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { AccountsModule } from '@open-banking/ais-pis-accounts';
import { NotificationsModule } from '@open-banking/ais-pis-notifications';
import { ConsentApprovalsService } from './consent-approvals.service.js';
import { ConsentEndingsService } from './consent-endings.service.js';
import { ConsentDetailsService } from './consent-details.service.js';
import { ConsentStateMachine } from './consent-state-machine.service.js';
import { ConsentsController } from './consents.controller.js';
import { ConsentsService } from './consents.service.js';
import { EntryNewsService } from './entry-notifications/entry-news.service.js';
import { CustomerAccessService } from './customer-access.service.js';

/** Consents, from the request to the end. */
@Module({
  imports: [CommandsModule, AccountsModule, NotificationsModule],
  controllers: [ConsentsController],
  providers: [
    ConsentStateMachine,
    ConsentEndingsService,
    ConsentsService,
    ConsentApprovalsService,
    ConsentDetailsService,
    EntryNewsService,
    CustomerAccessService,
  ],
  exports: [ConsentApprovalsService, ConsentDetailsService, ConsentEndingsService, CustomerAccessService],
})
export class ConsentsModule {}
