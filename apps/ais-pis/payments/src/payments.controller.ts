import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal, type Principal } from '@open-banking/access';
import { CurrentRequest, Serves, type Answer, type RequestContext } from '@open-banking/http';
import { aisPis, type ParamsOf } from '@open-banking/spec';
import { paymentFaults } from './payment-request.js';
import { Payment, PaymentCreated, PaymentRequest, PaymentStatus } from './payments.messages.js';
import { PaymentsService } from './payments.service.js';
import { PaymentProducts } from './payment-products.js';

type Product = ParamsOf<typeof aisPis.createPayment.path>;
type PaymentParams = ParamsOf<typeof aisPis.readPayment.path>;

@Controller()
export class PaymentsController {
  constructor(private readonly payments: PaymentsService) {}

  @Serves(aisPis.createPayment, {
    description:
      'Creates a payment of one payment product. The bank executes it once the customer has approved it at the payments issuer, with the scope `PIS:<paymentId>`.',
    body: PaymentRequest,
    consistency: { given: PaymentProducts, faults: paymentFaults },
    answers: PaymentCreated,
    refuses: ['PRODUCT_UNKNOWN', 'PAYMENT_FAILED', 'EXECUTION_DATE_INVALID', 'PARAMETER_NOT_CONSISTENT', 'PARAMETER_NOT_SUPPORTED'],
  })
  create(
    @CurrentPrincipal() principal: Principal,
    @CurrentRequest() context: RequestContext,
    @Param() { paymentProduct }: Product,
    @Body() request: PaymentRequest,
  ): Promise<Answer<PaymentCreated>> {
    return this.payments.create(principal, context, paymentProduct, request);
  }

  @Serves(aisPis.readPayment, {
    description: 'Reads a payment as it was accepted, with its current status.',
    answers: Payment,
    refuses: ['PRODUCT_UNKNOWN'],
  })
  one(@CurrentPrincipal() principal: Principal, @Param() { paymentProduct, paymentId }: PaymentParams): Promise<Payment> {
    return this.payments.one(principal, paymentProduct, paymentId);
  }

  @Serves(aisPis.readPaymentStatus, {
    description: 'Reads the status of a payment and, if it was rejected, the reason.',
    answers: PaymentStatus,
    refuses: ['PRODUCT_UNKNOWN'],
  })
  status(@CurrentPrincipal() principal: Principal, @Param() { paymentProduct, paymentId }: PaymentParams): Promise<PaymentStatus> {
    return this.payments.status(principal, paymentProduct, paymentId);
  }
}
