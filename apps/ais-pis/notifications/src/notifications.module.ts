import { Module } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import { CommandsModule, JobsModule, NotificationsService, notifying, SigningKeys } from '@open-banking/commands';
import { alertDeliveries } from '@open-banking/issuer';
import { ClientDirectoryService, DirectoryModule } from '@open-banking/ais-pis-directory';
import { AccountOwnersInternal } from './customer-alerts/account-owners.internal.js';
import { AlertChoicesInternal } from './customer-alerts/alert-choices.internal.js';
import { AlertChoicesService } from './customer-alerts/alert-choices.service.js';

/** Notifies clients of changes to their consents and payments, and sends alerts of customers, as they chose. */
@Module({
  imports: [DirectoryModule, CommandsModule, JobsModule],
  providers: [
    ...notifying(ClientDirectoryService, ServiceSettings),
    AlertChoicesService,
    AlertChoicesInternal,
    AccountOwnersInternal,
    alertDeliveries('consents', AlertChoicesService),
  ],
  exports: [NotificationsService, SigningKeys, AlertChoicesService],
})
export class NotificationsModule {}
