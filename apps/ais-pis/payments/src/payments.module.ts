import { Module } from '@nestjs/common';
import { CommandsModule, JobsModule } from '@open-banking/commands';
import { CalendarModule } from '@open-banking/ais-pis-ledger';
import { NotificationsModule } from '@open-banking/ais-pis-notifications';
import { PayeeVerificationModule } from './payee/payee-verification.module.js';
import { PaymentApprovalsService } from './payment-approvals.service.js';
import { PaymentDetailsService } from './payment-details.service.js';
import { PaymentStateMachine } from './payment-state-machine.service.js';
import { PaymentProductsModule } from './payment-products.module.js';
import { PaymentsController } from './payments.controller.js';
import { PaymentsService } from './payments.service.js';

@Module({
  imports: [CommandsModule, JobsModule, CalendarModule, NotificationsModule, PayeeVerificationModule, PaymentProductsModule],
  controllers: [PaymentsController],
  providers: [PaymentsService, PaymentDetailsService, PaymentApprovalsService, PaymentStateMachine],
  exports: [PaymentApprovalsService, PaymentDetailsService, PaymentStateMachine],
})
export class PaymentsModule {}
