import { Module } from '@nestjs/common';
import { CommandsModule, JobsModule } from '@open-banking/commands';
import { CalendarModule } from '../calendar/calendar.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { PayeeVerificationModule } from '../payee-verification/payee-verification.module.js';
import { PaymentApprovalsService } from './payment-approvals.service.js';
import { PaymentDetailsService } from './payment-details.service.js';
import { PaymentStateMachine } from './payment-state-machine.service.js';
import { readPaymentProducts } from './payment-products.js';
import { PaymentsController } from './payments.controller.js';
import { PaymentsService } from './payments.service.js';
import { PaymentSettings } from './payments.settings.js';
import { useSchemes } from './scheme.js';

@Module({
  imports: [CommandsModule, JobsModule, CalendarModule, NotificationsModule, PayeeVerificationModule],
  controllers: [PaymentsController],
  providers: [PaymentsService, PaymentDetailsService, PaymentApprovalsService, PaymentStateMachine],
  exports: [PaymentApprovalsService, PaymentDetailsService, PaymentStateMachine],
})
export class PaymentsModule {
  /** Activates the bank's own payment products. */
  constructor({ paymentProductsFile }: PaymentSettings) {
    if (paymentProductsFile) useSchemes(readPaymentProducts(paymentProductsFile));
  }
}
