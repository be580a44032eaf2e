import { randomInt } from 'node:crypto';
import type { Customer } from '@open-banking/installation/customers-file';
import type { OwnClient } from '@open-banking/installation/own-client';
import { ThirdParty } from '@open-banking/sandbox/third-party';
import { RetryPolicy, RetryingPayer, canPay, hotOrder, hotPairOf, randomOrder, type Order } from '@open-banking/sandbox/payer';
import { ChaosClock, type ClockPauses } from './chaos-clock.js';
import { RetryingCreditor } from './retrying-creditor.js';
import { RetryingCustomer } from './retrying-customer.js';
import type { ChaosBank } from './chaos-bank.js';
import type { RoundRecord, PaidOrder } from './consistency-report.js';

/** How often each action was done in a round. */
export interface ActivityCounts {
  payments: number;
  copies: number;
  cancellations: number;
  collections: number;
  refunds: number;
}

/** The actions of third parties and customers in one chaos run. Each is retried until its outcome is known. */
export class Round implements RoundRecord {
  readonly retryPolicy = new RetryPolicy();
  readonly clock: ChaosClock;
  readonly paid: PaidOrder[] = [];
  readonly collected: string[] = [];
  readonly refunded: string[] = [];
  /** Payments whose repeated request was answered with a different payment. */
  readonly mismatchedCopies: string[] = [];
  readonly activity: ActivityCounts = { payments: 0, copies: 0, cancellations: 0, collections: 0, refunds: 0 };
  private creditor!: RetryingCreditor;

  constructor(
    private readonly bank: ChaosBank,
    private readonly parties: readonly OwnClient[],
    clockPauses?: ClockPauses,
  ) {
    this.clock = new ChaosClock(bank, this.retryPolicy, clockPauses);
  }

  async start(): Promise<void> {
    await this.clock.start();
    this.creditor = await RetryingCreditor.of(
      this.bank,
      new ThirdParty(this.bank.baseUrl, this.parties[0]!, roundAddress(this.parties.length)),
      this.bank.customers[0]!,
      this.retryPolicy,
    );
  }

  async run(over: () => boolean): Promise<void> {
    await Promise.all([this.collect(over), ...this.parties.map((party, at) => this.pay(party, at, over))]);
  }

  private async pay(client: OwnClient, at: number, over: () => boolean): Promise<void> {
    const { customer, nextOrder } = this.orders(at);
    const payer = new RetryingPayer(new ThirdParty(this.bank.baseUrl, client, roundAddress(at)), customer, this.retryPolicy);
    const pages = new RetryingCustomer(this.bank.baseUrl, customer, this.retryPolicy, roundAddress(at));
    while (!over()) {
      const order = nextOrder();
      const payment = await payer.pay(order);
      this.paid.push({ ...payment, endToEnd: String(order.body['endToEndIdentification']), outcome: order.outcome });
      this.activity.payments += 1;
      if (randomInt(3) === 0) {
        if ((await payer.copy(payment, order)) !== payment.paymentId) this.mismatchedCopies.push(payment.paymentId);
        this.activity.copies += 1;
      }
      if (order.dated && randomInt(2) === 0) {
        await pages.cancel(payment.paymentId);
        this.activity.cancellations += 1;
      }
    }
  }

  /** The customer of a payer, and what he orders. Every other payer pays mostly from one of two accounts to the other one. */
  private orders(at: number): { readonly customer: Customer; readonly nextOrder: () => Order } {
    const customers = this.bank.customers.filter(canPay);
    const side = at % 2 === 0 ? hotPairOf(customers)[(at / 2) % 2] : undefined;
    const customer = side?.customer ?? customers[at % customers.length]!;
    const nextOrder = (): Order =>
      side && randomInt(4) > 0 ? hotOrder(side, this.clock.today) : randomOrder(customer, customers, this.clock.today);
    return { customer, nextOrder };
  }

  private async collect(over: () => boolean): Promise<void> {
    const debtor = new RetryingCustomer(
      this.bank.baseUrl,
      this.bank.customers[0]!,
      this.retryPolicy,
      roundAddress(this.parties.length + 1),
    );
    while (!over()) {
      const { collectionId, state } = await this.creditor.collect();
      this.collected.push(collectionId);
      this.activity.collections += 1;
      if (state !== 'booked' || randomInt(3) > 0) continue;
      await debtor.refund(this.creditor.mandate, collectionId);
      this.refunded.push(collectionId);
      this.activity.refunds += 1;
    }
  }
}

const roundAddress = (at: number): string | undefined =>
  process.platform === 'linux' ? `127.${1 + randomInt(200)}.${1 + randomInt(200)}.${at + 1}` : undefined;
