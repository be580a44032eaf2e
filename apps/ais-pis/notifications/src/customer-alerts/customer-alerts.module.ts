import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { alertDeliveries } from '@open-banking/issuer';
import { NotificationsModule } from '../notifications.module.js';
import { AccountOwnersInternal } from './account-owners.internal.js';
import { AlertChoicesInternal } from './alert-choices.internal.js';
import { AlertChoicesService } from './alert-choices.service.js';

/** Sends alerts of customers, as they chose. */
@Module({
  imports: [CommandsModule, NotificationsModule],
  providers: [AlertChoicesService, AlertChoicesInternal, AccountOwnersInternal, alertDeliveries('consents', AlertChoicesService)],
  exports: [AlertChoicesService],
})
export class CustomerAlertsModule {}
