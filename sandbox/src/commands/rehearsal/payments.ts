import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { customersFile, type Customer } from '@open-banking/installation/customers-file';
import { readJson } from '@open-banking/installation/data-folder';
import type { OperatorFile } from '@open-banking/installation/operator-file';
import type { HttpResponse } from '@open-banking/operator-client';
import type { Bank } from '../../bank/bank.js';
import { accountsByOutcome, type Order } from '../../payer/orders.js';
import { RetryingPayer, type AcknowledgedPayment } from '../../payer/retrying-payer.js';
import { RetryPolicy } from '../../payer/retry-policy.js';
import { addClient } from '../../third-party/add-client.js';
import { ThirdParty } from '../../third-party/third-party.js';

const product = 'instant-sepa-credit-transfers';
const settledMs = 60_000;

/** A payment of the rehearsal, with its order, so that it can be sent again. */
export interface Payment extends AcknowledgedPayment {
  readonly order: Order;
}

/** A third party and its customer, who pays from a euro account to another bank. */
export class RehearsalPayer {
  readonly #retrying: RetryingPayer;

  private constructor(
    private readonly party: ThirdParty,
    customer: Customer,
    private readonly iban: string,
  ) {
    this.#retrying = new RetryingPayer(party, customer, new RetryPolicy(settledMs));
  }

  static async open(bank: Bank): Promise<RehearsalPayer> {
    const client = await addClient(readJson<OperatorFile>(bank.operatorFile)!, {
      name: 'Rehearsal',
      roles: ['PSP_PI'],
      redirectUri: 'http://127.0.0.1/back',
    });
    const customers = JSON.parse(readFileSync(customersFile(bank.folder.demoBank), 'utf8')) as Customer[];
    const [customer] = customers;
    const account = customer?.accounts.find(
      ({ kind, currency, approval }) => kind === 'account' && currency === 'EUR' && approval !== 'both',
    );
    if (!customer || !account) throw new Error('The demo bank has no customer with a euro account.');
    return new RehearsalPayer(new ThirdParty(bank.baseUrl, client), customer, account.reference['iban']!);
  }

  /** Creates and approves a payment of one euro, and waits until clearing has settled it. */
  async pay(): Promise<Payment> {
    const order: Order = {
      product,
      outcome: 'accepted',
      dated: false,
      body: {
        endToEndIdentification: randomUUID().replaceAll('-', ''),
        debtorAccount: { iban: this.iban, currency: 'EUR' },
        instructedAmount: { currency: 'EUR', amount: '1.00' },
        creditorAccount: { iban: accountsByOutcome.accepted['EUR'] },
        creditorName: 'Recovery rehearsal',
      },
    };
    const payment = { ...(await this.#retrying.pay(order)), order };
    for (const end = performance.now() + settledMs; (await this.paymentStatus(payment)) !== 'ACSC'; await pause(100))
      if (performance.now() > end) throw new Error(`payment ${payment.paymentId} is not settled within ${settledMs / 1_000} s`);
    return payment;
  }

  /** The payment's status, or that of the answer where there is none. */
  async paymentStatus({ paymentId }: Payment): Promise<string> {
    const { status, body } = await this.#call('GET', `/v1.7/payments/${product}/${paymentId}/status`);
    return status === 200 ? (body as { transactionStatus: string }).transactionStatus : String(status);
  }

  /** Sends the request of a payment again, with its X-Request-ID or a new one. */
  async repeat({ order, requestId }: Payment, id = requestId): Promise<HttpResponse> {
    return this.#call('POST', `/v1.7/payments/${product}`, {
      body: order.body,
      headers: { 'x-request-id': id, 'psu-ip-address': '127.0.0.1' },
    });
  }

  async #call(
    method: string,
    path: string,
    sent: { body?: unknown; headers?: Readonly<Record<string, string>> } = {},
  ): Promise<HttpResponse> {
    const token = (await this.party.clientToken('payments', 'PIS')).access_token;
    return this.party.call(method, path, { token, ...sent });
  }
}
