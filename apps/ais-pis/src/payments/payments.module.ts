import { Module } from '@nestjs/common';
import { CommandsModule, JobsModule } from '@open-banking/commands';
import { readSettings } from '@open-banking/config';
import { CalendarModule } from '../calendar/calendar.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { settings } from '../settings.js';
import { PaymentApprovalsService } from './payment-approvals.service.js';
import { PaymentStateMachine } from './payment-state-machine.service.js';
import { readPaymentProducts } from './payment-products.js';
import { PaymentsController } from './payments.controller.js';
import { PaymentsService } from './payments.service.js';
import { PAYMENT_SETTINGS, type PaymentSettings } from './payments.settings.js';
import { useSchemes } from './scheme.js';

/** The settings of payments; the bank's own products are in use from here on. */
function paymentSettings(): PaymentSettings {
  const values = readSettings(settings);
  if (values.paymentProductsFile) useSchemes(readPaymentProducts(values.paymentProductsFile));
  return values;
}

@Module({
  imports: [CommandsModule, JobsModule, CalendarModule, NotificationsModule],
  controllers: [PaymentsController],
  providers: [{ provide: PAYMENT_SETTINGS, useFactory: paymentSettings }, PaymentsService, PaymentApprovalsService, PaymentStateMachine],
  exports: [PaymentApprovalsService, PaymentStateMachine],
})
export class PaymentsModule {}
