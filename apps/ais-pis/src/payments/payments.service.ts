import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Reader } from '@open-banking/access';
import { Commands } from '@open-banking/commands';
import { BankClock, Database } from '@open-banking/database';
import { Answer, type RequestContext } from '@open-banking/http';
import { Refusal, tppMessages } from '@open-banking/messages';
import { SETTINGS, type ServiceSettings } from '@open-banking/service';
import { aisPis } from '@open-banking/spec';
import { reasons } from './payment-reason.js';
import { first } from './payment.js';
import type { Payment, PaymentCreated, PaymentRequest, PaymentStatus } from './payments.messages.js';
import { insertPayment, paymentOfClient, type PaymentRow } from './payments.statements.js';
import { schemeOf } from './scheme.js';

/** How long a customer has for the first approval (messages.md §3). */
const approvalMs = 30 * 60_000;

@Injectable()
export class PaymentsService {
  constructor(private readonly commands: Commands, private readonly database: Database, private readonly clock: BankClock, @Inject(SETTINGS) private readonly settings: ServiceSettings) {}

  create(reader: Reader, asked: RequestContext, product: string, request: PaymentRequest): Promise<Answer<PaymentCreated>> {
    return this.commands.once(reader, aisPis.createPayment, asked, async (tx) => {
      const paymentId = randomUUID();
      const { currency, amount } = request.instructedAmount;
      const now = this.clock.now();
      await tx.rows(insertPayment, paymentId, reader.clientId, product, JSON.stringify(request), currency, amount,
        request.requestedExecutionDate ?? null, first, now, new Date(now.getTime() + approvalMs));
      return { answer: this.created(product, paymentId), subject: paymentId };
    });
  }

  async one(reader: Reader, product: string, paymentId: string): Promise<Payment> {
    const { request, ...state } = await this.find(reader, product, paymentId);
    return { ...request, paymentId, ...toStatus(state) };
  }

  async status(reader: Reader, product: string, paymentId: string): Promise<PaymentStatus> {
    return toStatus(await this.find(reader, product, paymentId));
  }

  private async find({ clientId }: Reader, product: string, paymentId: string): Promise<PaymentRow> {
    if (!schemeOf(product)) throw new Refusal('PRODUCT_UNKNOWN', { product });
    const payment = await this.database.row(paymentOfClient, clientId, product, paymentId);
    if (!payment) throw new Refusal('RESOURCE_UNKNOWN', { paymentId });
    return payment;
  }

  private created(product: string, paymentId: string): Answer<PaymentCreated> {
    const self = `/v1.7/payments/${product}/${paymentId}`;
    return new Answer({
      transactionStatus: first,
      paymentId,
      _links: { scaOAuth: { href: `${this.settings.baseUrl}${aisPis.readPaymentsMetadata.path}` }, self: { href: self }, status: { href: `${self}/status` } },
    }, { location: self, 'aspsp-sca-approach': 'REDIRECT' });
  }
}

/** A payment that came to nothing says why. */
const toStatus = ({ transactionStatus, statusReason }: Pick<PaymentRow, 'transactionStatus' | 'statusReason'>): PaymentStatus => ({
  transactionStatus,
  ...(statusReason !== null && { tppMessages: tppMessages([{ code: 'PAYMENT_FAILED', text: `${statusReason}: ${reasons[statusReason]}` }]).tppMessages }),
});
