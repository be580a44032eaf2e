import { Module } from '@nestjs/common';
import { CommandsModule, JobsModule } from '@open-banking/commands';
import { LedgerModule } from '@open-banking/ais-pis-ledger';
import { NotificationsModule } from '@open-banking/ais-pis-notifications';
import { PaymentProducts, readPaymentProducts } from './payment-products.js';
import { PaymentSettings } from './payments.settings.js';
import { PaymentApprovalsService } from './payment-approvals.service.js';
import { PaymentDetailsService } from './payment-details.service.js';
import { PaymentStateMachine } from './payment-state-machine.service.js';
import { PaymentsController } from './payments.controller.js';
import { PaymentsService } from './payments.service.js';
import { CheckAnswersService } from './checks/check-answers.service.js';
import { CheckPortService } from './checks/check-port.service.js';
import { CheckReports } from './checks/check-reports.service.js';
import { ScreeningService } from './checks/screening.service.js';
import { ProductDaysService } from './execution/product-days.service.js';
import { ClearingService } from './execution/clearing.service.js';
import { ClosedDaysService } from './execution/closed-days.service.js';
import { ExecutionService } from './execution/execution.service.js';
import { HeldFundsService } from './execution/held-funds.service.js';
import { PaymentDayNewsService } from './execution/payment-day-news.service.js';
import { PaymentGroupsService } from './execution/payment-groups.service.js';
import { PayeeVerificationService } from './payee/payee-verification.service.js';
import { SchemeCheckService } from './scheme-check.service.js';
import { CustomerPaymentsService } from './customer-payments.service.js';

/** The bank's payment products: the shipped ones, or those of its file. */
export const bankProducts = {
  provide: PaymentProducts,
  inject: [PaymentSettings],
  useFactory: ({ paymentProductsFile: file }: PaymentSettings) => new PaymentProducts(file ? readPaymentProducts(file) : undefined),
};

/** Payments, from the request to the execution. */
@Module({
  imports: [CommandsModule, JobsModule, LedgerModule, NotificationsModule],
  controllers: [PaymentsController],
  providers: [
    bankProducts,
    PaymentsService,
    PaymentDetailsService,
    PaymentApprovalsService,
    PaymentStateMachine,
    CheckReports,
    CheckAnswersService,
    CheckPortService,
    ScreeningService,
    ClearingService,
    ClosedDaysService,
    ExecutionService,
    HeldFundsService,
    PaymentDayNewsService,
    PaymentGroupsService,
    ProductDaysService,
    PayeeVerificationService,
    SchemeCheckService,
    CustomerPaymentsService,
  ],
  exports: [
    PaymentProducts,
    PaymentApprovalsService,
    PaymentDetailsService,
    PaymentStateMachine,
    CheckAnswersService,
    ScreeningService,
    ClearingService,
    ExecutionService,
    HeldFundsService,
    PayeeVerificationService,
    CustomerPaymentsService,
  ],
})
export class PaymentsModule {}
