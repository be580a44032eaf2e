import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { killableBank, type Caller, type TestClient, type TestCustomer } from '@open-banking/testing';
import { RetryPolicy } from '@open-banking/testing/sandbox';
import { aCustomer, anAccount, type TestAccount } from './a-customer.js';
import { inEuro } from './a-payment.js';
import { PaymentApprover } from './an-approval.js';

const preload = new URL('../../../../testing/dist/kill-at-point.js', import.meta.url).href;
const retryPolicy = new RetryPolicy(150_000);
const instant = '/v1.7/payments/instant-sepa-credit-transfers';
export const killMs = 150_000;

/** The fault points of a payment, by what reaches them: its request, the customer's approval, or a job. */
export const points = [
  'payment accepted',
  'payment approved',
  'funds reserved',
  'debtor booked',
  'clearing instructed',
  'payment settled',
] as const;
export type Point = (typeof points)[number];

/** Repeats a request until it succeeds, as a client would. */
export const retrying = <T>(ask: () => Promise<T | undefined>): Promise<T> => retryPolicy.retry('the bank', ask);

/** A bank of one test file whose payments service is killed at a fault point, and a client that pays there. */
export class KillablePayments {
  readonly #folder = mkdtempSync(join(tmpdir(), 'open-banking-kill-'));
  readonly #file = join(this.#folder, 'point');
  readonly bank = killableBank(['ais-pis'], { NODE_OPTIONS: `--import ${preload}`, KILL_AT_FILE: this.#file });
  approvals!: PaymentApprover;
  customer!: TestCustomer;
  client!: TestClient;
  /** An account at this bank that is paid to. */
  inside!: TestAccount;
  #payer!: Caller;

  async open(): Promise<void> {
    this.approvals = await PaymentApprover.connect(this.bank);
    [this.customer, this.client] = [await aCustomer(this.bank), await this.bank.client()];
    this.#payer = await this.client.withClientToken('payments', 'PIS');
    this.inside = await anAccount(this.bank, [this.customer], { opened: true });
  }

  async close(): Promise<void> {
    await this.approvals.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  paymentStatus(paymentId: string): Promise<string> {
    return retrying(
      async () => ((await this.#payer.get(`${instant}/${paymentId}/status`)).body as { transactionStatus?: string }).transactionStatus,
    );
  }

  /** Creates a payment; the request is repeated with the same X-Request-ID. Returns its id. */
  accepted(body: object): Promise<string> {
    const headers = { 'x-request-id': randomUUID() };
    return retrying(async () => {
      const {
        status,
        body: { paymentId },
      } = await this.#payer.post(instant, body, { headers });
      return status === 201 ? (paymentId as string) : undefined;
    });
  }

  /** Approves on the bank's pages; after an interruption the customer starts again, unless the payment was approved. */
  #approvedOnPages(paymentId: string): Promise<boolean> {
    return retrying(async () => {
      if ((await this.paymentStatus(paymentId)) !== 'RCVD') return true;
      await this.client.approvedBy(this.customer, 'payments', `PIS:${paymentId}`);
      return true;
    });
  }

  async #pays(point: Point, account: TestAccount): Promise<string> {
    const creditorAccount = point === 'payment settled' ? { iban: this.inside.iban } : inEuro.creditorAccount;
    const paymentId = await this.accepted({ ...inEuro, creditorAccount, debtorAccount: { iban: account.iban } });
    if (point === 'payment accepted' || point === 'payment approved') await this.#approvedOnPages(paymentId);
    else await this.approvals.approve(paymentId, account.accountId, { inDays: point === 'funds reserved' ? 1 : 0 });
    return paymentId;
  }

  /** The service is to be killed where it comes to this fault point. */
  killAt(point: string): void {
    writeFileSync(this.#file, point);
  }

  /** Waits until the service has died (it removes the file first), and restarts it as a supervisor would. */
  async killed(): Promise<void> {
    for (const until = performance.now() + killMs; existsSync(this.#file); await pause(20))
      if (performance.now() > until) throw new Error('the service has not come to this point');
    await this.bank.restart('ais-pis');
  }

  /** Pays from an account of its own while the service is killed `at` a point. Returns the payment's id. */
  async paidWhileKilled(point: Point, at: string, account: TestAccount): Promise<string> {
    this.killAt(at);
    const [paymentId] = await Promise.all([this.#pays(point, account), this.killed()]);
    return paymentId;
  }
}
