import { Module } from '@nestjs/common';
import {
  BankLoginModule,
  FailedAppRequestsModule,
  grantsController,
  issuingProviders,
  ReportedRequestsModule,
  tokenStatusController,
} from '@open-banking/issuer';
import { CommandsModule } from '@open-banking/commands';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { CancellationApprovalsService } from '../approvals/cancellation-approvals.service.js';
import { MandateApprovalsService } from '../approvals/mandate-approvals.service.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { MetadataController } from './metadata.controller.js';
import { DirectoryModule } from '../directory/directory.module.js';
import { RemoteClientsService, RemoteCustomersService } from '../directory/remote-directory.service.js';

/** The issuers for mandates and cancellations, and the introspection of their tokens. */
@Module({
  imports: [
    CommandsModule,
    ReportedRequestsModule,
    FailedAppRequestsModule,
    BankLoginModule.knowing(RemoteCustomersService, [DirectoryModule]),
    NotificationsModule,
    ApprovalsModule,
    DirectoryModule,
  ],
  controllers: [
    MetadataController,
    tokenStatusController('mandates'),
    tokenStatusController('cancellation'),
    grantsController('mandates', MandateApprovalsService),
    grantsController('cancellation', CancellationApprovalsService),
  ],
  providers: issuingProviders({
    clients: RemoteClientsService,
    customers: RemoteCustomersService,
    inject: [MandateApprovalsService, CancellationApprovalsService],
    issuers: (given: MandateApprovalsService, ended: CancellationApprovalsService) => [
      { id: 'mandates', approvals: given },
      { id: 'cancellation', approvals: ended },
    ],
  }),
})
export class IssuersModule {}
