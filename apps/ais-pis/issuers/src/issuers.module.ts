import { Module } from '@nestjs/common';
import {
  FailedAppRequestsModule,
  grantsController,
  issuingProviders,
  ReportedRequestsModule,
  tokenStatusController,
} from '@open-banking/issuer';
import { CommandsModule } from '@open-banking/commands';
import { ConsentApprovalsService, ConsentDetailsService, ConsentsModule } from '@open-banking/ais-pis-consents';
import { ClientDirectoryService, CustomerLoginModule, CustomerDirectoryService, DirectoryModule } from '@open-banking/ais-pis-directory';
import { PaymentApprovalsService, PaymentDetailsService, PaymentsModule } from '@open-banking/ais-pis-payments';
import { NotificationsModule } from '@open-banking/ais-pis-notifications';
import { MetadataController } from './metadata.controller.js';

/** The issuers of consents and payments, with token introspection. */
@Module({
  imports: [
    CommandsModule,
    ReportedRequestsModule,
    FailedAppRequestsModule,
    CustomerLoginModule,
    NotificationsModule,
    DirectoryModule,
    ConsentsModule,
    PaymentsModule,
  ],
  controllers: [
    MetadataController,
    tokenStatusController('consents'),
    tokenStatusController('payments'),
    grantsController('consents', ConsentApprovalsService),
    grantsController('payments', PaymentApprovalsService),
  ],
  providers: issuingProviders({
    clients: ClientDirectoryService,
    customers: CustomerDirectoryService,
    inject: [ConsentApprovalsService, ConsentDetailsService, PaymentApprovalsService, PaymentDetailsService],
    issuers: (
      consents: ConsentApprovalsService,
      newConsents: ConsentDetailsService,
      payments: PaymentApprovalsService,
      newPayments: PaymentDetailsService,
    ) => [
      { id: 'consents', approvals: consents, details: newConsents },
      { id: 'payments', approvals: payments, details: newPayments },
    ],
  }),
})
export class IssuersModule {}
