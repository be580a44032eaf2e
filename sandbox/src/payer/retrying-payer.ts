import { randomUUID } from 'node:crypto';
import type { Customer } from '@open-banking/installation/customers-file';
import type { HttpResponse } from '@open-banking/operator-client';
import { completeInteraction } from '../third-party/scripted-customer.js';
import type { ThirdParty } from '../third-party/third-party.js';
import type { RetryPolicy } from './retry-policy.js';
import type { Order } from './orders.js';

/** A payment the bank has acknowledged, as the third party knows it. */
export interface AcknowledgedPayment {
  readonly requestId: string;
  readonly paymentId: string;
  readonly product: string;
}

/** A third party and its customer, who repeat each request with the same X-Request-ID until they know its outcome. */
export class RetryingPayer {
  #token?: string;

  constructor(
    private readonly party: ThirdParty,
    private readonly customer: Customer,
    private readonly retryPolicy: RetryPolicy,
  ) {}

  /** Creates a payment, retrying until it is acknowledged and the customer has approved it on the bank's pages. */
  async pay(order: Order): Promise<AcknowledgedPayment> {
    const requestId = randomUUID();
    const payment = { requestId, paymentId: await this.order(order, requestId), product: order.product };
    await this.retryPolicy.retry('approval', () => this.approve(payment));
    return payment;
  }

  /** Sends an acknowledged request again and returns the payment id of the response. */
  copy({ requestId }: AcknowledgedPayment, order: Order): Promise<string> {
    return this.order(order, requestId);
  }

  private async order({ product, body }: Order, requestId: string): Promise<string> {
    return this.retryPolicy.retry(`POST ${product}`, async () => {
      const { status, body: created } = await this.call('POST', `/v1.7/payments/${product}`, {
        body,
        headers: { 'x-request-id': requestId, 'psu-ip-address': '127.0.0.1' },
      });
      return status === 201 ? (created as { paymentId: string }).paymentId : undefined;
    });
  }

  private async status({ product, paymentId }: AcknowledgedPayment): Promise<string | undefined> {
    const { status, body } = await this.call('GET', `/v1.7/payments/${product}/${paymentId}/status`);
    return status === 200 ? (body as { transactionStatus: string }).transactionStatus : undefined;
  }

  /** Approves the payment, unless it was already approved and only the response was lost. */
  private async approve(payment: AcknowledgedPayment): Promise<true | undefined> {
    const status = await this.status(payment);
    if (status === undefined) return undefined;
    if (status !== 'RCVD') return true;
    const authorization = await this.party.startAuthorization('payments', `PIS:${payment.paymentId}`);
    const back = await completeInteraction(authorization.url, {
      login: this.customer.login,
      password: this.customer.password,
      from: this.party.from,
    });
    return new URL(back).searchParams.has('code') ? true : undefined;
  }

  private async call(
    method: string,
    path: string,
    sent: { body?: unknown; headers?: Readonly<Record<string, string>> } = {},
  ): Promise<HttpResponse> {
    this.#token ??= (await this.party.clientToken('payments', 'PIS')).access_token;
    const answered = await this.party.call(method, path, { token: this.#token, ...sent });
    if (answered.status === 401) this.#token = undefined;
    return answered;
  }
}
