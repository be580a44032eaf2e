import { randomInt } from 'node:crypto';
import type { OwnClient } from '../bank/operator-file.js';
import { ThirdParty } from '../third-party/third-party.js';
import { BankTime } from './bank-time.js';
import { Insistence } from './insistence.js';
import { InsistentCreditor } from './insistent-creditor.js';
import { InsistentCustomer } from './insistent-customer.js';
import { InsistentPayer } from './insistent-payer.js';
import { anyOrder, canPay } from './orders.js';
import type { TroubledBank } from './troubled-bank.js';
import type { Judged, Paid } from './verdict.js';

/** What was done in a round, in whatever order. */
export interface Deeds {
  payments: number;
  copies: number;
  cancellations: number;
  collections: number;
  refunds: number;
}

/** What third parties and customers do in one storm, each insisting until they know. */
export class Round implements Judged {
  readonly insistence = new Insistence();
  readonly time: BankTime;
  readonly paid: Paid[] = [];
  readonly collected: string[] = [];
  readonly refunded: string[] = [];
  /** Payments whose copy was answered with another payment. */
  readonly miscopied: string[] = [];
  readonly deeds: Deeds = { payments: 0, copies: 0, cancellations: 0, collections: 0, refunds: 0 };
  private creditor!: InsistentCreditor;

  constructor(
    private readonly bank: TroubledBank,
    private readonly parties: readonly OwnClient[],
  ) {
    this.time = new BankTime(bank, this.insistence);
  }

  async begin(): Promise<void> {
    await this.time.begin();
    this.creditor = await InsistentCreditor.of(
      this.bank,
      new ThirdParty(this.bank.baseUrl, this.parties[0]!, addressOf(this.parties.length)),
      this.bank.customers[0]!,
      this.insistence,
    );
  }

  async work(over: () => boolean): Promise<void> {
    await Promise.all([this.collecting(over), ...this.parties.map((party, at) => this.paying(party, at, over))]);
  }

  private async paying(client: OwnClient, at: number, over: () => boolean): Promise<void> {
    const customers = this.bank.customers.filter(canPay);
    const customer = customers[at % customers.length]!;
    const payer = new InsistentPayer(new ThirdParty(this.bank.baseUrl, client, addressOf(at)), customer, this.insistence);
    const pages = new InsistentCustomer(this.bank.baseUrl, customer, this.insistence, addressOf(at));
    while (!over()) {
      const order = anyOrder(customer, customers, this.time.today);
      const payment = await payer.pay(order);
      this.paid.push({ ...payment, endToEnd: String(order.body['endToEndIdentification']), outcome: order.outcome });
      this.deeds.payments += 1;
      if (randomInt(3) === 0) {
        if ((await payer.copy(payment, order)) !== payment.paymentId) this.miscopied.push(payment.paymentId);
        this.deeds.copies += 1;
      }
      if (order.dated && randomInt(2) === 0) {
        await pages.cancel(payment.paymentId);
        this.deeds.cancellations += 1;
      }
    }
  }

  private async collecting(over: () => boolean): Promise<void> {
    const debtor = new InsistentCustomer(this.bank.baseUrl, this.bank.customers[0]!, this.insistence, addressOf(this.parties.length + 1));
    while (!over()) {
      const { collectionId, state } = await this.creditor.collect();
      this.collected.push(collectionId);
      this.deeds.collections += 1;
      if (state !== 'booked' || randomInt(3) > 0) continue;
      await debtor.refund(this.creditor.mandate, collectionId);
      this.refunded.push(collectionId);
      this.deeds.refunds += 1;
    }
  }
}

const addressOf = (at: number): string | undefined =>
  process.platform === 'linux' ? `127.${1 + randomInt(200)}.${1 + randomInt(200)}.${at + 1}` : undefined;
