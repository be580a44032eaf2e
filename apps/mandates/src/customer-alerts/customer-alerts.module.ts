import { Module } from '@nestjs/common';
import { alertDeliveries } from '@open-banking/issuer';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { RemoteAlertChoicesService } from './remote-alert-choices.service.js';

/** Sends alerts of customers about mandates and collections, as they chose. */
@Module({
  imports: [NotificationsModule],
  providers: [RemoteAlertChoicesService, alertDeliveries('mandates', RemoteAlertChoicesService)],
})
export class CustomerAlertsModule {}
