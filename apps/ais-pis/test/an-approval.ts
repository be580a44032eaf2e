import { JobsService, NotificationsService } from '@open-banking/commands';
import { BankClock, openDatabase, type Database, type Transaction } from '@open-banking/database';
import type { RunningBank } from '@open-banking/testing';
import { executePayment } from '../src/payments/execute-payment.js';
import { PaymentStateMachine } from '../src/payments/payment-state-machine.service.js';

/** No client is notified of these payments. */
const noClients = { find: () => Promise.resolve(undefined) };

interface Terms {
  readonly fee?: string;
  /** Days until the execution. */
  readonly inDays?: number;
}

/** Approves payments directly in the database of a running bank, as the approval page does, for tests of the later steps. */
export class PaymentApprover {
  readonly #jobs = new JobsService(() => undefined);
  readonly #clock = new BankClock('Asia/Jerusalem');
  readonly #stateMachine = new PaymentStateMachine(this.#clock, new NotificationsService(this.#jobs, noClients));

  private constructor(private readonly database: Database) {}

  static async connect(bank: RunningBank): Promise<PaymentApprover> {
    return new PaymentApprover(
      await openDatabase({
        url: bank.facts.ownerUrls['ais-pis'],
        poolSize: 2,
        statementTimeoutMs: 60_000,
        lockTimeoutMs: 60_000,
        connectTimeoutMs: 60_000,
      }),
    );
  }

  async approve(paymentId: string, accountId: string, terms: Terms = {}): Promise<void> {
    await this.database.transaction((tx) => this.#approve(tx, paymentId, accountId, terms));
  }

  /** Approves payments of an account one after the other, in one transaction: their jobs are due at once. `cancelled` are cancelled in it. */
  async approveTogether(paymentIds: readonly string[], accountId: string, cancelled: readonly string[] = []): Promise<void> {
    await this.database.transaction(async (tx) => {
      for (const paymentId of paymentIds) {
        await this.#approve(tx, paymentId, accountId, {});
        if (cancelled.includes(paymentId)) await this.#stateMachine.follow(tx, paymentId, ['ACTC', 'PDNG', 'CANC'], 'CUST');
      }
    });
  }

  async #approve(tx: Transaction, paymentId: string, accountId: string, { fee = '0', inDays = 0 }: Terms): Promise<void> {
    await tx.rows(
      {
        name: 'test.terms',
        text: `update payment set debtor_account_id = $2, fee = $3, execution_date = $4::date + $5::int where payment_id = $1`,
      },
      paymentId,
      accountId,
      fee,
      this.#clock.today(),
      inDays,
    );
    await this.#stateMachine.move(tx, paymentId, 'RCVD', 'ACTC');
    await this.#jobs.add(tx, executePayment, { paymentId });
  }

  close(): Promise<void> {
    return this.database.close();
  }
}
