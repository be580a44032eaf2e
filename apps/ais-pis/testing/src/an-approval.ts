import { JobsService, NotificationsService } from '@open-banking/commands';
import { BankClock, openDatabase, type Database, type Transaction } from '@open-banking/database';
import type { RunningBank } from '@open-banking/testing';
import { executePayment, PaymentStateMachine } from '@open-banking/ais-pis-payments';

/** No client is notified of these payments. */
const noClients = { find: () => Promise.resolve(undefined) };

interface Terms {
  readonly fee?: string;
  /** Days until the execution. */
  readonly inDays?: number;
  /** The customer who approves; all owners of the account, if it is left out. */
  readonly by?: string;
  /** When; now, if it is left out. */
  readonly at?: Date;
}

/** Approves payments directly in the database of a running bank, as the approval page does, for tests of the later steps. */
export class PaymentApprover {
  readonly #jobs = new JobsService(() => undefined);
  #offsetMs = 0;
  readonly #clock = new BankClock('Asia/Jerusalem', () => this.#offsetMs);
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
  async approveTogether(
    paymentIds: readonly string[],
    accountId: string,
    cancelled: readonly string[] = [],
    terms: Terms = {},
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      for (const paymentId of paymentIds) {
        await this.#approve(tx, paymentId, accountId, terms);
        if (cancelled.includes(paymentId)) await this.#stateMachine.follow(tx, paymentId, ['ACTC', 'PDNG', 'CANC'], 'CUST');
      }
    });
  }

  /** As the customer does before the payment is executed. */
  async cancel(paymentId: string): Promise<void> {
    await this.database.transaction((tx) => this.#stateMachine.move(tx, paymentId, 'PDNG', 'CANC', 'CUST'));
  }

  async #approve(tx: Transaction, paymentId: string, accountId: string, { fee = '0', inDays = 0, by, at }: Terms): Promise<void> {
    const [clock] = await tx.rows<{ offsetMs: string }, []>({ name: 'test.clock', text: 'select offset_ms as "offsetMs" from clock' });
    this.#offsetMs = Number(clock!.offsetMs);
    await tx.rows(
      {
        name: 'test.terms',
        text: `with approved as (
            insert into payment_approval (payment_id, psu_id, approved_at)
            select $1::uuid, psu_id, $7::timestamptz from holder where resource_id = $2 and $6::uuid is null
            union all select $1::uuid, $6::uuid, $7::timestamptz where $6::uuid is not null
          )
          update payment set debtor_account_id = $2, fee = $3, execution_date = $4::date + $5::int, psu_id = $6::uuid where payment_id = $1`,
      },
      paymentId,
      accountId,
      fee,
      this.#clock.today(),
      inDays,
      by ?? null,
      at ?? this.#clock.now(),
    );
    await this.#stateMachine.move(tx, paymentId, 'RCVD', 'ACTC');
    await this.#jobs.add(tx, executePayment, { paymentId });
  }

  close(): Promise<void> {
    return this.database.close();
  }
}
