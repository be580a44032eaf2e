import { Module } from '@nestjs/common';
import { CommandsModule, JobsModule } from '@open-banking/commands';
import { readSettings } from '@open-banking/http';
import { CalendarModule } from '../calendar/calendar.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { settings } from '../settings.js';
import { PaymentApprovals } from './payment-approvals.service.js';
import { PaymentLife } from './payment-life.service.js';
import { PaymentsController } from './payments.controller.js';
import { PaymentsService } from './payments.service.js';
import { PAYMENT_SETTINGS } from './payments.settings.js';

@Module({
  imports: [CommandsModule, JobsModule, CalendarModule, NotificationsModule],
  controllers: [PaymentsController],
  providers: [{ provide: PAYMENT_SETTINGS, useFactory: () => readSettings(settings) }, PaymentsService, PaymentApprovals, PaymentLife],
  exports: [PaymentApprovals, PaymentLife],
})
export class PaymentsModule {}
