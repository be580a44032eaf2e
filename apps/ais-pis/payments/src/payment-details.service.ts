import { Injectable } from '@nestjs/common';
import { BankClock } from '@open-banking/database';
import type { RequestContext } from '@open-banking/http';
import { AuthorizationDetails, type CreatedFromDetails } from '@open-banking/issuer';
import { faultsOf, refuseAll, withContradictions } from '@open-banking/messages';
import { aisPis } from '@open-banking/spec';
import { paymentFaults } from './payment-request.js';
import { PaymentRequest } from './payments.messages.js';
import { PaymentsService } from './payments.service.js';
import { PaymentProducts } from './payment-products.js';

/** Payments that a client asks for in one step with their approval: the request of the operation, and `paymentProduct`. */
@Injectable()
export class PaymentDetailsService extends AuthorizationDetails {
  readonly operation = aisPis.createPayment;

  constructor(
    private readonly payments: PaymentsService,
    private readonly clock: BankClock,
    private readonly products: PaymentProducts,
  ) {
    super();
  }

  async create(
    clientId: string,
    context: RequestContext,
    { paymentProduct, ...fields }: Readonly<Record<string, unknown>>,
  ): Promise<CreatedFromDetails> {
    const product = typeof paymentProduct === 'string' ? paymentProduct : '';
    const request = fields as PaymentRequest;
    const misformed = faultsOf(PaymentRequest, request);
    const day = { today: this.clock.today() };
    refuseAll(withContradictions(misformed, () => paymentFaults(request, day, misformed, { paymentProduct: product }, this.products)));
    const answer = await this.payments.create({ clientId }, context, product, request);
    return { id: answer.body.paymentId, answer };
  }
}
